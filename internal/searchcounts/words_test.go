package searchcounts

import (
	"testing"

	"airport-content/internal/check"
)

func TestWordsOf(t *testing.T) {
	for text, want := range map[string]string{
		"  Lost   PROPERTY ":       "lost property",
		`"lost and found" -shop`:   "lost and found",
		"taxi OR Train":            "taxi train",
		"McDonald's café":          "mcdonald café",
		"航站楼 餐厅":                   "航站楼 餐厅",
		"라운지":                      "라운지",
		"!?":                       "",
		"parking\u00ad \u200bfees": "parking fees",
	} {
		check.Same(t, want, wordsOf(text), text)
	}
}

func TestPrivate(t *testing.T) {
	for text, want := range map[string]bool{
		"gate 1234":                false,
		"terminal 1 gate 23":       false,
		"UA 1234":                  false,
		"open 24/7":                false,
		"room 12 of level 345":     false,
		"jane@example.com":         true,
		"write to jane＠example":    true,
		"@jane":                    true,
		"booking X1Y2Z345":         true,
		"UA12345":                  true,
		"650-821-8211":             true,
		"call +1 650 821 8211":     true,
		"phone 65 08 2":            true,
		"(0) 12 345":               true,
		"١٢٣٤٥":                    true,
		"４１１１１":                    true,
		"፩፪፫፬፭":                    true,
		"电话六五零八二一":                 true,
		"九 一 二 三 四":                true,
		"三号航站楼 二楼":                 false,
		`lost "passport C0123456"`: true,
	} {
		check.Same(t, want, isPrivate(text), text)
	}
}
