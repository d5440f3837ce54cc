// Package render reads pages that scripts draw, in a headless Chromium.
//
// The browser has no network of its own. It asks this package for each request (Fetch.requestPaused
// of the Chrome DevTools Protocol), and the client of the crawl answers, with its addresses, limits
// and robots.txt. What would go another way, such as a WebSocket, meets a proxy that does not exist.
//
// The package speaks the protocol itself, over a pipe or a WebSocket, because it needs fifteen commands
// of it. A separate program with a library would need a protocol of its own to the crawl, since each
// request of the browser counts in the crawl's rate.
package render
