package place

// The languages of queries are more than those of texts: a form that is wrong for one text in a
// thousand would give items a false place, but is good enough for the order of what is found.

// asked are the forms of texts, and those of Arabic, Czech, Danish, Greek, Hindi, Hungarian,
// Indonesian, Norwegian, Polish, Romanian, Russian, Slovak, Swedish, Thai, Turkish, Ukrainian and
// Vietnamese.
var asked = func() []form {
	all := forms[:len(forms):len(forms)]
	for _, a := range []struct {
		part           Part
		value, pattern string
	}{
		{Security, Before, `przed kontrolą(?: bezpieczeństwa)?|(?:do|перед|до) (?:контролем|контроля|досмотром|досмотра|контролю)(?: безопасности| безпеки)?|` +
			`(?:före|innan|før|inden) (?:säkerhetskontrollen?|sikkerhedskontrollen?|sikkerhetskontrollen?|security)|` +
			`güvenlik(?:ten| kontrolünden)? önce|před bezpečnostní kontrolou|pred bezpečnostnou kontrolou|biztonsági ellenőrzés előtt|` +
			`înainte de (?:controlul de )?securitate|πριν (?:από )?(?:τον |την )?(?:έλεγχο|ασφάλεια)(?: ασφαλείας)?|قبل (?:ال)?(?:أمن|تفتيش|نقطة التفتيش)|` +
			`सुरक्षा (?:जांच|जाँच) से पहले|ก่อนตรวจ(?:ค้น|ความปลอดภัย)?|trước (?:khi )?(?:qua )?(?:cửa )?(?:kiểm tra )?an ninh|sebelum (?:pemeriksaan )?(?:keamanan|security)`},
		{Security, After, `(?:after|past) (?:the )?(?:passport(?: control| check)?|immigration)|(?:nach|hinter) der passkontrolle|(?:na|achter|voorbij) de controle|` +
			`pasando (?:el |la )?(?:control|seguridad)|(?:po kontroli|za kontrolą)(?: bezpieczeństwa)?|(?:после|за|після) (?:контроля|контролем|досмотра|досмотром|контролю|огляду)(?: безопасности| безпеки)?|` +
			`(?:efter|etter) (?:säkerhetskontrollen?|sikkerhedskontrollen?|sikkerhetskontrollen?|security)|` +
			`güvenlik(?:ten| kontrolünden)? sonra|(?:po bezpečnostní kontrole|za bezpečnostní kontrolou|po bezpečnostnej kontrole)|biztonsági ellenőrzés után|` +
			`după (?:controlul de )?securitate|μετά (?:από )?(?:τον |την )?(?:έλεγχο|ασφάλεια)(?: ασφαλείας)?|بعد (?:ال)?(?:أمن|تفتيش|نقطة التفتيش)|` +
			`सुरक्षा (?:जांच|जाँच) के बाद|หลังตรวจ(?:ค้น|ความปลอดภัย)?|sau (?:khi )?(?:qua )?(?:cửa )?(?:kiểm tra )?an ninh|setelah (?:pemeriksaan )?(?:keamanan|security)`},
		{Terminal, "", `(?:терминал|термінал)(?:а|е|у|і|ом)? ?(?:№ ?)?([0-9]{1,2}|[a-f])`},
		{Terminal, "", `(?:terminal|terminál)(?:u|e|em|en|ul|de|i)? ([0-9][a-z]?|[a-f])`},
		{Terminal, "", `([0-9])(?:\.|-es|-os|-as) (?:terminal|terminál)(?:de|i|u|en)?`},
		{Terminal, "", `(?:τερματικ(?:ός|ό|ού)(?: σταθμ(?:ός|ό|ού))?|τέρμιναλ) ([0-9])`},
		{Terminal, "", `(?:ال)?(?:مبنى|صالة|تيرمينال|ترمينال)(?: الركاب)?(?: رقم)? ([0-9])`},
		{Terminal, "", `(?:टर्मिनल|อาคาร(?:ผู้โดยสาร)?|เทอร์มินอล) ?([0-9])`},
		{Terminal, "", `(?:(?:nhà ga|terminal)(?: số)? t?|ga (?:số )?t|ga số )([0-9])`},
		{Gate, "", `(?:выход|выхода|гейт|гейта|вихід|гейту)(?: на посадку)? ?(?:№ ?)?([a-z]?[0-9]{1,3})`},
		{Gate, "", `(?:bramk[aięąu]|wyjści[eau]|brán[aěyu]|bránou|kapı|kapısı|kapu|poarta|πύλη|بوابة|البوابة|गेट|ประตู|เกต|cửa(?: số)?|cổng|gerbang) ([a-z]?[0-9]{1,3})`},
		{Gate, "", `([a-z]?[0-9]{1,3}) (?:numaralı kapı|nolu kapı)`},
	} {
		all = append(all, newForm(form{part: a.part, value: a.value}, a.pattern))
	}
	return all
}()

// FindAsked lists the parts of a place that a query names, in their order.
func FindAsked(query string) []Mention { return find(query, asked) }
