package lenient

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"airport-content/internal/timestamp"
)

// zones are the offsets of named time zones, in minutes east of UTC. Some names have several
// meanings, such as CST and BST: here they mean what most feeds mean. An unknown name is UTC.
var zones = map[string]int{
	"ET": -300, "CT": -360, "MT": -420, "PT": -480,
	"EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420, "AKST": -540, "AKDT": -480,
	"HST": -600, "AST": -240, "ADT": -180, "NST": -210, "NDT": -150, "BRT": -180, "ART": -180, "WEST": 60, "BST": 60, "CET": 60, "MEZ": 60,
	"MET": 60, "CEST": 120, "MESZ": 120, "MEST": 120, "EET": 120, "SAST": 120, "EEST": 180, "MSK": 180, "TRT": 180, "GST": 240, "PKT": 300,
	"IST": 330, "ICT": 420, "WIB": 420, "HKT": 480, "SGT": 480, "PHT": 480, "AWST": 480, "JST": 540, "KST": 540, "ACST": 570, "ACDT": 630,
	"AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
}

var (
	clockOfDate  = regexp.MustCompile(`(?i)(\d{1,2})(?::| ?h ?)(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?(?:\s*([ap])\.?m\b\.?)?`)
	offsetOfZone = regexp.MustCompile(`^[\s:]*[A-Za-z]*\s*-?([+-])(\d{1,2}):?(\d\d)?\b`)
	wordOfDate   = regexp.MustCompile(`\d+|\p{L}+`)
)

// Date reads a date in the forms of websites and feeds: ISO 8601, RFC 822 with named zones,
// Unix time, and forms such as "Tuesday, March 3, 2026 - 10:00". A date without a zone is in UTC.
// The second result is false for a text that is no date, and for an ambiguous date such as
// 03/04/2026: March or April.
func Date(text string) (time.Time, bool) {
	text = strings.TrimSpace(text)
	if t, err := timestamp.Parse(text); err == nil {
		return t, true
	}
	if t, ok := unixTime(text); ok {
		return t, true
	}
	date, clock, offset := text, time.Duration(0), time.Duration(0)
	if at := clockOfDate.FindStringIndex(text); at != nil {
		var ok bool
		if clock, ok = timeOfDay(clockOfDate.FindStringSubmatch(text)); !ok {
			return time.Time{}, false
		}
		offset, date = zoneOf(text[at[1]:])
		date = text[:at[0]] + " " + date
	}
	day, ok := dayOf(date)
	t := day.Add(clock - offset)
	if !ok || offset.Abs() > 14*time.Hour || t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}, false
	}
	return t, true
}

// unixTime reads seconds or milliseconds since 1970, in the ten or thirteen digits that they have
// had since 2001.
func unixTime(text string) (time.Time, bool) {
	n, err := strconv.ParseInt(text, 10, 64)
	switch {
	case err != nil || n < 0:
		return time.Time{}, false
	case len(text) == 10:
		return time.Unix(n, 0).UTC(), true
	}
	return time.UnixMilli(n).UTC(), len(text) == 13
}

// FirstDate is the first of the texts that is a date; the zero time if there is none.
func FirstDate(texts ...string) time.Time {
	for _, text := range texts {
		if t, ok := Date(text); ok {
			return t
		}
	}
	return time.Time{}
}

// timeOfDay reads the parts of clockOfDate or halfDay.
func timeOfDay(parts []string) (time.Duration, bool) {
	hour, _ := strconv.Atoi(parts[1])
	minute, _ := strconv.Atoi(parts[2])
	second, _ := strconv.Atoi(parts[3])
	if half := strings.ToLower(parts[4]); half != "" {
		if hour %= 12; half == "p" {
			hour += 12
		}
	}
	return time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(second)*time.Second,
		hour <= 24 && minute < 60 && second <= 60
}

// zoneOf reads the zone after a time of day. rest is the text without the zone.
func zoneOf(text string) (offset time.Duration, rest string) {
	if parts := offsetOfZone.FindStringSubmatch(text); parts != nil {
		hours, _ := strconv.Atoi(parts[2])
		minutes, _ := strconv.Atoi(parts[3])
		offset = time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
		if parts[1] == "-" {
			offset = -offset
		}
		return offset, text[len(parts[0]):]
	}
	for _, word := range wordOfDate.FindAllString(text, -1) {
		if minutes, known := zones[strings.ToUpper(word)]; known {
			return time.Duration(minutes) * time.Minute, strings.Replace(text, word, " ", 1)
		}
	}
	return 0, text
}

