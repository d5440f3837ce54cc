package search

import "strings"

// typeWords are the usual words for a type, in the language of the item; empty if there are none.
// "service" is left out: the word has too many other meanings.
func typeWords(language, contentType string) string {
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	return typeWordsOf[primary][contentType]
}

// typeWordsOf has the words by ISO 639-1 and type. Users do not search for pages or general items
// by type.
var typeWordsOf = map[string]map[string]string{
	"ar": {"dining": "مطعم مطاعم طعام", "shopping": "متجر متاجر تسوق", "amenity": "مرافق", "parking-transportation": "مواصلات", "event": "فعالية",
		"news": "أخبار"},
	"da": {"dining": "restaurant mad spise", "shopping": "butik shopping indkøb", "amenity": "facilitet", "parking-transportation": "transport",
		"event": "arrangement", "news": "nyhed"},
	"de": {"dining": "Restaurant Gastronomie Essen", "shopping": "Geschäft Laden Einkaufen Shop", "amenity": "Einrichtung",
		"parking-transportation": "Anreise Verkehr", "event": "Veranstaltung Event", "news": "Neuigkeit Nachricht"},
	"en": {"dining": "restaurant food dining eat", "shopping": "shop store shopping", "amenity": "amenity facility",
		"parking-transportation": "transportation transport", "event": "event", "news": "news"},
	"es": {"dining": "restaurante comida comer", "shopping": "tienda compras comprar", "amenity": "instalación",
		"parking-transportation": "transporte", "event": "evento", "news": "noticia"},
	"fi": {"dining": "ravintola ruoka syödä", "shopping": "kauppa myymälä ostokset", "amenity": "palvelu", "parking-transportation": "liikenne",
		"event": "tapahtuma", "news": "uutinen"},
	"fr": {"dining": "restaurant restauration manger", "shopping": "boutique magasin achats", "amenity": "équipement",
		"parking-transportation": "transport", "event": "événement", "news": "actualité"},
	"it": {"dining": "ristorante cibo mangiare", "shopping": "negozio acquisti shopping", "amenity": "struttura",
		"parking-transportation": "trasporto", "event": "evento", "news": "notizia"},
	"ja": {"dining": "レストラン 飲食店 食事", "shopping": "ショップ 店舗 買い物", "amenity": "施設 設備", "parking-transportation": "交通", "event": "イベント",
		"news": "ニュース"},
	"ko": {"dining": "식당 레스토랑 음식", "shopping": "상점 매장 쇼핑", "amenity": "편의시설", "parking-transportation": "교통", "event": "행사 이벤트",
		"news": "뉴스 소식"},
	"nb": norwegianKinds,
	"nl": {"dining": "restaurant eten horeca", "shopping": "winkel shop winkelen", "amenity": "voorziening", "parking-transportation": "vervoer",
		"event": "evenement", "news": "nieuws"},
	"nn": norwegianKinds,
	"no": norwegianKinds,
	"pl": {"dining": "restauracja jedzenie", "shopping": "sklep zakupy", "amenity": "udogodnienie", "parking-transportation": "transport",
		"event": "wydarzenie", "news": "aktualności"},
	"pt": {"dining": "restaurante comida comer", "shopping": "loja compras comprar", "amenity": "comodidade",
		"parking-transportation": "transporte", "event": "evento", "news": "notícia"},
	"ru": {"dining": "ресторан еда поесть", "shopping": "магазин покупки", "amenity": "удобства", "parking-transportation": "транспорт",
		"event": "событие мероприятие", "news": "новости"},
	"sv": {"dining": "restaurang mat äta", "shopping": "butik affär shopping", "amenity": "facilitet", "parking-transportation": "transport",
		"event": "evenemang", "news": "nyhet"},
	"th": {"dining": "ร้านอาหาร อาหาร", "shopping": "ร้านค้า ช้อปปิ้ง", "amenity": "สิ่งอำนวยความสะดวก", "parking-transportation": "การเดินทาง",
		"event": "กิจกรรม", "news": "ข่าว"},
	"tr": {"dining": "restoran yemek", "shopping": "mağaza dükkan alışveriş", "amenity": "olanak", "parking-transportation": "ulaşım",
		"event": "etkinlik", "news": "haber"},
	"vi": {"dining": "nhà hàng ăn uống", "shopping": "cửa hàng mua sắm", "amenity": "tiện ích", "parking-transportation": "giao thông",
		"event": "sự kiện", "news": "tin tức"},
	"zh": {"dining": "餐厅 美食 餐饮 餐廳", "shopping": "商店 购物 購物", "amenity": "设施 設施", "parking-transportation": "交通", "event": "活动 活動",
		"news": "新闻 新聞"},
}

var norwegianKinds = map[string]string{"dining": "restaurant mat spise", "shopping": "butikk shopping handle", "amenity": "fasilitet",
	"parking-transportation": "transport", "event": "arrangement", "news": "nyhet"}
