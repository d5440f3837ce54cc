package config

import (
	"errors"
	"fmt"
	"strings"
)

// SourcePassword finds the password of a source's user: SOURCE_PASSWORD_SFO_NEWS, or the file that SOURCE_PASSWORD_SFO_NEWS_FILE
// names. No error shows it.
func SourcePassword(lookup Lookup, airport, name string) (string, error) {
	variable := "SOURCE_PASSWORD_" + strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToUpper(airport+"_"+name))
	value, _ := lookup(variable)
	file, _ := lookup(variable + "_FILE")
	switch {
	case value != "" && file != "":
		return "", fmt.Errorf("%s and %s_FILE: set only one of them", variable, variable)
	case file != "":
		password, err := readSecret(file)
		if err != nil {
			return "", fmt.Errorf("%s_FILE: %w", variable, err)
		}
		return password, nil
	case value == "":
		return "", errors.New("it has a user and no password: set " + variable + ", or " + variable + "_FILE to a file that holds it")
	}
	return value, nil
}
