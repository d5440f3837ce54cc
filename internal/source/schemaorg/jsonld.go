// Package schemaorg reads what a page describes in JSON-LD or microdata, with the vocabulary of
// schema.org.
package schemaorg

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"airport-content/internal/content"
	"airport-content/internal/markup"
	"airport-content/internal/source/lenient"
	"airport-content/internal/source/rule"
	"airport-content/internal/source/web"
)

// Thing is an object that a page describes in JSON-LD or microdata, with the vocabulary of
// schema.org.
type Thing map[string]any

// maxJSONLD is how many bytes of a page's JSON-LD are read, and of its microdata. The limit saves
// memory: an empty object of three bytes takes a hundred.
const maxJSONLD = 1 << 20

// Read reads the JSON-LD of a page: objects, arrays and graphs. It ignores invalid JSON, and JSON
// beyond maxJSONLD. If the JSON-LD describes no item, things reads the microdata.
func Read(doc *goquery.Document) (all []Thing) {
	var values []any
	size := 0
	for _, script := range doc.Find(`script[type^="application/ld+json" i]`).EachIter() {
		text := script.Text()
		if size += len(text); size > maxJSONLD {
			break
		}
		values = append(values, lenient.Values(text)...)
	}
	byID := map[string]map[string]any{}
	collect(values, byID)
	all = thingsIn(values)
	link(values, byID)
	if !slices.ContainsFunc(all, func(t Thing) bool { return t.ContentType() != "" }) {
		all = append(all, thingsIn(microdata(doc))...)
	}
	return all
}

func thingsIn(value any) (all []Thing) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			all = append(all, thingsIn(one)...)
		}
	case map[string]any:
		all = append(all, v)
		all = append(all, thingsIn(v["@graph"])...)
		all = append(all, thingsIn(v["mainEntity"])...)
	}
	return all
}

// Subject is the thing that the page is about: the thing with the page's URL, or else the only
// thing. A page of several things is a list, and its subject is nil. A thing with the URL of another
// page of the website, such as an event in a sidebar, is not of this page.
func Subject(all []Thing, page *url.URL, off rule.Off) Thing {
	var main, parts, candidates []Thing // main entities of the page; things with a fragment of its URL; all things
	for _, t := range all {
		if about := Thing(t.object("mainEntity")); t.IsPage() && about.ContentType() != "" {
			main = append(main, about)
		}
		if t.ContentType() == "" || slices.ContainsFunc(candidates, t.isSame) {
			continue
		}
		switch at := t.addressOn(page); {
		case at != nil && at.Fragment == "":
			return t
		case at != nil:
			parts = append(parts, t)
		case !off[rule.OtherThing] && t.isElsewhere(page):
			continue
		}
		candidates = append(candidates, t)
	}
	for _, some := range [][]Thing{main, parts, candidates} {
		if len(some) == 1 {
			return some[0]
		}
	}
	return nil
}

// addresses are the addresses of a thing, seen from a page.
func (t Thing) addresses(page *url.URL) (all []*url.URL) {
	for _, address := range slices.Concat(t.texts("url", "@id"), t.texts("mainEntityOfPage", "@id", "url"), t.texts("@id")) {
		if u, err := markup.ParseReference(page, address); err == nil {
			all = append(all, u)
		}
	}
	return all
}

// addressOn is the first address of a thing that leads to a page; nil if there is none.
func (t Thing) addressOn(page *url.URL) *url.URL {
	for _, u := range t.addresses(page) {
		if web.SamePage(u, page) {
			return u
		}
	}
	return nil
}

// IsAt reports whether a page is at the address of the thing.
func (t Thing) IsAt(page *url.URL) bool {
	at := t.addressOn(page)
	return at != nil && at.Fragment == ""
}

// isElsewhere reports whether an address of the thing is that of another page of the website.
func (t Thing) isElsewhere(page *url.URL) bool {
	return slices.ContainsFunc(t.addresses(page), func(u *url.URL) bool {
		return web.SameSite(u, page) && strings.Trim(u.Path, "/") != strings.Trim(page.Path, "/")
	})
}

// IsPage reports whether a thing is a web page, such as AboutPage.
func (t Thing) IsPage() bool {
	return slices.ContainsFunc(t.texts("@type"), func(name string) bool { return strings.HasSuffix(name, "Page") })
}

// isSame reports whether another object describes the same thing. Two plugins of a website may
// describe one shop.
func (t Thing) isSame(other Thing) bool {
	name := t.Text("name")
	return name != "" && name == other.Text("name") && t.ContentType() == other.ContentType()
}

// contentTypes are the types of schema.org, subtypes included, by content type. Names that end in
// Store, Shop or Event need no entry.
var contentTypes = map[content.Type][]string{
	"dining": {"FoodEstablishment", "Bakery", "BarOrPub", "Brewery", "CafeOrCoffeeShop", "Distillery", "FastFoodRestaurant",
		"IceCreamShop", "Restaurant", "Winery"},
	"shopping": {"Florist", "ShoppingCenter"},
	"parking-transportation": {"ParkingFacility", "AutoRental", "BoatTerminal", "BusStation", "BusStop", "GasStation", "SubwayStation",
		"TaxiService", "TaxiStand", "TrainStation"},
	"event": {"EventSeries", "Festival", "Hackathon"},
	"news": {"Article", "NewsArticle", "AnalysisNewsArticle", "AskPublicNewsArticle", "BackgroundNewsArticle", "OpinionNewsArticle",
		"ReportageNewsArticle", "ReviewNewsArticle", "BlogPosting", "LiveBlogPosting", "SpecialAnnouncement"},
	"faq": {"FAQPage", "QAPage"},
	"amenity": {"AutomatedTeller", "BankOrCreditUnion", "BeautySalon", "CurrencyExchangeService", "DaySpa", "DryCleaningOrLaundry",
		"FinancialService", "HairSalon", "HealthClub", "Hostel", "Hotel", "Library", "LodgingBusiness", "MedicalClinic", "Motel", "Museum",
		"NailSalon", "Pharmacy", "PlaceOfWorship", "Playground", "PostOffice", "PublicToilet", "TouristInformationCenter"},
}

