// Calls every endpoint with the client that oapi-codegen makes. Arguments: base URL, key.
package main

import (
	"context"
	"log"
	"net/http"
	"os"
	"strconv"

	"clients/partner"
)

func main() {
	const airport = "QLB"
	ctx := context.Background()
	client, err := partner.NewClientWithResponses(os.Args[1], partner.WithRequestEditorFn(func(_ context.Context, r *http.Request) error {
		r.Header.Set("x-partner-api-key", os.Args[2])
		return nil
	}))
	check(err == nil, "client", err)

	list, err := client.ListContentWithResponse(ctx, airport, &partner.ListContentParams{Q: new("coffee"),
		ContentType: &[]string{"dining", "amenity"}, Language: &[]string{"en"}, Facets: &[]string{"contentType", "language"},
		Highlight: new(true), IncludeBody: new(false), Size: new(5)})
	check(err == nil && list.JSON200 != nil && len(list.JSON200.Results) > 0, "list", err, list)
	check((*list.JSON200.Facets)["language"]["en"] > 0, "facets", list.JSON200.Facets)
	found := list.JSON200.Results[0]
	check(found.Metadata.HoursOfOperation != nil && found.Content == nil && found.Highlight != nil, "list: item", found)

	number, isNumber := found.Metadata.MapPoiId.(float64)
	check(isNumber, "metadata", found.Metadata.MapPoiId)
	poi := strconv.FormatFloat(number, 'f', -1, 64)
	list, err = client.ListContentWithResponse(ctx, airport, &partner.ListContentParams{
		Metadata: &partner.MetadataFilter{"metadata.map_poi_id": poi}, Facets: &[]string{"metadata.map_poi_id"}})
	check(err == nil && list.JSON200 != nil && len(list.JSON200.Results) > 0 && (*list.JSON200.Facets)["metadata.map_poi_id"][poi] > 0, "metadata", err, list)
	list, err = client.ListContentWithResponse(ctx, airport, &partner.ListContentParams{Ids: &[]string{"none", found.Id}})
	check(err == nil && list.JSON200 != nil && list.JSON200.Results[0].Id == found.Id, "ids", err, list)
	list, err = client.ListContentWithResponse(ctx, airport, &partner.ListContentParams{Q: new("cofee"), Match: new(partner.ListContentParamsMatchAll), Correct: new(false)})
	check(err == nil && list.JSON200 != nil && list.JSON200.Meta.Search.Query == "cofee" && list.JSON200.Meta.Search.Match == "all", "match", err, list)

	item, err := client.GetContentItemWithResponse(ctx, airport, found.Id, nil)
	check(err == nil && item.JSON200 != nil && item.JSON200.Result.Content != nil, "item", err, item)
	item, err = client.GetContentItemWithResponse(ctx, airport, "other-types", nil)
	check(err == nil && item.JSON200 != nil && item.JSON200.Result.Metadata.MapPoiId == "2D", "other types", err, item)

	suggestions, err := client.SuggestContentWithResponse(ctx, airport, &partner.SuggestContentParams{Q: "cof", ContentType: &[]string{"dining", "shopping"}})
	check(err == nil && suggestions.JSON200 != nil && suggestions.JSON200.Results[0].Text != "", "suggest", err, suggestions)

	changes, err := client.ListChangesWithResponse(ctx, airport, &partner.ListChangesParams{Size: new(2)})
	check(err == nil && changes.JSON200 != nil && changes.JSON200.HasMore, "changes", err, changes)
	changes, err = client.ListChangesWithResponse(ctx, airport, &partner.ListChangesParams{Cursor: &changes.JSON200.NextCursor})
	check(err == nil && changes.JSON200 != nil, "changes", err, changes)
	upsert, err := changes.JSON200.Results[0].AsUpsert()
	check(err == nil && upsert.Item.Title != "", "changes", err, upsert)

	airports, err := client.ListAirportsWithResponse(ctx, nil)
	check(err == nil && airports.JSON200 != nil && airports.JSON200.Results[0].Airport == airport, "airports", err, airports)

	health, err := client.GetHealthWithResponse(ctx)
	check(err == nil && health.JSON200 != nil && health.JSON200.Services.Database.Status == "up", "health", err, health)

	refused, err := client.ListContentWithResponse(ctx, airport, &partner.ListContentParams{Size: new(500)})
	check(err == nil && refused.JSON400 != nil && refused.JSON400.Error.Code == "invalid_parameter" && *refused.JSON400.Error.Parameter == "size", "error", err, refused)
}

func check(holds bool, what ...any) {
	if !holds {
		log.Fatal(what...)
	}
}
