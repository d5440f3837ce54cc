package source

import (
	"cmp"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/PuerkitoBio/goquery"

	"airport-content/internal/content"
	"airport-content/internal/markup"
)

// thing is an object that a page describes in JSON-LD or microdata, with the vocabulary of
// schema.org.
type thing map[string]any

// maxJSONLD is how many bytes of a page's JSON-LD are read, and of its microdata. The limit saves
// memory: an empty object of three bytes takes a hundred.
const maxJSONLD = 1 << 20

// things reads the JSON-LD of a page: objects, arrays and graphs. It ignores invalid JSON, and JSON
// beyond maxJSONLD. If the JSON-LD describes no item, things reads the microdata.
func things(doc *goquery.Document) (all []thing) {
	var values []any
	size := 0
	for _, script := range doc.Find(`script[type^="application/ld+json" i]`).EachIter() {
		text := script.Text()
		if size += len(text); size > maxJSONLD {
			break
		}
		values = append(values, decodeLoose(text)...)
	}
	byID := map[string]map[string]any{}
	collect(values, byID)
	all = thingsIn(values)
	link(values, byID)
	if !slices.ContainsFunc(all, func(t thing) bool { return t.contentType() != "" }) {
		all = append(all, thingsIn(microdata(doc))...)
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

// subject is the thing that the page is about: the thing with the page's URL, or else the only
// thing. A page of several things is a list, and its subject is nil.
func subject(all []thing, page *url.URL) thing {
	var main, parts, candidates []thing // main entities of the page; things with a fragment of its URL; all things
	for _, t := range all {
		if about := thing(t.object("mainEntity")); t.isPage() && about.contentType() != "" {
			main = append(main, about)
		}
		if t.contentType() == "" || slices.ContainsFunc(candidates, t.isSame) {
			continue
		}
		if at := t.addressOn(page); at != nil && at.Fragment == "" {
			return t
		} else if at != nil {
			parts = append(parts, t)
		}
		candidates = append(candidates, t)
	}
	for _, some := range [][]thing{main, parts, candidates} {
		if len(some) == 1 {
			return some[0]
		}
	}
	return nil
}

// addressOn is the first address of a thing that leads to a page; nil if there is none.
func (t thing) addressOn(page *url.URL) *url.URL {
	for _, address := range slices.Concat(t.texts("url", "@id"), t.texts("mainEntityOfPage", "@id", "url"), t.texts("@id")) {
		if u, err := markup.ParseReference(page, address); err == nil && samePage(u, page) {
			return u
		}
	}
	return nil
}

// samePage reports whether two URLs lead to the same page, a slash at the end or not.
func samePage(a, b *url.URL) bool {
	plain := func(u *url.URL) string {
		n := *u
		n.Path, n.RawPath = strings.TrimSuffix(n.Path, "/"), strings.TrimSuffix(n.RawPath, "/")
		return sameCase(normal(&n))
	}
	return plain(a) == plain(b)
}

// isPage reports whether a thing is a web page, such as AboutPage.
func (t thing) isPage() bool {
	return slices.ContainsFunc(t.texts("@type"), func(name string) bool { return strings.HasSuffix(name, "Page") })
}

// isSame reports whether another object describes the same thing. Two plugins of a website may
// describe one shop.
func (t thing) isSame(other thing) bool {
	name := t.text("name")
	return name != "" && name == other.text("name") && t.contentType() == other.contentType()
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

// contentType is the content type of a thing. It is "" for a thing that is no item, such as the
// website, its owner or breadcrumbs.
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

// list is the values of a key: none, one or several.
func (t thing) list(key string) []any {
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
func (t thing) texts(key string, inside ...string) []string {
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
			text = thing(v).firstText(append([]string{"@value"}, inside...))
		}
		if text != "" {
			found = append(found, text)
		}
	}
	return found
}

// firstText is the text of the first key that has one; "" if none has.
func (t thing) firstText(keys []string) string {
	for _, key := range keys {
		if text := t.text(key); text != "" {
			return text
		}
	}
	return ""
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

// picture is the address of the thing's picture. An @id counts only if it names a picture file;
// else it is a mere reference.
func (t thing) picture() string {
	for _, value := range t.list("image") {
		picture, is := value.(map[string]any)
		if !is {
			picture = map[string]any{"url": value}
		}
		id := thing(picture).text("@id")
		if !pictureName.MatchString(id) {
			id = ""
		}
		if address := cmp.Or(thing(picture).text("url", "@id"), thing(picture).text("contentUrl", "@id"), id); address != "" {
			return address
		}
	}
	return t.text("thumbnailUrl", "@id")
}

// metadata has the keys of the service's document, and the times of an event.
func (t thing) metadata() map[string]any {
	found := map[string]any{}
	phone := cmp.Or(t.text("telephone"), t.object("contactPoint").text("telephone"))
	for key, value := range map[string]string{
		"phone_number": strings.TrimPrefix(phone, "tel:"), "hours_of_operation": t.hours(), "location_detail": t.location(),
		"start_date": t.text("startDate"), "end_date": t.text("endDate"),
	} {
		if value != "" {
			found[key] = value
		}
	}
	return found
}

// location is the place within the airport if the page names one, or else the address.
func (t thing) location() string {
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
func place(at thing) string {
	address := at.object("address")
	if address == nil {
		address = at
	}
	return joinDistinct(", ", at.text("name"), at.text("address"), address.text("streetAddress"), address.text("addressLocality"),
		address.text("addressRegion"), address.text("postalCode"))
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

var weekdays = []string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

// hours are the opening hours, such as "Mo-Fr 06:00-22:00; Sa 08:00-20:00". The hours of single
// dates are left out. Closed days are left out too: they have no hours, or hours from midnight to
// midnight.
func (t thing) hours() string {
	var parts []string
	for _, key := range []string{"openingHours", "openingHoursSpecification"} {
		for _, text := range t.texts(key) {
			parts = append(parts, strings.Trim(noHours.ReplaceAllString(text, ","), " ,;"))
		}
		for _, value := range t.list(key) {
			if spec, is := value.(map[string]any); is {
				parts = append(parts, hoursOf(spec))
			}
		}
	}
	return joinDistinct("; ", parts...)
}

// noHours finds the empty entries that templates leave in a list, such as the first two of ", , We
// 10:00-14:00".
var noHours = regexp.MustCompile(`,(\s*,)+`)

// hoursOf is the part of hours that an OpeningHoursSpecification describes; "" if it describes
// none.
func hoursOf(spec thing) string {
	days := days(spec.texts("dayOfWeek", "name", "@id"))
	opens, closes := clock(spec.text("opens")), clock(spec.text("closes"))
	from := spec.text("validFrom")
	if days == "" || opens == "" || closes == "" || opens == "00:00" && closes == "00:00" || from != "" && from == spec.text("validThrough") {
		return ""
	}
	return days + " " + opens + "-" + closes
}

var clockTime = regexp.MustCompile(`(?i)^T?(\d{1,2}:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?$`)

var halfDay = regexp.MustCompile(`(?i)^(\d{1,2})(?:[:.](\d\d))?(?::(\d\d))?\s*([ap])\.?\s?m\.?$`)

// clock is a time of day without seconds and zone: T06:00:00+01:00 becomes 06:00, and 6 PM becomes
// 18:00. It is "" for a text without digits, such as closed. Any other text stays.
func clock(text string) string {
	text = strings.TrimSpace(text)
	if found := clockTime.FindStringSubmatch(text); found != nil {
		return found[1]
	}
	if found := halfDay.FindStringSubmatch(text); found != nil {
		of, _ := timeOfDay(found)
		return time.Time{}.Add(of).Format("15:04")
	}
	if !strings.ContainsAny(text, "0123456789") {
		return ""
	}
	return text
}

// weekdaysOf finds names of days, whole or short, and ranges of days.
var weekdaysOf = regexp.MustCompile(`(?i)\b` + weekdayName + `\b(?:\s*[-–]\s*` + weekdayName + `\b)?`)

const weekdayName = `(mo|tu|we|th|fr|sa|su)(?:n|es?|d|u|urs?|i|t|(?:n|es|dnes|urs|i|tur)days?)?`

// days writes days of the week in a form such as Mo-Fr,Su.
func days(names []string) string {
	var open [7]bool
	for _, name := range names {
		for _, found := range weekdaysOf.FindAllStringSubmatch(name, -1) {
			first := weekday(found[1])
			last := first
			if found[2] != "" {
				last = weekday(found[2])
			}
			open[last] = true
			for day := first; day != last; day = (day + 1) % 7 {
				open[day] = true
			}
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

// weekday is the index of a day by its first two letters.
func weekday(short string) int {
	return slices.IndexFunc(weekdays, func(name string) bool { return strings.EqualFold(name[:2], short) })
}
