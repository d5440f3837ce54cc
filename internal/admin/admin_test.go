package admin_test

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/admin"
	"airport-content/internal/check"
	"airport-content/internal/content"
	"airport-content/internal/importer"
	"airport-content/internal/partner"
	"airport-content/internal/testenv"
	"airport-content/internal/usage"
)

func TestMain(m *testing.M) { os.Exit(testenv.Main(m)) }

// fixture is a database with an airport SFO and a partner Acme, who has a key.
type fixture struct {
	admin.DB
	url string
	key partner.Key
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	f := &fixture{url: testenv.Database(t)}
	f.DB = admin.New(testenv.Pool(t, f.url))
	check.Must(f.AddAirport(t.Context(), "sfo", "San Francisco"))(t)
	check.Must(f.AddPartner(t.Context(), "Acme", 0, nil))(t)
	f.key = f.addKey(t, partner.Key{Airports: []string{"SFO"}})
	return f
}

func (f *fixture) addKey(t *testing.T, k partner.Key) partner.Key {
	t.Helper()
	text, id := partner.NewKey()
	k.ID, k.Partner, k.Scopes = id, "Acme", []string{partner.ReadAll}
	return check.Must(f.AddKey(t.Context(), k, partner.DigestOf(text), nil))(t)
}

func (f *fixture) load(t *testing.T, lines string) {
	t.Helper()
	check.Must(importer.Run(t.Context(), f.url, "SFO", strings.NewReader(lines), importer.Options{Retention: time.Hour}))(t)
}

func (f *fixture) keyNow(t *testing.T, id string) partner.Key {
	t.Helper()
	keys := check.Must(f.ListKeys(t.Context(), nil, nil))(t)
	i := slices.IndexFunc(keys, func(k partner.Key) bool { return k.ID == id })
	if i < 0 {
		t.Fatalf("no key %s", id)
	}
	return keys[i]
}

const oneItem = `{"id":"a","contentType":"page","title":"A","content":""}`

var www = content.Source{Airport: "SFO", Name: "www", Kind: "sitemap", URL: "https://www.example.com"}

