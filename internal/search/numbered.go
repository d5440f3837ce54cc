package search

import (
	"regexp"
	"strings"

	"airport-content/internal/search/word"
)

// Flights and times are written in several ways: AF 007, AF7; 22:15, 22h15.

var (
	flight = regexp.MustCompile(`^([a-z]{2}|[a-z][0-9]|[0-9][a-z])([0-9]{1,4})$`)
	time24 = regexp.MustCompile(`^([01]?[0-9]|2[0-3])h([0-5][0-9])$`)
)

const (
	mostFlightDigits = 4 // of a flight number
	leastAfterDigit  = 3 // digits of a flight number after a code with a digit: B12 is a gate, U2123 a flight
)

// flightOf parts a flight number into the code of the airline and the number.
func flightOf(parts []string) (airline, number string) {
	found := flight.FindStringSubmatch(strings.ToLower(strings.Join(parts, "")))
	if found == nil || len(parts) > 2 || len(parts) == 2 && parts[1] != found[2] {
		return "", ""
	}
	if airline, number = found[1], found[2]; word.HasDigit(airline) && len(number) < leastAfterDigit {
		return "", ""
	}
	return airline, number
}

// isFlight accepts a word, or two, that items write as another form of a flight number.
func isFlight(p *planner, words []Word) bool { return len(p.flights(run{words: words}.parts())) > 0 }

func readFlights(p *planner, r run) []Analysis { return p.flights(r.parts()) }

// flights lists the forms of a flight number that items hold, but the typed one.
func (p *planner) flights(parts []string) (list []Analysis) {
	airline, number := flightOf(parts)
	typed := p.phrase(parts...).key()
	for number = strings.TrimLeft(number, "0"); number != "" && len(number) <= mostFlightDigits; number = "0" + number {
		if code, _ := flightOf([]string{airline + number}); code == "" {
			continue
		}
		forms := append(p.phrases([]string{airline, number}), p.analysis(airline+number))
		for _, form := range forms {
			if form.frequency() > 0 && form.key() != typed {
				list = append(list, form)
			}
		}
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
