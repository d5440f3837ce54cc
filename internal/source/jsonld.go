package source

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/PuerkitoBio/goquery"

	"airport-content/internal/content"
	"airport-content/internal/markup"
)

// thing is something that a page describes in JSON-LD with the words of schema.org.
type thing map[string]any

// maxJSONLD is how many bytes of JSON-LD of a page are read. An empty object of three bytes takes a hundred.
const maxJSONLD = 1 << 20

// things reads the JSON-LD of a page: objects, arrays and graphs. It ignores what is no JSON, and what is too much.
func things(doc *goquery.Document) (all []thing) {
	size := 0
	for _, script := range doc.Find(`script[type="application/ld+json" i]`).EachIter() {
		text := script.Text()
		if size += len(text); size > maxJSONLD {
			return all
		}
		var value any
		if json.Unmarshal([]byte(text), &value) == nil {
			all = append(all, thingsIn(value)...)
		}
	}
	return all
}

func thingsIn(value any) (all []thing) {
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

// subject is the thing that the page is about: the one that has the page's URL, or else the only one. A page of several things is
// a list: its subject is nil.
func subject(all []thing, page string) thing {
	var candidates []thing
	for _, t := range all {
		if t.contentType() == "" {
			continue
		}
		if t.text("url") == page || t.text("@id") == page {
			return t
		}
		candidates = append(candidates, t)
	}
	if len(candidates) != 1 {
		return nil
	}
	return candidates[0]
}

// contentTypes are types of schema.org with their subtypes. Names that end in Store, Shop or Event need no entry.
var contentTypes = map[content.Type][]string{
	"dining": {"FoodEstablishment", "Bakery", "BarOrPub", "Brewery", "CafeOrCoffeeShop", "Distillery", "FastFoodRestaurant",
		"IceCreamShop", "Restaurant", "Winery"},
	"shopping": {"Florist", "ShoppingCenter"},
	"parking-transportation": {"ParkingFacility", "AutoRental", "BoatTerminal", "BusStation", "BusStop", "GasStation", "SubwayStation",
		"TaxiService", "TaxiStand", "TrainStation"},
	"event": {"Festival", "Hackathon"},
	"news": {"Article", "NewsArticle", "AnalysisNewsArticle", "AskPublicNewsArticle", "BackgroundNewsArticle", "OpinionNewsArticle",
		"ReportageNewsArticle", "ReviewNewsArticle", "BlogPosting", "LiveBlogPosting", "SpecialAnnouncement"},
	"faq": {"FAQPage", "QAPage"},
	"amenity": {"AutomatedTeller", "BankOrCreditUnion", "BeautySalon", "CurrencyExchangeService", "DaySpa", "DryCleaningOrLaundry",
		"FinancialService", "HairSalon", "HealthClub", "Hostel", "Hotel", "Library", "LodgingBusiness", "MedicalClinic", "Motel", "Museum",
		"NailSalon", "Pharmacy", "PlaceOfWorship", "Playground", "PostOffice", "PublicToilet", "TouristInformationCenter"},
}

// contentType is "" for things that are no items: the website, its owner, breadcrumbs.
func (t thing) contentType() content.Type {
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

// list is what the key holds: nothing, one value or several.
func (t thing) list(key string) []any {
	switch v := t[key].(type) {
	case nil:
		return nil
	case []any:
		return v
	default:
		return []any{v}
	}
}

// texts are the strings of a key, as plain text. For an object it takes the first of the inside keys that has a text.
func (t thing) texts(key string, inside ...string) []string {
	var found []string
	for _, value := range t.list(key) {
		switch v := value.(type) {
		case string:
			if !isWebAddress(v) { // in a URL, &copy= is no ©
				v = markup.Plain(v)
			}
			if v != "" {
				found = append(found, v)
			}
		case map[string]any:
			for _, name := range inside {
				if text := thing(v).text(name); text != "" {
					found = append(found, text)
					break
				}
			}
		}
	}
	return found
}

func isWebAddress(text string) bool {
	return strings.HasPrefix(text, "https://") || strings.HasPrefix(text, "http://")
}

// text is the first of a key's texts.
func (t thing) text(key string, inside ...string) string {
	if all := t.texts(key, inside...); len(all) > 0 {
		return all[0]
	}
	return ""
}

// object is the first object of a key.
func (t thing) object(key string) thing {
	for _, value := range t.list(key) {
		if o, is := value.(map[string]any); is {
			return o
		}
	}
	return nil
}

// metadata has the keys of the service's document, and an event's times.
func (t thing) metadata() map[string]any {
	found := map[string]any{}
	for key, value := range map[string]string{
		"phone_number": t.text("telephone"), "hours_of_operation": t.hours(), "location_detail": t.location(),
		"start_date": t.text("startDate"), "end_date": t.text("endDate"),
	} {
		if value != "" {
			found[key] = value
		}
	}
	return found
}

// location is the place within the airport if the page names one, else the address.
func (t thing) location() string {
	for _, key := range []string{"location", "containedInPlace", "address"} {
		if text := cmp.Or(t.text(key), place(t.object(key))); text != "" {
			return text
		}
	}
	return ""
}

// place writes a Place or a PostalAddress in one line.
func place(at thing) string {
	var parts []string
	add := func(text string) {
		if text != "" && !slices.Contains(parts, text) {
			parts = append(parts, text)
		}
	}
	add(at.text("name"))
	add(at.text("address"))
	address := at.object("address")
	if address == nil {
		address = at
	}
	for _, key := range []string{"streetAddress", "addressLocality", "addressRegion", "postalCode"} {
		add(address.text(key))
	}
	return strings.Join(parts, ", ")
}

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// hours are the opening hours like Mo-Fr 06:00-22:00; Sa 08:00-20:00. Those of single dates are left out.
func (t thing) hours() string {
	parts := t.texts("openingHours")
	for _, value := range t.list("openingHoursSpecification") {
		spec, is := value.(map[string]any)
		if !is {
			continue
		}
		days := days(thing(spec).texts("dayOfWeek", "name", "@id"))
		opens, closes := clock(thing(spec).text("opens")), clock(thing(spec).text("closes"))
		if days != "" && opens != "" && closes != "" {
			parts = append(parts, days+" "+opens+"-"+closes)
		}
	}
	return strings.Join(parts, "; ")
}

// clock drops seconds: 06:00:00 becomes 06:00.
func clock(time string) string {
	if len(time) > len("06:00") && time[2] == ':' {
		return time[:len("06:00")]
	}
	return time
}

// days writes days of the week like Mo-Fr,Su.
func days(names []string) string {
	var open [7]bool
	for _, name := range names {
		if n := slices.Index(weekdays, name[strings.LastIndexAny(name, "/:#")+1:]); n >= 0 {
			open[n] = true
		}
	}
	var parts []string
	for first := 0; first < len(open); first++ {
		if !open[first] {
			continue
		}
		last := first
		for last < 6 && open[last+1] {
			last++
		}
		switch from, to := weekdays[first][:2], weekdays[last][:2]; last - first {
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