// An error names the wrong value, and the known or allowed ones.
func TestRefusals(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.load(t, oneItem)
	check.Must(importer.Run(t.Context(), f.url, "SFO", strings.NewReader(strings.Replace(oneItem, "a", "crm", 1)), importer.Options{Source: "crm", Retention: time.Hour}))(t)
	check.Must(f.AddPartner(t.Context(), "Globex", 7, new(50)))(t)
	check.Must(f.AddSource(t.Context(), www))(t)
	check.Must(testenv.Pool(t, f.url).Exec(t.Context(), "UPDATE content_item SET source = 'www' WHERE id = 'a'"))(t)
	revoked := f.addKey(t, partner.Key{AllAirports: true})
	check.Must(f.RevokeKey(t.Context(), revoked.ID))(t)
	ended := f.addKey(t, partner.Key{AllAirports: true, ExpiresAt: new(time.Now().Add(-time.Hour))})
	text, _ := partner.NewKey()
	ctx, long := t.Context(), strings.Repeat("x", 201)
	for name, test := range map[string]struct {
		err  error
		says []string
	}{
		"an airport twice":           {check.Failure(f.AddAirport(ctx, "SFO", "Again")), []string{"SFO exists already: San Francisco"}},
		"no code":                    {check.Failure(f.AddAirport(ctx, "sf", "x")), []string{`"sf"`, "such as SFO"}},
		"no name":                    {check.Failure(f.AddAirport(ctx, "JFK", " ")), []string{"airport name: it is empty"}},
		"a long name":                {check.Failure(f.RenameAirport(ctx, "SFO", long)), []string{"201 characters, of at most 200"}},
		"a name with a line break":   {check.Failure(f.AddPartner(ctx, "a\nb", 0, nil)), []string{"no control characters"}},
		"another airport's website":  {check.Failure(f.SetPlace(ctx, "JFK", admin.Place{})), []string{"JFK", "SFO"}},
		"another airport to rename":  {check.Failure(f.RenameAirport(ctx, "JFK", "x")), []string{"JFK", "SFO"}},
		"another airport to reset":   {check.Failure(f.ResetAirportSync(ctx, "JFK")), []string{"JFK", "SFO"}},
		"another airport to remove":  {check.Failure(f.RemoveAirport(ctx, "JFK", true, true)), []string{"JFK", "SFO"}},
		"an airport with content":    {check.Failure(f.RemoveAirport(ctx, "SFO", false, false)), []string{admin.ErrHasContent.Error(), "2 items"}},
		"a partner of a taken name":  {check.Failure(f.RenamePartner(ctx, "Acme", "Globex")), []string{`"Globex" exists already`}},
		"another partner to rename":  {check.Failure(f.RenamePartner(ctx, "Acne", "x")), []string{"Acne", "Acme"}},
		"a partner without a name":   {check.Failure(f.RenamePartner(ctx, "Acme", "")), []string{"it is empty"}},
		"a partner that can read":    {check.Failure(f.RemovePartner(ctx, "Acme")), []string{"1 of its keys work; disable the partner first"}},
		"another partner to remove":  {check.Failure(f.RemovePartner(ctx, "Acne")), []string{"Acne", "Acme"}},
		"a partner twice":            {check.Failure(f.AddPartner(ctx, "Acme", 0, nil)), []string{`"Acme" exists already`}},
		"a partner's id twice":       {check.Failure(f.AddPartner(ctx, "Other", 7, nil)), []string{"7", "Globex"}},
		"a partner's id below 0":     {check.Failure(f.AddPartner(ctx, "Other", -1, nil)), []string{"want 1 to 9007199254740991"}},
		"a limit of 0":               {check.Failure(f.AddPartner(ctx, "Other", 0, new(0))), []string{"rate limit 0"}},
		"another partner's limit":    {check.Failure(f.SetPartnerRateLimit(ctx, "Acne", nil)), []string{"Acne", "Acme", "Globex"}},
		"a limit of 0 to set":        {check.Failure(f.SetPartnerRateLimit(ctx, "Acme", new(0))), []string{"rate limit 0"}},
		"another partner to disable": {check.Failure(f.SetPartnerDisabled(ctx, "Acne", true)), []string{"Acne", "Acme"}},
		"a key of another partner":   {check.Failure(f.AddKey(ctx, partner.Key{Partner: "Acne"}, partner.Digest{}, nil)), []string{"Acne", "Acme"}},
		"a key for another airport": {check.Failure(f.AddKey(ctx, partner.Key{Partner: "Acme", Airports: []string{"SFO", "JFK"}}, partner.Digest{}, nil)),
			[]string{"JFK", "SFO"}},
		"a key with a long label": {check.Failure(f.AddKey(ctx, partner.Key{Partner: "Acme", Label: long}, partner.Digest{}, nil)), []string{"label"}},
		"another key":             {check.Failure(f.SetKey(ctx, "unknown", admin.KeyChange{})), []string{"unknown", f.key.ID}},
		"a whole key for an id":   {check.Failure(f.RevokeKey(ctx, text)), []string{"whole key", "secret"}},
		"another airport for a key": {check.Failure(f.SetKey(ctx, f.key.ID, admin.KeyChange{AddAirports: []string{"JFK"}, Label: new("half")})),
			[]string{"JFK", "SFO"}},
		"an airport to add and remove": {check.Failure(f.SetKey(ctx, f.key.ID, admin.KeyChange{AddAirports: []string{"SFO"}, RemoveAirports: []string{"SFO"}})),
			[]string{"SFO is both to be added and to be removed"}},
		"a revoked key to change":     {check.Failure(f.SetKey(ctx, revoked.ID, admin.KeyChange{Label: new("x")})), []string{"revoked"}},
		"a revoked key to rotate":     {f.rotate(ctx, revoked.ID, time.Hour), []string{"revoked"}},
		"an expired key to rotate":    {f.rotate(ctx, ended.ID, time.Hour), []string{"expired"}},
		"keys of another partner":     {check.Failure(f.ListKeys(ctx, new("Acne"), nil)), []string{"Acne", "Acme"}},
		"usage of another partner":    {check.Failure(f.ListUsage(ctx, time.Now(), new("Acne"))), []string{"Acne", "Acme"}},
		"a source twice":              {check.Failure(f.AddSource(ctx, www)), []string{"SFO has a source www already"}},
		"a source of another airport": {check.Failure(f.Source(ctx, "JFK", "www")), []string{"JFK", "SFO"}},
		"a source with items of files": {check.Failure(f.AddSource(ctx, content.Source{Airport: "SFO", Name: "crm", Kind: "feed", URL: www.URL})),
			[]string{"files have brought items of this source (1)"}},
		"another source": {check.Failure(f.Source(ctx, "SFO", "web")), []string{"web", "www"}},
		"a change that fails": {check.Failure(f.SetSource(ctx, "SFO", "www", func(*content.Source) error { return errors.New("no") })),
			[]string{"set source www of SFO: no"}},
		"one synonym alone":         {check.Failure(f.AddSynonyms(ctx, []string{"alone"})), []string{"want two words"}},
		"a synonym without a word":  {check.Failure(f.AddSynonyms(ctx, []string{"…", "x"})), []string{"want 1 to"}},
		"a long synonym":            {check.Failure(f.AddSynonyms(ctx, []string{long, "x"})), []string{"at most 200 characters"}},
		"a synonym that is in none": {check.Failure(f.RemoveSynonym(ctx, "unheardof")), []string{"unheardof"}},
	} {
		for _, says := range test.says {
			if test.err == nil || !strings.Contains(test.err.Error(), says) {
				t.Errorf("%s: error %v, want %q", name, test.err, says)
			}
		}
		if test.err != nil && strings.Contains(test.err.Error(), text) {
			t.Errorf("%s: the error shows a key", name)
		}
	}
	check.Same(t, "", f.keyNow(t, f.key.ID).Label, "a refused change is half done")
}

