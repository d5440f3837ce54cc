// Package source reads content from websites. A source is a website that an airport takes content
// from, under a name. Its kind is feed, sitemap or wordpress, and says how the website is read.
//
// The way of one page of a sitemap through the packages below:
//
//   - Read (source.go) starts a crawl: crawl.Read (crawl/crawl.go) calls sitemap.Read
//     (sitemap/sitemap.go), the reader of this kind. It lists the addresses (sitemap/list.go, file.go).
//   - FetchPage (crawl/fetch.go) asks for the page: web.Client.Fetch (web/client.go), and with
//     --render a browser (render/tab.go).
//   - page.Read (page/page.go) reads what the page says of itself: titles, dates, language, and
//     JSON-LD or microdata (schemaorg/jsonld.go). It leaves of the body what readers see
//     (page/body.go). Package lenient reads what is not well-formed.
//   - Crawl.Record (crawl/record.go) takes the outcome. It hashes the blocks of the body
//     (template/block.go, mark.go), and keeps the page in a file (crawl/spool.go).
//   - When all pages are read, Crawl.settle (crawl/settle.go) calls template.Learn
//     (template/site.go), which finds what the pages repeat. Then settling.make makes the item: Site.Cut (template/cut.go)
//     removes what is repeated, page.Trim (page/trim.go, parts.go) what is no content, and
//     markup.CleanTree makes the rest safe to embed.
//   - settling.finish writes the item if it is new or changed. Crawl.conclude makes the page records,
//     Crawl.translate (crawl/translations.go) groups the translations, and judge.check
//     (crawl/judge.go) decides whether the website seems broken.
//
// Entries of feed and wordpress are whole items: they pass template and page.Trim by. Package rule
// names the rules that can be switched off.
//
// source.Check and source.Look check a source before it is stored. The packages know no database:
// page records come in as Options and go out as a Result.
package source
