package search_test

import "testing"

// A time beside a thing is one thing: the hour in which items are open. Elsewhere it is words.
func TestTimes(t *testing.T) {
	t.Parallel()
	s := shelve("other | Pharmacy food")
	s.concepts = true
	s.place("day", "Pharmacy and food", `{"opening_hours": "Mo-Su 08:00-18:00"}`)
	s.place("always", "The pharmacy with the food and more", `{"opening_hours": "24/7"}`)
	for _, q := range []string{"food after 9pm", "food after 9 p.m.", "food 21:00", "food before 6am", "pharmacy open late", "Apotheke ab 21 Uhr",
		"pharmacie après 21h", "food at midnight", "food after 9pm?", "open at 21:00, food",
		"food after 21:00.", "Apotheke ab 21 Uhr.", "food (9pm)", "food (after 9pm).", "food (21:00)",
		"food at 6 in the morning", "food at 9 in the evening", "food 10 at night", "pharmacy at 2 at night", "Apotheke 9 Uhr abends", "Apotheke um 6 Uhr morgens",
		"pharmacie à 9 heures du soir", "farmacia a las 9 de la noche", "farmacia alle 9 di sera", "apteka o 9 wieczorem",
		"apotheek om 9 uur 's avonds", "apotheek om 9 uur ’s avonds", "apotheek om 6 uur 's ochtends", "pharmacie à 7 heures de l'après-midi", "pharmacy at 21 o'clock", "pharmacy at 21 o’clock"} {
		s.finds(t, map[string]string{q: "always other day"})
	}
	s.finds(t, map[string]string{"pharmacy 9": "other day always", "food 25:00": "other day always", "pharmacy 9?": "other day always", "pharmacy (9).": "other day always", "food at 9 in the morning": "day always other", "food 4.50": "other day always"})
}

// A number of days or nights is no time.
func TestNumbersOfDays(t *testing.T) {
	t.Parallel()
	s := shelve()
	s.place("day", "Left luggage", `{"opening_hours": "Mo-Su 08:00-13:00"}`)
	s.place("late", "The left luggage and more", `{"opening_hours": "Mo-Su 13:00-04:00"}`)
	s.place("afternoon", "The left luggage and much more", `{"opening_hours": "Mo-Su 13:00-15:00"}`)
	s.concepts = true
	s.finds(t, map[string]string{
		"камера хранения": "day late afternoon", "камера хранения на 2 дня": "day late afternoon", "камера хранения на 3 ночи": "day late afternoon",
		"камера хранения в 7 часов вечера": "late day afternoon", "камера хранения в 3 часа ночи": "late day afternoon", "камера хранения в 3 ночи": "late day afternoon",
		"камера хранения 4 часа дня": "late day afternoon", "камера хранения в 2 дня": "late afternoon day",
	})
}

// The number of a place is no time.
func TestPlacesBeforeTimes(t *testing.T) {
	t.Parallel()
	s := shelve("other | Other")
	s.place("there", "Pharmacy one", `{"terminal": "2", "opening_hours": "Mo-Su 06:00-23:00"}`)
	s.place("elsewhere", "Pharmacy two", `{"terminal": "1", "opening_hours": "24/7"}`)
	s.concepts = true
	for _, q := range []string{"pharmacy terminal 2", "pharmacy terminal 2 at night", "pharmacy terminal 2 in the evening"} {
		s.finds(t, map[string]string{q: "there elsewhere"})
	}
}

// Concepts of a time prefer the items that are open then.
func TestConceptsOfTimes(t *testing.T) {
	t.Parallel()
	s := shelve("day | Restaurant", "other | Breakfast food | pharmacy")
	s.concepts = true
	s.place("always", "The pharmacy with breakfast, food and a restaurant", `{"opening_hours": "24/7"}`)
	for _, q := range []string{"pharmacy round the clock", "late night food", "early breakfast"} {
		if found := s.run(t, requestFor(q)).Items; len(found) == 0 || found[0].ID != "always" {
			t.Errorf("%s: %v", q, found)
		}
	}
}
