package search

import (
	"regexp"
	"strings"

	"airport-content/internal/search/word"
)

// Flights and times are written in several ways: AF 007, AF7; 22:15, 22h15.

var (
	flight = regexp.MustCompile(`^([a-z]{2})([0-9]{1,4})$`)
	time24 = regexp.MustCompile(`^([01]?[0-9]|2[0-4])h([0-5][0-9])$`)
)

// mostFlightDigits is the most digits of a flight number.
const mostFlightDigits = 4

// flightOf parts a flight number into the code of the airline and the number without zeros.
func flightOf(parts []string) (airline, number string) {
	found := flight.FindStringSubmatch(strings.ToLower(strings.Join(parts, "")))
	if found == nil || len(parts) > 2 || len(parts) == 2 && parts[1] != found[2] {
		return "", ""
	}
	return found[1], strings.TrimLeft(found[2], "0")
}

// isFlight accepts two words that items write as another form of a flight number.
func isFlight(p *planner, words []Word) bool {
	list := run{words: words}.parts()
	return len(list) == 2 && len(p.flights(list)) > 0
}

func readFlights(p *planner, r run) []Analysis { return p.flights(r.parts()) }

// flights lists the forms of a flight number that items hold, but the typed one.
func (p *planner) flights(parts []string) (list []Analysis) {
	airline, number := flightOf(parts)
	if number == "" {
		return nil
	}
	for len(number) <= mostFlightDigits {
		forms := append(p.phrases([]string{airline, number}), p.analysis(airline+number))
		for _, form := range forms {
			if form.frequency() > 0 && form.key() != p.analysis(parts...).key() {
				list = append(list, form)
			}
		}
		number = "0" + number
	}
	return list
}

// readClock writes a time in the other way.
func readClock(p *planner, r run) []Analysis {
	parts := r.parts()
	if found := time24.FindStringSubmatch(strings.ToLower(r.only())); found != nil {
		return p.phrases(found[1:])
	}
	if len(r.words) == 1 && len(parts) == 2 && word.IsNumber(parts[0]) && word.IsNumber(parts[1]) && time24.MatchString(strings.Join(parts, "h")) {
		return []Analysis{p.analysis(strings.Join(parts, "h"))}
	}
	return nil
}
