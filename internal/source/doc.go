// Package source reads content from websites. A source is a website that an airport takes content
// from, under a name. Its kind is feed, sitemap or wordpress, and says how the website is read.
//
// The way through the files:
//
//   - check.go and look.go check a source before it is stored.
//   - crawl.go reads a source: Read starts a crawl, and record.go takes the outcome of each page.
//   - client.go sends the requests; network.go, robots.go and unpack.go bound them.
//   - feed.go, sitemap.go and wordpress.go are the kinds.
//   - page.go makes the item of a web page, with jsonld.go and microdata.go.
//   - judge.go decides whether the crawl is good.
//   - settle.go removes what pages share: sitename.go finds it in titles, and template.go and
//     teaser.go find it in content, which block.go splits into blocks. moving.go finds numbers that
//     differ at every read.
//
// The package knows no database: page records come in as Options and go out as a Result.
package source
