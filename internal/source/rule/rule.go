// Package rule names the rules by which the pages of a website become items. Each rule can be
// switched off, to see what the rule is worth. docs/design.md has the figures.
package rule

// Rule is the name of a rule.
type Rule string

// The rules about what a website repeats (package template), and about what a page says of itself
// (package page).
const (
	MostPages    Rule = "most pages"    // what most pages have at the same place goes
	SamePlace    Rule = "same place"    // what most pages have that have the place goes
	OwnPlace     Rule = "own place"     // links and sentences that recur where nothing else stands go
	Menus        Rule = "menus"         // a list goes whole if most of its links recur
	Inside       Rule = "inside"        // what stands inside a page's own text stays
	Labels       Rule = "labels"        // a label stays with its fact, and goes with it
	Teasers      Rule = "teasers"       // what shows another page goes from the ends of a page
	FirstArticle Rule = "first article" // articles of other pages after the page's own go
	Moving       Rule = "moving"        // numbers that differ at every read go
	SiteName     Rule = "site name"     // a title loses the name that most titles share
	SharedTitle  Rule = "shared title"  // a title or a description that many pages share gives way
	SharedThing  Rule = "shared thing"  // JSON-LD that many pages share is of none of them
	OneItem      Rule = "one item"      // pages that differ in nothing but their address are one item
	Shells       Rule = "shells"        // pages that a script would fill make no item

	Main       Rule = "main"        // main holds the content, where other pages do not tell
	Narrow     Rule = "narrow"      // without other pages, the element with nearly all of the text holds the content, in main if the rest is links
	Landmarks  Rule = "landmarks"   // nav, header, footer, aside and roles that hold links go
	Names      Rule = "names"       // parts that a class or an id names go
	Forms      Rule = "forms"       // the fields of a form go
	Hidden     Rule = "hidden"      // what is hidden goes
	OtherThing Rule = "other thing" // JSON-LD that names another page is not of this page
	Languages  Rule = "languages"   // the text decides between the languages that a page names
)

// All are the rules.
var All = []Rule{MostPages, SamePlace, OwnPlace, Menus, Inside, Labels, Teasers, FirstArticle, Moving, SiteName, SharedTitle, SharedThing, OneItem, Shells,
	Main, Narrow, Landmarks, Names, Forms, Hidden, OtherThing, Languages}

// Off are the rules that are switched off.
type Off map[Rule]bool
