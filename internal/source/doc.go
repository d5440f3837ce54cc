// Package source reads content from websites. A source is a website that an airport takes content
// from, under a name. Its kind is feed, sitemap or wordpress, and says how the website is read.
//
// The way of a pull through the packages below:
//
//   - source.Read starts a crawl (crawl.Read), which calls Read of the kind: sitemap, feed or
//     wordpress.
//   - The kind asks the website (web), makes an item of each page (page, schemaorg; lenient reads
//     what is not well-formed), and records the outcome (crawl.Record).
//   - At the end, the crawl removes what pages share (template), judges what it found, and writes
//     the new and changed items.
//
// source.Check and source.Look check a source before it is stored. The packages know no database:
// page records come in as Options and go out as a Result.
package source
