package source

import "testing"

func TestParseDate(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-03-17T14:05:09+01:00": "2026-03-17 13:05:09", "2026-03-17 14:05:09 UTC": "2026-03-17 14:05:09", "2026/3/17": "2026-03-17 00:00:00",
		"Tue, 17 Mar 2026 14:05:09 GMT": "2026-03-17 14:05:09", "Tue,17 Mar 26 14:05 EST": "2026-03-17 19:05:00", "17 Mar 2026 09:05 JST": "2026-03-17 00:05:00",
		"Tue, 17 Mar 2026 14:05:09 -0700 (PDT)": "2026-03-17 21:05:09", "Tue Mar 17 14:05:09 AEDT 2026": "2026-03-17 03:05:09",
		"Tuesday, March 17, 2026 - 2:05pm": "2026-03-17 14:05:00", "March 17th, 2026 12:05 a.m. PDT": "2026-03-17 07:05:00",
		"Tue, 17 Sept 2026 at 14:05:09 GMT+02:00": "2026-09-17 12:05:09", "17.03.2026, 14:05 MEZ": "2026-03-17 13:05:00", "3.4.2026": "2026-04-03 00:00:00",
		"Tue, 03/10/2026 - 10:00": "2026-03-10 10:00:00", "Tue, 10/03/2026 - 10:00": "2026-03-10 10:00:00", "03/17/2026 10:00": "2026-03-17 10:00:00",
		"03/03/2026": "2026-03-03 00:00:00", "03/04/2026": "", "31/02/2026": "", "30 Feb 2026": "", "Tue, 17 Mar 2026 25:61:09 GMT": "", "Tue, 17 Mar 2026 14:05 -9900": "", "Fri, 31 Dec 9999 23:59:59 EST": "", "Mar. 17, 2026 2 p.m. ET": "", "Mar. 17, 2026, 2:05 p.m. ET": "2026-03-17 19:05:00", "yesterday": "", "": "", "12:00": "",
	} {
		got, ok := parseDate(text)
		if ok != (want != "") || ok && got.Format("2006-01-02 15:04:05") != want {
			t.Errorf("%q: got %v, %v; want %q", text, got, ok, want)
		}
	}
}

func FuzzParseDate(f *testing.F) {
	for _, text := range []string{"Tue, 17 Mar 2026 14:05:09 EST", "03/17/2026 2:05 p.m.", "17.3.26"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got, ok := parseDate(text); ok && (got.Year() < 1 || got.Year() > 9999) {
			t.Errorf("%q is %v", text, got)
		}
	})
}
