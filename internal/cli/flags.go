package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/config"
	"airport-content/internal/content"
	"airport-content/internal/partner"
	"airport-content/internal/spelling"
	"airport-content/internal/timestamp"
)

const (
	expiresUsage = "when the key ends: a `date` such as 2026-12-31, which means its first moment in UTC, a time from now such as 30d or 12h, or never"
	scopeUsage   = "a `scope`: content:read, or content:read:<contentType> for one type; may be repeated"
)

// each reads a flag with several values: repeated, joined by commas, or both. Empty values reach
// read, which refuses them, because a script with an empty variable must fail.
func each(read func(value string) error) func(string) error {
	return func(s string) error {
		for value := range strings.SplitSeq(s, ",") {
			if err := read(value); err != nil {
				return err
			}
		}
		return nil
	}
}

// texts collects values as they are.
func texts(into *[]string) func(string) error {
	return each(func(value string) error {
		*into = append(*into, value)
		return nil
	})
}

// origins collects the origins of web pages.
func origins(into *[]string) func(string) error {
	return each(func(value string) error {
		origin, err := partner.ParseOrigin(value)
		if err == nil && !slices.Contains(*into, origin) {
			*into = append(*into, origin)
		}
		return err
	})
}

// scopes collects scopes.
func scopes(into *[]string) func(string) error {
	return each(func(value string) error {
		if err := partner.CheckScope(value); err != nil {
			return err
		}
		if t := partner.ScopeType(value); t != "" && !slices.Contains(content.TypeNames(), t) {
			return fmt.Errorf("no content type %q; %s", t, spelling.Known(t, content.TypeNames()))
		}
		if !slices.Contains(*into, value) {
			*into = append(*into, value)
		}
		return nil
	})
}

// completeScope offers the scopes after --scope.
func completeScope(cmd *cobra.Command) {
	list := []cobra.Completion{partner.ReadAll}
	for _, t := range content.TypeNames() {
		list = append(list, partner.ReadAll+":"+t)
	}
	_ = cmd.RegisterFlagCompletionFunc("scope", cobra.FixedCompletions(list, cobra.ShellCompDirectiveNoFileComp)) // fails only for an unknown flag
}

// expiry reads --expires; nil is never.
func expiry(into **time.Time) func(string) error {
	return func(s string) error {
		if s == "never" {
			*into = nil
			return nil
		}
		end, err := moment(s, 1)
		if err != nil {
			return errors.New("want a date such as 2026-12-31, a time from now such as 30d or 12h, or never")
		}
		*into = &end
		return nil
	}
}

// since reads --since.
func since(into *time.Time) func(string) error {
	return func(s string) (err error) {
		if *into, err = moment(s, -1); err != nil {
			return errors.New("want a date such as 2026-03-01, or so long ago, such as 30d or 12h")
		}
		return nil
	}
}

// moment reads a date, or a duration from now. A sign of 1 means the future, -1 the past.
func moment(s string, sign time.Duration) (time.Time, error) {
	if d, err := config.ParseDuration(s); err == nil && d > 0 {
		return time.Now().Add(sign * d), nil
	}
	return timestamp.Parse(s)
}
