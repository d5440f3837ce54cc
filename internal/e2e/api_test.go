package e2e_test

import (
	"testing"
)

// fixture is what the tests of TestAPI share. They may add airports, partners and keys of their
// own, and change nothing else.
type fixture struct {
	installation
	*server
	items     []item // of SFO, in order
	some, all string // keys for SFO and for all airports, of partner Acme
}

// TestAPI has the rows that one server can answer side by side.
func TestAPI(t *testing.T) {
	t.Parallel()
	f := &fixture{installation: install(t), items: assorted(90)}
	f.some = f.fill(t, f.items...)
	f.all = f.key(t, "Acme", "--all-airports")
	f.server = f.serve(t)
	for name, test := range map[string]func(*testing.T, *fixture){
		"list": testList, "parameters": testParameters, "modifiedSince": testModifiedSince, "search": testSearch, "suggest": testSuggest, "item": testItem,
		"endpoints": testEndpoints, "errors": testErrors, "keys": testKeys, "airport codes": testAirportCodes, "order of checks": testOrderOfChecks, "revocation": testRevocation,
		"changes": testChanges, "wait": testWait, "dates": testDates, "headers": testHeaders, "If-None-Match": testIfNoneMatch, "compression": testCompression,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, f)
		})
	}
}

// airport adds an airport with items.
func (f *fixture) airport(t *testing.T, code string, items ...item) {
	t.Helper()
	f.do(t, "airport", "add", code, "Airport of "+code)
	if len(items) > 0 {
		f.load(t, code, items)
	}
}