// dayOf reads a date without its time of day.
func dayOf(text string) (time.Time, bool) {
	var month time.Month
	weekday := -1
	var numbers []int
	for _, word := range wordOfDate.FindAllString(text, -1) {
		if n, err := strconv.Atoi(word); err == nil {
			numbers = append(numbers, n)
		} else if m := nameIn(word, months); m >= 0 {
			month = time.Month(m%12 + 1) // the last one: mar. is Tuesday in French
		} else if d := nameIn(word, Weekdays); d >= 0 {
			weekday = d
		}
	}
	switch {
	case month != 0 && len(numbers) == 2: // 3 March 2026, March 3, 2026
		if numbers[0] > 31 {
			slices.Reverse(numbers)
		}
		return dateOf(numbers[1], month, numbers[0])
	case month != 0 || len(numbers) != 3:
		return time.Time{}, false
	case numbers[0] > 31: // 2026/03/03
		return dateOf(numbers[0], time.Month(numbers[1]), numbers[2])
	}
	dayFirst, isDay := dateOf(numbers[2], time.Month(numbers[1]), numbers[0])
	monthFirst, isMonth := dateOf(numbers[2], time.Month(numbers[0]), numbers[1])
	switch fits := func(t time.Time) bool { return weekday < 0 || int(t.Weekday()+6)%7 == weekday }; {
	case isDay && fits(dayFirst) && (!isMonth || !fits(monthFirst) || dayFirst.Equal(monthFirst) || strings.Contains(text, ".")):
		return dayFirst, true
	case isMonth && fits(monthFirst) && (!isDay || !fits(dayFirst)):
		return monthFirst, true
	}
	return time.Time{}, false
}

// months are the names of the months, in English, German, French, Spanish, Italian, Portuguese,
// Dutch and Russian, two rows with other spellings among them.
var months = strings.Fields(`January February March April May June July August September October November December
	Januar Februar März April Mai Juni Juli August September Oktober November Dezember
	janvier février mars avril mai juin juillet août septembre octobre novembre décembre
	enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
	gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
	janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
	januari februari maart april mei juni juli augustus september oktober november december
	janvier fevrier mrt april maj juni juli aout september oktober november decembre
	Januar Februar Mrz April Mai Juni Juli August September Oktober November Dezember
	января февраля марта апреля мая июня июля августа сентября октября ноября декабря`)

// nameIn is the index of the name that word abbreviates, with at least three letters; -1 if there
// is none.
func nameIn(word string, names []string) int {
	return slices.IndexFunc(names, func(name string) bool {
		return len(word) >= 3 && len(word) <= len(name) && strings.EqualFold(name[:len(word)], word)
	})
}

// dateOf makes a date. The second result is false if the calendar has no such day. A year of two
// digits is from 1970 to 2069.
func dateOf(year int, month time.Month, day int) (time.Time, bool) {
	if year < 100 {
		if year += 1900; year < 1970 {
			year += 100
		}
	}
	t := time.Date(year, month, day, 0, 0, 0, 0, time.UTC)
	return t, t.Day() == day && t.Month() == month && year <= 9999
}

var clockTime = regexp.MustCompile(`(?i)^T?(\d{1,2}:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$`)

var halfDay = regexp.MustCompile(`(?i)^(\d{1,2})(?:[:.](\d\d))?(?::(\d\d))?\s*([ap])\.?\s?m\.?$`)

// Clock is a time of day without seconds and zone: T06:00:00+01:00 becomes 06:00, and 6 PM becomes
// 18:00. It is "" for a text without digits, such as closed. Any other text stays.
func Clock(text string) string {
	text = strings.TrimSpace(text)
	if found := clockTime.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	if found := halfDay.FindStringSubmatch(text); found != nil {
		of, _ := timeOfDay(found)
		return time.Time{}.Add(of).Format("15:04")
	}
	if !strings.ContainsAny(text, "0123456789") {
		return ""
	}
	return text
}

var Weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}
