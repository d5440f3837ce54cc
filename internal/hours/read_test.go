package hours_test

import (
	_ "embed"
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/hours"
)

//go:embed testdata/texts.txt
var texts string

// read is what is read of a text; "-" for nothing.
func read(text, language string) string {
	s, ok := hours.Read(text, language)
	if !ok {
		return "-"
	}
	return s.String()
}

// The texts come from the sample airports, from websites of airports, and from public repositories.
// Each expected value was compared with its text by reading. \n stands for the end of a line.
func TestTexts(t *testing.T) {
	for line := range strings.Lines(texts) {
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		check.Same(t, parts[0], read(strings.ReplaceAll(parts[2], `\n`, "\n"), parts[1]), parts[2])
	}
}

// What is read is in the standard form.
func TestReadIsStandard(t *testing.T) {
	for line := range strings.Lines(texts) {
		if value, _, _ := strings.Cut(line, "\t"); value != "-" {
			check.Same(t, value, parse(t, value).String(), value)
		}
	}
}

func TestReadAmbiguous(t *testing.T) {
	for _, test := range []struct{ text, language, want string }{
		{"Do 10:00-18:00", "de", "Th 10:00-18:00"},
		{"Do 10:00-18:00", "de-AT", "Th 10:00-18:00"},
		{"Do 10:00-18:00", "it", "Su 10:00-18:00"},
		{"Do 10:00-18:00", "en", "-"},
		{"Mar 09:00-17:00", "es", "Tu 09:00-17:00"},
		{"Mar 09:00-17:00", "en", "-"},
		{"8:00-11:00", "en", "-"},
		{"8:00-11:00", "de", "08:00-11:00"},
		{"08:00-11:00", "en", "08:00-11:00"},
		{"9-5", "en", "-"},
		{"9-5", "fr", "-"},
		{"9-5pm", "en", "09:00-17:00"},
		{"11-2pm", "en", "11:00-14:00"},
		{"4-10pm", "en", "-"},
		{"10-2am", "en", "-"},
		{"12-5pm", "en", "12:00-17:00"},
		{"08:00-08:00", "en", "-"},
		{"00:00-00:00", "en", "-"},
		{"9-17, Saturday 10-14", "en", "-"},     // and on Sunday?
		{"Daily 8-12, Friday 14-18", "en", "-"}, // on Friday from 8 to 12, too?
		{"Daily 10-18, Friday 10-21", "en", "Mo-Th,Sa-Su 10:00-18:00; Fr 10:00-21:00"}, // one contains the other
		{"Mon-Fri 9-17; April-October Sat 10-14; Sun 9-13", "en", "-"},                 // Sunday in April only?
		{"Closed Sundays", "en", "-"},                                                  // and when is it open?
		{"March to October", "en", "-"},                                                // at what times?
		{"Mo-Fr 08:00-12:00; 14:00-18:00", "en", "-"},                                  // daily from 14 to 18?
		{"Closed Mondays. July-August daily 9-18; September-June 9-17", "en", "-"},     // Mondays in July?
		{"06:00-22:00 04/05/2026", "en", "-"},                                          // April or May
		{"06:00-22:00 04/05/2026", "fr", "2026 May 04 06:00-22:00"},                    //
		{"Werktags 8-18 Uhr", "de", "-"},                                               // with Saturday or not
		{"festivi 9-13", "it", "-"},                                                    // with Sunday or not
		{"晚上12点-凌晨3点", "zh", "-"},                                                      //
		{"Fri-Sat 18:00-02:00; Sun 10:00-18:00", "en", "Fr-Sa 18:00-02:00, Su 10:00-18:00"},
		{"Mon-Sat 18:00-02:00; closed Sundays and public holidays", "en", "Mo-Sa 18:00-02:00; PH off"},
		{"Mon-Thu 10-22, Fri and public holidays 10-2:00 am", "en", "-"},
	} {
		check.Same(t, test.want, read(test.text, test.language), test.language+" "+test.text)
	}
}

func TestReadSeasons(t *testing.T) {
	for text, want := range map[string]string{
		"1 April - 31 October: 9:00-18:00, closed Mondays":                      "Apr 01-Oct 31 Tu-Su 09:00-18:00; Mo off",
		"01.04.-31.10.: 9-18 Uhr; 01.11.-31.03.: 10-16 Uhr":                     "Apr 01-Oct 31 09:00-18:00; Nov 01-Mar 31 10:00-16:00",
		"April to October 10:00-18:00, November to March 10:00-16:00":           "Apr-Oct 10:00-18:00; Nov-Mar 10:00-16:00",
		"April-October: Mon-Fri 9-18, Sat 10-16; November-March: Mon-Fri 10-16": "Apr-Oct Mo-Fr 09:00-18:00; Apr-Oct Sa 10:00-16:00; Nov-Mar Mo-Fr 10:00-16:00",
		"April–October\nMon–Fri 9–18\nSat 10–16\nNovember–March\nMon–Fri 10–16": "Apr-Oct Mo-Fr 09:00-18:00; Apr-Oct Sa 10:00-16:00; Nov-Mar Mo-Fr 10:00-16:00",
		"April 1 to October 31, 2026: 09:00-18:00":                              "2026 Apr 01-2026 Oct 31 09:00-18:00",
		"November 2026 to March 2027 daily 10am-4pm":                            "2026 Nov 01-2027 Mar 31 10:00-16:00",
		"Daily 9am-5pm, closed December 24, 25 and 31":                          "09:00-17:00; Dec 24,Dec 25,Dec 31 off",
		"Tue-Sun 10:00-18:00; closed on Christmas Day and New Year's Day":       "Tu-Su 10:00-18:00; Dec 25,Jan 01 off",
		"Daily 10am-6pm; 1-15 August 10am-8pm":                                  "10:00-18:00; Aug 01-15 10:00-20:00",
		"du 1er avril au 31 octobre, tous les jours de 9h à 19h":                "Apr 01-Oct 31 09:00-19:00",
		"4月1日~10月31日 9:00~18:00、11月1日~3月31日 9:00~17:00":                         "Apr 01-Oct 31 09:00-18:00; Nov 01-Mar 31 09:00-17:00",
	} {
		check.Same(t, want, read(text, ""), text)
	}
}

func FuzzRead(f *testing.F) {
	for line := range strings.Lines(texts) {
		f.Add(line[strings.LastIndexByte(line, '\t')+1:])
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, language := range []string{"", "de", "ja"} {
			if s, ok := hours.Read(text, language); ok {
				check.Same(t, s.String(), parse(t, s.String()).String(), text)
			}
		}
	})
}

func FuzzParse(f *testing.F) {
	f.Add("2026 Apr 01-2027 Mar 31,Dec 24,26 week 01-10/2 Mo[1],We-Fr,PH 08:00-12:00,14:00+ open \"x\" || off")
	f.Fuzz(func(t *testing.T, text string) {
		if s, err := hours.Parse(text); err == nil {
			check.Same(t, s.String(), parse(t, s.String()).String(), text)
		}
	})
}
