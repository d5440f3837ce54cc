"""Calls every endpoint with the client that openapi-python-client makes. Arguments: base URL, key."""

import sys

from partner import AuthenticatedClient
from partner.api.content import get_content_item, list_airports, list_content, suggest_content
from partner.api.service import get_health
from partner.api.synchronisation import list_changes
from partner.models import (AirportsPage, ChangesPage, ContentItemAnswer, ContentPage, Failure, Health, ListContentMatch, ListContentMetadata,
                            Suggestions, Upsert)

base_url, key = sys.argv[1:]
airport = "QLB"
client = AuthenticatedClient(base_url, token=key, prefix="", auth_header_name="x-partner-api-key", raise_on_unexpected_status=True)

page = list_content.sync(airport, client=client, q="coffee", content_type=["dining", "amenity"], language=["en"],
                         facets=["contentType", "language"], highlight=True, include_body=False, size=5)
assert isinstance(page, ContentPage), page
found = page.results[0]
assert page.facets["language"]["en"] > 0 and found.metadata.hours_of_operation and not found.content, page

by_detail = ListContentMetadata.from_dict({"metadata.map_poi_id": str(int(found.metadata.map_poi_id))})
page = list_content.sync(airport, client=client, metadata=by_detail, facets=["metadata.map_poi_id"])
assert isinstance(page, ContentPage) and found.id in [item.id for item in page.results] and page.facets["metadata.map_poi_id"], page
page = list_content.sync(airport, client=client, ids=["none", found.id])
assert isinstance(page, ContentPage) and page.results[0].id == found.id, page
page = list_content.sync(airport, client=client, q="cofee", match=ListContentMatch.ALL, correct=False)
assert isinstance(page, ContentPage) and page.meta.search.query == "cofee" and page.meta.search.match == "all", page

answer = get_content_item.sync(airport, found.id, client=client)
assert isinstance(answer, ContentItemAnswer) and answer.result.content, answer
answer = get_content_item.sync(airport, "other-types", client=client)
assert isinstance(answer, ContentItemAnswer) and answer.result.metadata.map_poi_id == "2D", answer

suggestions = suggest_content.sync(airport, client=client, q="cof", content_type=["dining", "shopping"])
assert isinstance(suggestions, Suggestions) and suggestions.results[0].text, suggestions

changes = list_changes.sync(airport, client=client, size=2)
assert isinstance(changes, ChangesPage) and changes.has_more, changes
changes = list_changes.sync(airport, client=client, cursor=changes.next_cursor)
assert isinstance(changes, ChangesPage) and isinstance(changes.results[0], Upsert) and changes.results[0].item.title, changes

airports = list_airports.sync(client=client)
assert isinstance(airports, AirportsPage) and airports.results[0].airport == airport, airports

health = get_health.sync(client=client)
assert isinstance(health, Health) and health.services.database.status == "up", health

failure = list_content.sync(airport, client=client, size=500)
assert isinstance(failure, Failure) and failure.error.code == "invalid_parameter" and failure.error.parameter == "size", failure
