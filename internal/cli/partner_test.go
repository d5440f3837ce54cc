package cli_test

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// partnerRow is a partner as the program prints it.
type partnerRow struct {
	ID         int64
	Name       string
	RateLimit  *int
	CreatedAt  string
	DisabledAt *string
}

func TestPartners(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	e.must(t, "partner", "add", "Beta")
	e.must(t, "partner", "add", "Old & Co.", "--id", "4711", "--rate-limit", "5")
	e.must(t, "partner", "add", "Acme")
	e.must(t, "partner", "add", "Small", "--id", "7")
	e.must(t, "partner", "add", "Next")
	e.must(t, "partner", "set", "Acme", "--rate-limit", "600")
	e.must(t, "partner", "set", "Old & Co.", "--rate-limit", "default")

	type row struct {
		ID    int64
		Name  string
		Limit int // 0: default
	}
	var list []partnerRow
	e.mustDecode(t, &list, "partner", "list")
	var got []row
	for _, p := range list {
		r := row{p.ID, p.Name, 0}
		if p.RateLimit != nil {
			r.Limit = *p.RateLimit
		}
		got = append(got, r)
	}
	want := []row{{4712, "Acme", 600}, {1, "Beta", 0}, {4713, "Next", 0}, {4711, "Old & Co.", 0}, {7, "Small", 0}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("list: %s", diff)
	}
	if table := e.must(t, "partner", "list"); !strings.Contains(table, "4712  Acme       600 a minute") {
		t.Errorf("table: %s", table)
	}

	e.refuses(t, []refusal{
		{args: []string{"partner", "add", "Acme"}, code: 1, says: `partner "Acme" exists already`},
		{args: []string{"partner", "add", "Gamma", "--id", "4711"}, code: 1, says: `partner id 4711 is taken already, by "Old & Co."`},
		{args: []string{"partner", "add", "Gamma", "--id", "9007199254740992"}, code: 1, says: "partner id 9007199254740992: want 1 to 9007199254740991"},
		{args: []string{"partner", "add", "Gamma", "--rate-limit", "0"}, code: 1, says: "rate limit 0: want 1 to "},
		{args: []string{"partner", "add", " Gamma"}, code: 1, says: "no space at its ends"},
		{args: []string{"partner", "add", "\xff"}, code: 1, says: `"\xff"`},
		{args: []string{"partner", "set", "Acne", "--rate-limit", "1"}, code: 1, says: `no partner "Acne"; known: Acme, `},
		{args: []string{"partner", "disable", "A\x00"}, code: 1, says: `no partner "A\x00"; known: Acme, `},
		{args: []string{"partner", "enable", ""}, code: 1, says: `no partner ""; known: `},
	})
}

// The largest id that an operator may give leaves others to be found.
func TestNextPartnerID(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	for i, test := range []struct{ given, want int64 }{
		{1<<53 - 1, 1<<53 - 1}, {0, 1}, {0, 2}, {7, 7}, {0, 8}, {1<<53 - 3, 1<<53 - 3}, {0, 1<<53 - 2}, {0, 9},
	} {
		args := []string{"partner", "add", fmt.Sprintf("Partner %d", i)}
		if test.given != 0 {
			args = append(args, "--id", strconv.FormatInt(test.given, 10))
		}
		var added partnerRow
		if e.mustDecode(t, &added, args...); added.ID != test.want {
			t.Errorf("%q: id %d, want %d", args, added.ID, test.want)
		}
	}
}

// Ids that operators give and ids that the program gives do not meet, even at the same moment.
func TestPartnersAddedAtOnce(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	var adding sync.WaitGroup
	for i := range 12 {
		adding.Go(func() {
			args := []string{"partner", "add", fmt.Sprintf("Partner %d", i)}
			if i%3 == 0 {
				args = append(args, "--id", strconv.Itoa(1000*(i+1)))
			}
			if got := e.run(t.Context(), "", args...); got.Code != 0 {
				t.Errorf("%q: %s", args, got.Stderr)
			}
		})
	}
	adding.Wait()
	var list []partnerRow
	if e.mustDecode(t, &list, "partner", "list"); len(list) != 12 {
		t.Errorf("%d partners, want 12", len(list))
	}
	e.must(t, "partner", "add", "The last")
}

func TestDisablePartner(t *testing.T) {
	t.Parallel()
	e := newEnviron(t)
	e.must(t, "partner", "add", "Acme")
	var first, second, third partnerRow
	e.mustDecode(t, &first, "partner", "disable", "Acme")
	e.mustDecode(t, &second, "partner", "disable", "Acme")
	e.mustDecode(t, &third, "partner", "enable", "Acme")
	if first.DisabledAt == nil || second.DisabledAt == nil || *first.DisabledAt != *second.DisabledAt || third.DisabledAt != nil {
		t.Errorf("disabled at %v, then %v, enabled %v", first.DisabledAt, second.DisabledAt, third.DisabledAt)
	}
}
