package schemaorg

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"airport-content/internal/hours"
	"airport-content/internal/source/lenient"
)

// noHours finds the empty entries that templates leave in a list, such as the first two of ", , We
// 10:00-14:00".
var noHours = regexp.MustCompile(`,(\s*,)+`)

// hours are the opening hours for readers, such as "Mo-Fr 06:00-22:00; Sa 08:00-20:00", in the syntax
// of OpenStreetMap where the page says what that needs. Closed days of the week have no hours. exact
// has the single dates too, such as "…; 2026 Dec 25 off"; it is empty without any.
func (t Thing) hours(today string) (text, exact string) {
	var week []string
	var specs []specification
	for _, key := range []string{"openingHours", "openingHoursSpecification"} {
		for _, text := range t.texts(key) {
			week = append(week, strings.Trim(noHours.ReplaceAllString(text, ","), " ,;"))
		}
		specs = append(specs, t.specifications(key, today)...)
	}
	for _, s := range t.specifications("specialOpeningHoursSpecification", today) {
		if s.isDated() {
			s.special = true
			specs = append(specs, s)
		}
	}
	text, all := joinHours(week, slices.DeleteFunc(slices.Clone(specs), specification.isSingleDate)), joinHours(week, specs)
	if read, ok := hours.Read(all, ""); ok && all != text {
		exact = read.String()
	}
	return text, exact
}

// specifications are the objects of a key that are not over.
func (t Thing) specifications(key, today string) (specs []specification) {
	for _, value := range t.list(key) {
		if of, is := value.(map[string]any); is {
			if s, ok := specificationOf(of, today); ok {
				specs = append(specs, s)
			}
		}
	}
	return specs
}

// joinHours writes the hours of the week, then those of seasons and single dates, which replace
// them: the shorter the later. Single dates without anything else are left out, because nobody knows
// the hours of the other days.
func joinHours(week []string, specs []specification) string {
	specs = slices.DeleteFunc(slices.Clone(specs), func(s specification) bool { return s.isReplaced(specs) })
	hasSeason := false
	var dated []specification
	var holidays []string // which replace hours of the week
	for _, s := range specs {
		switch {
		case s.isDated():
			dated = append(dated, s)
			hasSeason = hasSeason || s.isSeason()
		case s.days == onHolidays:
			holidays = append(holidays, s.rules()...)
		default:
			week = append(week, s.rules()...)
		}
	}
	if len(week) > 0 || !slices.Equal(holidays, []string{onHolidays + " off"}) {
		week = append(week, holidays...)
	}
	weekly := joinDistinct("; ", week...)
	if weekly == "" && !hasSeason || len(dated) == 0 {
		return weekly
	}
	if read, ok := hours.Read(weekly, ""); ok { // "Mo 06:00-10:00; Mo 14:00-20:00" is two times of one rule
		weekly = read.String()
	}
	slices.SortStableFunc(dated, func(a, b specification) int { return b.length() - a.length() })
	rules := []string{weekly}
	for i, s := range dated {
		same := func(other specification) bool {
			return other.days == s.days && other.from == s.from && other.through == s.through && other.special == s.special
		}
		if slices.IndexFunc(dated, same) < i {
			continue
		}
		for _, other := range dated[i+1:] {
			if same(other) && !other.closed && !s.closed && other.times != s.times {
				s.times += "," + other.times
			}
		}
		rules = append(rules, s.rules()...)
	}
	return joinDistinct("; ", rules...)
}

var (
	vocabularyOf   = regexp.MustCompile(`(^|[\s,])[^\s,]*[/:#]`) // before a name
	publicHolidays = regexp.MustCompile(`(?i)\bPublicHolidays?\b`)
)

// days writes days of the week in a form such as Mo-Fr,Su,PH, or as they stand if they are not days
// alone, in a language that is known.
func days(names []string) string {
	open, holidays, ok := daysIn(names)
	switch {
	case !ok:
		return namesOf(names)
	case holidays:
		return joinDistinct(",", shortDays(open), "PH")
	}
	return shortDays(open)
}

// anyTimes are hours of which only the days are read.
const anyTimes = "08:00-20:00"

// onDays matches hours on days of the week and public holidays. Months do not match, nor does "Mo[1]",
// the first Monday of a month.
var onDays = regexp.MustCompile(`^(((Mo|Tu|We|Th|Fr|Sa|Su|PH)[-,]?)+ )?` + anyTimes + `$`)

// daysIn reads names of days, and ranges of days. ok is false if there is anything else.
func daysIn(names []string) (open [7]bool, holidays, ok bool) {
	text := publicHolidays.ReplaceAllString(namesOf(names), "PH")
	if strings.Trim(text, " ,") == "" {
		return open, false, true
	}
	read, ok := hours.Read(text+" "+anyTimes, "")
	if !ok || !onDays.MatchString(read.String()) {
		return open, false, false
	}
	for day := range open {
		open[day] = read.At(time.Date(2024, time.January, 1+day, 12, 0, 0, 0, time.UTC)) == hours.Open // Monday to Sunday
	}
	return open, strings.Contains(read.String(), "PH"), true
}

// namesOf are names of days in a list, without the vocabularies that they are from.
func namesOf(names []string) string {
	return vocabularyOf.ReplaceAllString(strings.ReplaceAll(strings.Join(names, ", "), ";", ","), "$1")
}

func shortDays(open [7]bool) string {
	var parts []string
	for first := 0; first < len(open); first++ {
		if !open[first] {
			continue
		}
		last := first
		for last < 6 && open[last+1] {
			last++
		}
		switch from, to := lenient.Weekdays[first][:2], lenient.Weekdays[last][:2]; last - first {
		case 0:
			parts = append(parts, from)
		case 1:
			parts = append(parts, from, to)
		default:
			parts = append(parts, from+"-"+to)
		}
		first = last
	}
	return strings.Join(parts, ",")
}
