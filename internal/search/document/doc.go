// Package document makes the search data of an item: document.go picks the texts of the item,
// vector.go makes the tsvector of their words, open.go the tags of the hours in which the item is
// open. The package knows the words of texts (word), and neither queries nor the database.
package document