// ContentType is the content type of a thing. It is "" for a thing that is no item, such as the
// website, its owner or breadcrumbs.
func (t Thing) ContentType() content.Type {
	for _, name := range t.texts("@type") {
		name = name[strings.LastIndexAny(name, "/:#")+1:] // schema:Store, https://schema.org/Store
		for to, names := range contentTypes {
			if slices.Contains(names, name) {
				return to
			}
		}
		switch {
		case strings.HasSuffix(name, "Store"), strings.HasSuffix(name, "Shop"):
			return "shopping"
		case strings.HasSuffix(name, "Event"):
			return "event"
		}
	}
	return ""
}

// list is the values of a key: none, one or several.
func (t Thing) list(key string) []any {
	return flat(t[key])
}

func flat(value any) (all []any) {
	switch v := value.(type) {
	case nil:
	case []any:
		for _, one := range v {
			all = append(all, flat(one)...)
		}
	default:
		all = []any{v}
	}
	return all
}

// texts are the strings of a key, as plain text. The text of an object is that of the first inside
// key that has one.
func (t Thing) texts(key string, inside ...string) []string {
	var found []string
	for _, value := range t.list(key) {
		text := ""
		switch v := value.(type) {
		case string:
			if text = v; !isWebAddress(v) { // in a URL, &copy= is no ©
				text = markup.Plain(v)
			}
		case json.Number:
			text = v.String()
		case map[string]any:
			text = Thing(v).firstText(append([]string{"@value"}, inside...))
		}
		if text != "" {
			found = append(found, text)
		}
	}
	return found
}

// firstText is the text of the first key that has one; "" if none has.
func (t Thing) firstText(keys []string) string {
	for _, key := range keys {
		if text := t.Text(key); text != "" {
			return text
		}
	}
	return ""
}

func isWebAddress(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

// Text is the first of a key's texts.
func (t Thing) Text(key string, inside ...string) string {
	if all := t.texts(key, inside...); len(all) > 0 {
		return all[0]
	}
	return ""
}

// object is the first object of a key.
func (t Thing) object(key string) Thing {
	for _, value := range t.list(key) {
		if o, is := value.(map[string]any); is {
			return o
		}
	}
	return nil
}

// Picture is the address of the thing's picture. An @id counts only if it names a picture file;
// else it is a mere reference.
func (t Thing) Picture() string {
	for _, value := range t.list("image") {
		picture, is := value.(map[string]any)
		if !is {
			picture = map[string]any{"url": value}
		}
		id := Thing(picture).Text("@id")
		if !web.PictureName.MatchString(id) {
			id = ""
		}
		if address := cmp.Or(Thing(picture).Text("url", "@id"), Thing(picture).Text("contentUrl", "@id"), id); address != "" {
			return address
		}
	}
	return t.Text("thumbnailUrl", "@id")
}

// Metadata has the keys of the service's document, and the times of an event. Hours and dates that
// are over do not count.
func (t Thing) Metadata() map[string]any {
	found := map[string]any{}
	today := time.Now().UTC().AddDate(0, 0, -1).Format(time.DateOnly) // which is over in every time zone
	event := t.event(today)
	if len(event.periods) > 1 {
		found["dates"] = event.periods
	}
	hoursText, exactHours := t.hours(today)
	phone := cmp.Or(t.Text("telephone"), t.object("contactPoint").Text("telephone"))
	for key, value := range map[string]string{
		"phone_number": strings.TrimPrefix(phone, "tel:"), "hours_of_operation": cmp.Or(hoursText, event.hours), "opening_hours": exactHours,
		"location_detail": t.location(), "start_date": event.start, "end_date": event.end, "event_status": t.eventStatus(),
	} {
		if value != "" {
			found[key] = value
		}
	}
	return found
}

// location is the place within the airport if the page names one, or else the address.
func (t Thing) location() string {
	for _, key := range []string{"location", "containedInPlace", "address"} {
		texts := t.texts(key)
		for _, value := range t.list(key) { // the first may be a VirtualLocation without a place
			if at, is := value.(map[string]any); is {
				texts = append(texts, place(at))
			}
		}
		if text := cmp.Or(texts...); text != "" {
			return text
		}
	}
	return ""
}

// place writes a Place or a PostalAddress in one line.
func place(at Thing) string {
	address := at.object("address")
	if address == nil {
		address = at
	}
	return joinDistinct(", ", at.Text("name"), at.Text("address"), address.Text("streetAddress"), address.Text("addressLocality"),
		address.Text("addressRegion"), address.Text("postalCode"))
}

// joinDistinct joins the texts that are neither empty nor repeated.
func joinDistinct(separator string, texts ...string) string {
	var distinct []string
	for _, text := range texts {
		if text != "" && !slices.Contains(distinct, text) {
			distinct = append(distinct, text)
		}
	}
	return strings.Join(distinct, separator)
}
