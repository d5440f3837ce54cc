package ingest

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"airport-content/internal/content"
	"airport-content/internal/spelling"
)

// The longest values, in characters (code points); the content's in bytes.
const (
	maxID      = 200
	maxTitle   = 1_000
	maxURL     = 2_048
	maxExcerpt = 10_000
	maxContent = 2 << 20
)

func (d *decoder) id() string {
	s, ok := d.stringValue("id", "a string")
	if !ok {
		return ""
	}
	if reason := checkID(s); reason != "" {
		d.fail("id", reason)
	}
	return s
}

func (d *decoder) contentType() content.Type {
	s, ok := d.stringValue("contentType", "a string")
	if !ok {
		return ""
	}
	t, known := content.ParseType(s)
	if !known {
		d.fail("contentType", fmt.Sprintf("%s is not one of %s", spelling.Quoted(s), strings.Join(content.TypeNames(), ", ")))
	}
	return t
}

// limited reads a string of 1 to most characters.
func (d *decoder) limited(field string, most int) string {
	s, ok := d.stringValue(field, "a string")
	switch {
	case !ok:
	case s == "":
		d.fail(field, "must not be empty")
	case utf8.RuneCountInString(s) > most:
		d.fail(field, tooLong(s, most))
	}
	return s
}

// nullable reads null or a string of at most that many characters.
func (d *decoder) nullable(field string, most int) *string {
	if d.null() {
		return nil
	}
	s, ok := d.stringValue(field, "a string or null")
	if ok && utf8.RuneCountInString(s) > most {
		d.fail(field, tooLong(s, most))
	}
	return &s
}

func (d *decoder) body() *string {
	s, ok := d.stringValue("content", "a string")
	if ok && len(s) > maxContent {
		d.fail("content", fmt.Sprintf("has %d bytes; at most %d (2 MB) are allowed", len(s), maxContent))
	}
	return &s
}

// languageForm is the part of BCP 47 that websites use: language, script and region.
var languageForm = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?$`)

func (d *decoder) language() string {
	s, ok := d.stringValue("language", "a string")
	if ok && s != "en" && !languageForm.MatchString(s) {
		d.fail("language", fmt.Sprintf("%s is not a language code like en or pt-BR", spelling.Quoted(s)))
	}
	return s
}

func tooLong(s string, most int) string {
	return fmt.Sprintf("has %d characters; at most %d are allowed", utf8.RuneCountInString(s), most)
}