func (f *fixture) rotate(ctx context.Context, id string, overlap time.Duration) error {
	text, fresh := partner.NewKey()
	_, _, err := f.RotateKey(ctx, id, fresh, partner.DigestOf(text), overlap, func(partner.Key) error { return nil })
	return err
}

func TestPlacesThatAreRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, website := range []string{"www.example.com", "ftp://example.com", "https://", "https:///path", "/path", "https://user:pass@example.com", "https://a.example/\n",
		"https://a.example/" + strings.Repeat("x", 2048), "javascript:alert(1)"} {
		if _, err := f.SetPlace(t.Context(), "SFO", admin.Place{Website: &website}); err == nil || !strings.Contains(err.Error(), "http or https URL") {
			t.Errorf("%.40q: %v", website, err)
		}
	}
	for _, zone := range []string{"Local", "localtime", "posix/UTC", "America", "PST8", "+02:00", "../UTC", "Europe/Berlin ", "Mars/Olympus"} {
		if _, err := f.SetPlace(t.Context(), "SFO", admin.Place{TimeZone: &zone}); err == nil || !strings.Contains(err.Error(), "want an IANA name") {
			t.Errorf("%q: %v", zone, err)
		}
	}
}

// during makes a change while another transaction changes the same row with a statement.
func (f *fixture) during(t *testing.T, statement string, change func() error) {
	t.Helper()
	other := check.Must(pgx.Connect(t.Context(), f.url))(t)
	defer other.Close(context.Background())
	check.Must(other.Exec(t.Context(), "BEGIN; "+statement))(t)
	done := make(chan error, 1)
	go func() { done <- change() }()
	check.Eventually(t, "the change waits", func() bool {
		return testenv.Value[int](t, f.url, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") > 0
	})
	check.Must(other.Exec(t.Context(), "COMMIT"))(t)
	check.NoError(t, <-done)
}

// Two operators who change parts of the same thing at the same time lose nothing.
func TestChangesAtTheSameTime(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.during(t, "UPDATE airport SET website = 'https://www.example.com'", func() error {
		return check.Failure(f.SetPlace(t.Context(), "SFO", admin.Place{TimeZone: new("Asia/Tokyo")}))
	})
	check.Same(t, admin.Place{Website: new("https://www.example.com"), TimeZone: new("Asia/Tokyo")}, check.Must(f.Airport(t.Context(), "SFO"))(t).Place)
	f.during(t, "UPDATE api_key SET label = 'desk'", func() error {
		return check.Failure(f.SetKey(t.Context(), f.key.ID, admin.KeyChange{Scopes: []string{"content:read:news"}}))
	})
	key := f.keyNow(t, f.key.ID)
	check.Same(t, "desk content:read:news", key.Label+" "+strings.Join(key.Scopes, " "))
	check.Must(f.AddSource(t.Context(), www))(t)
	f.during(t, "UPDATE source SET url = 'https://new.example.com'", func() error {
		return check.Failure(f.SetSource(t.Context(), "SFO", "www", func(s *content.Source) error { s.Settings.Language = "de"; return nil }))
	})
	source := check.Must(f.Source(t.Context(), "SFO", "www"))(t)
	check.Same(t, "https://new.example.com de", source.URL+" "+source.Settings.Language)
}

func TestAirports(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.load(t, oneItem)
	before := check.Must(f.RenameAirport(t.Context(), "sfo", "Another"))(t)
	if before.Code != "SFO" || before.Name != "Another" || before.Items != 1 || before.Languages["en"] != 1 || before.Outdated {
		t.Errorf("%+v", before)
	}
	longest := "https://a.example/" + strings.Repeat("x", 2030)
	for _, step := range []struct {
		change            admin.Place
		website, timeZone string
	}{
		{admin.Place{Website: &longest}, longest, "none"},
		{admin.Place{Website: new("https://www.example.com"), TimeZone: new("Asia/Tokyo")}, "https://www.example.com", "Asia/Tokyo"},
		{admin.Place{TimeZone: new("UTC")}, "https://www.example.com", "UTC"},
		{admin.Place{Website: new("")}, "none", "UTC"},
		{admin.Place{TimeZone: new("")}, "none", "none"},
	} {
		a, err := f.SetPlace(t.Context(), "sfo", step.change)
		none := "none"
		if check.NoError(t, err); *cmp.Or(a.Website, &none) != step.website || *cmp.Or(a.TimeZone, &none) != step.timeZone {
			t.Errorf("%+v, want %s, %s", a.Place, step.website, step.timeZone)
		}
	}
	check.Must(importer.Hide(t.Context(), f.url, "SFO", "a", importer.Options{}))(t)
	check.Error(t, admin.ErrHasContent, check.Failure(f.RemoveAirport(t.Context(), "SFO", false, true)), "a hidden item")
	check.Must(importer.Unhide(t.Context(), f.url, "SFO", "a", importer.Options{}))(t)
	after := check.Must(f.ResetAirportSync(t.Context(), "SFO"))(t)
	check.Same(t, 1, after.Items, "items after a reset")
	removed := check.Must(f.RemoveAirport(t.Context(), "SFO", true, true))(t)
	if removed != (admin.RemovedAirport{Code: "SFO", Items: 1, Keys: 1}) {
		t.Errorf("%+v", removed)
	}
	check.Must(f.AddAirport(t.Context(), "SFO", "Without content"))(t)
	check.Must(f.AddSource(t.Context(), www))(t)
	if err := check.Failure(f.RemoveAirport(t.Context(), "SFO", true, false)); !errors.Is(err, admin.ErrHasSources) || !strings.HasSuffix(err.Error(), ": www") {
		t.Errorf("with a source: %v", err)
	}
	check.Same(t, int64(1), check.Must(f.RemoveAirport(t.Context(), "SFO", false, true))(t).Sources, "sources")
	check.Must(f.AddAirport(t.Context(), "SFO", "Without content"))(t)
	check.Same(t, 0, check.Must(f.RemoveAirport(t.Context(), "SFO", false, false))(t).Items, "items of an airport without content")
	if list, err := f.ListAirports(t.Context()); len(list) != 0 || err != nil {
		t.Errorf("%+v, %v", list, err)
	}
}

func TestPartners(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	check.Must(f.AddPartner(t.Context(), "Seven", 7, nil))(t)
	if p, err := f.AddPartner(t.Context(), "Next", 0, new(5)); err != nil || p.ID != 8 || *p.RateLimit != 5 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := f.SetPartnerRateLimit(t.Context(), "Next", nil); err != nil || p.RateLimit != nil {
		t.Errorf("%+v, %v", p, err)
	}
	for _, disabled := range []bool{true, false, true} {
		check.Same(t, disabled, check.Must(f.SetPartnerDisabled(t.Context(), "Acme", disabled))(t).DisabledAt != nil)
	}
	renamed := check.Must(f.RenamePartner(t.Context(), "Acme", "Acme Travel"))(t)
	check.Same(t, "Acme Travel", f.keyNow(t, f.key.ID).Partner, "the partner of the key")
	check.NoError(t, f.AddUsage(t.Context(), []usage.Use{{Day: "2026-03-01", KeyID: f.key.ID, Requests: 1}}, nil))
	removed := check.Must(f.RemovePartner(t.Context(), "Acme Travel"))(t)
	if removed.ID != renamed.ID || removed.Keys != 1 {
		t.Errorf("%+v", removed)
	}
	check.Same(t, int64(0), check.Must(f.RemovePartner(t.Context(), "Next"))(t).Keys, "keys of a partner without keys")
	if list := check.Must(f.ListPartners(t.Context()))(t); len(list) != 1 || list[0].Name != "Seven" {
		t.Errorf("%+v", list)
	}
}

func TestKeys(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	check.Must(f.AddAirport(t.Context(), "JFK", "New York"))(t)
	change := admin.KeyChange{AddAirports: []string{"jfk"}, RemoveAirports: []string{"SFO"}, Scopes: []string{"content:read:news"}, Label: new("desk"), SetExpiry: true}
	if k, err := f.SetKey(t.Context(), f.key.ID, change); err != nil || !slices.Equal(k.Airports, []string{"JFK"}) || k.Label != "desk" || k.Scopes[0] != "content:read:news" {
		t.Errorf("%+v, %v", k, err)
	}
	text, id := partner.NewKey()
	wanted := partner.Key{ID: id, Partner: "Acme", AllAirports: true, Scopes: []string{partner.ReadAll}}
	if _, err := f.AddKey(t.Context(), wanted, partner.DigestOf(text), func(partner.Key) error { return errors.New("nobody sees it") }); err == nil {
		t.Error("a key that nobody sees is stored")
	}
	digests := []partner.Digest{partner.DigestOf("an old key"), partner.DigestOf("another old key")}
	keys, err := f.TakeOverKeys(t.Context(), wanted, digests)
	if err != nil || len(keys) != 2 || keys[0].ID == keys[1].ID {
		t.Fatalf("%+v, %v", keys, err)
	}
	check.Same(t, "desk", check.Must(f.SetKey(t.Context(), keys[0].ID, admin.KeyChange{Label: new("desk")}))(t).Label)
	if _, err := f.SetKey(t.Context(), keys[0].ID, admin.KeyChange{RemoveAirports: []string{"SFO"}}); err == nil || !strings.Contains(err.Error(), "it is for all airports") {
		t.Errorf("a key for all airports without one: %v", err)
	}
	if _, err := f.TakeOverKeys(t.Context(), wanted, []partner.Digest{partner.DigestOf("new"), digests[1]}); err == nil || !strings.Contains(err.Error(), "key 2 of 2 exists already") {
		t.Errorf("keys of which one exists: %v", err)
	}
	revoked := check.Must(f.RevokeKey(t.Context(), f.key.ID))(t)
	again := check.Must(f.RevokeKey(t.Context(), f.key.ID))(t)
	if revoked.RevokedAt == nil || !again.RevokedAt.Equal(*revoked.RevokedAt) {
		t.Errorf("revoked at %v, then at %v", revoked.RevokedAt, again.RevokedAt)
	}
	for since, want := range map[time.Duration]int{-time.Hour: 1, time.Hour: 0} {
		check.Same(t, want, len(check.Must(f.ListKeys(t.Context(), new("Acme"), new(time.Now().Add(since))))(t)), "keys revoked since ", since)
	}
	check.Same(t, 3, len(check.Must(f.ListKeys(t.Context(), nil, nil))(t)), "keys")
}

// A key in its overlap ends soon. Its second successor does not.
func TestRotateKeyTwice(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, full := range []*time.Time{nil, new(time.Now().Add(30 * 24 * time.Hour).Truncate(time.Millisecond))} {
		key := f.addKey(t, partner.Key{AllAirports: true, ExpiresAt: full})
		for _, overlap := range []time.Duration{24 * time.Hour, 12 * time.Hour, 0} {
			text, id := partner.NewKey()
			fresh, old, err := f.RotateKey(t.Context(), key.ID, id, partner.DigestOf(text), overlap, func(partner.Key) error { return nil })
			check.NoError(t, err)
			if (fresh.ExpiresAt == nil) != (full == nil) || full != nil && !fresh.ExpiresAt.Equal(*full) {
				t.Errorf("the successor expires at %v, want %v", fresh.ExpiresAt, full)
			}
			ends := old.RevokedAt != nil
			if overlap > 0 {
				ends = !ends && old.ExpiresAt != nil && old.ExpiresAt.Before(time.Now().Add(overlap+time.Minute))
			}
			if !ends {
				t.Errorf("the old key after an overlap of %s: %+v", overlap, old)
			}
		}
	}
}

func TestSources(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	check.Must(f.AddSource(t.Context(), www))(t)
	got := check.Must(f.SetSource(t.Context(), "sfo", "www", func(s *content.Source) error { s.URL = "https://new.example.com"; return nil }))(t)
	if got.URL != "https://new.example.com" || got.Last != nil {
		t.Errorf("%+v", got)
	}
	for _, paused := range []bool{true, false} {
		check.Same(t, paused, check.Must(f.PauseSource(t.Context(), "SFO", "www", paused))(t).Paused)
	}
	var changes sync.WaitGroup // at once, and none is lost
	for _, change := range []func(*content.Source){func(s *content.Source) { s.Settings.Rate = 2 }, func(s *content.Source) { s.Settings.Language = "de" },
		func(s *content.Source) { s.Settings.Every = time.Hour }} {
		changes.Go(func() {
			if _, err := f.SetSource(t.Context(), "SFO", "www", func(s *content.Source) error { change(s); return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	changes.Wait()
	if s, err := f.Source(t.Context(), "SFO", "www"); err != nil || s.Settings.Rate != 2 || s.Settings.Language != "de" || s.Settings.Every != time.Hour {
		t.Errorf("%+v, %v", s, err)
	}
	p := check.Must(importer.OpenPull(t.Context(), f.url, "SFO", "www", nil))(t)
	defer p.Close()
	_, _, err := p.Begin(t.Context())
	check.NoError(t, err)
	check.Must(p.Merge(t.Context(), importer.Crawled{Items: strings.NewReader(oneItem), Run: content.SourceRun{StartedAt: time.Now()}}, importer.Options{}))(t)
	list := check.Must(f.ListSources(t.Context(), nil))(t)
	if len(list) != 1 || list[0].Last == nil || list[0].Last.Added != 1 || list[0].RunningSince == nil || list[0].GoodAt == nil {
		t.Errorf("%+v", list)
	}
	if n, err := f.CountSourceItems(t.Context(), www); n != 1 || err != nil {
		t.Errorf("%d items, %v", n, err)
	}
	if runs, err := f.SourceRuns(t.Context(), www); len(runs) != 1 || runs[0].Added != 1 || err != nil {
		t.Errorf("%+v, %v", runs, err)
	}
}

func TestSynonyms(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, step := range []struct {
		add    []string
		remove string
		want   string // the group, or the removed words
	}{
		{[]string{"gizmo", "gadget"}, "", "gadget gizmo"},
		{[]string{"Gizmo", "thing um"}, "", "gadget gizmo thing um"},
		{nil, "thing um", "thing um"},
		{nil, "gadget", "gadget gizmo"},
	} {
		var group []string
		var err error
		if step.add != nil {
			group, err = f.AddSynonyms(t.Context(), step.add)
		} else {
			group, err = f.RemoveSynonym(t.Context(), step.remove)
		}
		if slices.Sort(group); err != nil || strings.ToLower(strings.Join(group, " ")) != step.want {
			t.Errorf("%v %s: %q, %v", step.add, step.remove, group, err)
		}
	}
	groups := check.Must(f.ListSynonyms(t.Context()))(t)
	if slices.ContainsFunc(groups, func(g admin.SynonymGroup) bool { return slices.Contains(g.Words, "gizmo") }) {
		t.Errorf("a group is left: %+v", groups)
	}
}

func TestUsage(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	today := time.Now().UTC()
	use := usage.Use{Day: today.Format(time.DateOnly), KeyID: f.key.ID, Requests: 4, Refused: 1, RateLimited: 1, Failed: 1, LastUsed: today}
	gone := usage.Use{Day: use.Day, KeyID: "gone", Requests: 1}
	for range 2 {
		check.NoError(t, f.AddUsage(t.Context(), []usage.Use{use, gone}, nil))
	}
	list := check.Must(f.ListUsage(t.Context(), today, new("Acme")))(t)
	if len(list) != 1 || list[0].Requests != 8 || list[0].Refused != 2 || list[0].RateLimited != 2 || list[0].Failed != 2 || list[0].Partner != "Acme" {
		t.Errorf("%+v", list)
	}
	if f.keyNow(t, f.key.ID).LastUsedAt == nil {
		t.Error("the key was never used")
	}
}
