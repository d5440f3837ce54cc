package search_test

import (
	"strings"
	"testing"

	"airport-content/internal/check"
	"airport-content/internal/search"
)

// The words of a text, each joined form with a plus sign.
func TestEachWord(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct{ title, want string }{
		{"Check-in desks", "check in +checkin desks"},
		{"Check‑in‑Schalter", "check in +checkin schalter +checkinschalter"},
		{"Pop-up · Drop−off", "pop up +popup drop off +dropoff"},
		{"T-shirts, X-ray", "t shirts +tshirts x ray +xray"},
		{"- a - b -c- --", "a b c"},
		{"state-of-the-art-and-more", "state of +stateof the +ofthe art +theart and +artand more +andmore"},
		{"2-4, 24/7, 650-555-0147", "2 4 24 7 650 555 0147"},
		{"Gate B-12, 7-Eleven", "gate b 12 +b12 7 eleven +7eleven"},
		{"Gate B 12, LH 456", "gate b 12 +b12 lh 456 +lh456"},
		{"A 12 minute walk to gate A 12", "a 12 minute walk to gate a 12 +a12"},
		{"Plan B 12-14, gate b 12, USA 12, B 12345", "plan b 12 14 gate b 12 usa 12 b 12345"},
		{"L'Oréal d'Artagnan l'aéroport L'Étoile", "l oréal +loréal d artagnan +dartagnan l aéroport l étoile +létoile"},
		{"J.Crew, L.L.Bean, s.Oliver", "j crew +jcrew ll bean +llbean s oliver +soliver"},
		{"P.F. Chang's. J. Crew: Y. Gate", "pf chang +pfchang j crew +jcrew y gate +ygate"},
		{"At gate B. Open now. A. Parking", "at gate b open now a parking"},
		{"900 m² 50m³ Wi-Fi²", "900 m 2 +m2 50m 3 +50m3 wi fi +wifi 2 +fi2 +wifi2"},
		{"Toys\"R\"Us \"quoted\"", "toys r +toysr us +rus +toysrus quoted"},
		{"Instal·lacions", "instal lacions +installacions"},
		{"T2-航站楼-B", "t2 航站 站楼 b"},
	} {
		texts := search.Document(search.Item{Language: "xx", Title: tc.title})
		var got []string
		for w := range search.EachWord(texts[0].Words) {
			if w.Joined() {
				got = append(got, "+"+w.Word)
			} else {
				got = append(got, w.Word)
			}
		}
		check.Same(t, tc.want, strings.Join(got, " "), tc.title)
	}
}
