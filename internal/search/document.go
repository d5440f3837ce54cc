package search

import "github.com/jackc/pgx/v5/pgtype"

// Document makes searchable texts of an item's fields, which may be HTML.
func Document(title, excerpt, body string) []Text {
	return []Text{
		{clean(title), pgtype.TSVectorWeightA},
		{clean(excerpt), pgtype.TSVectorWeightB},
		{clean(body), pgtype.TSVectorWeightD},
	}
}

func clean(s string) string { return Normalise(FromHTML(s)) }
