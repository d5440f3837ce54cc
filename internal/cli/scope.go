package cli

import (
	"fmt"
	"slices"

	"airport-content/internal/content"
	"airport-content/internal/partner"
	"airport-content/internal/spelling"
)

const scopeUsage = "a `scope`: content:read, or content:read:<contentType> for one type; may be repeated"

// parseScopes reads the values of --scope.
func parseScopes(values []string) ([]partner.Scope, error) {
	var scopes []partner.Scope
	for _, value := range eachOf(values) {
		scope, err := partner.ParseScope(value)
		if err != nil {
			return nil, err
		}
		if t := scope.Type(); t != "" {
			if _, ok := content.ParseType(t); !ok {
				return nil, fmt.Errorf("scope %q: no content type %q; %s", value, t, spelling.Known(t, content.TypeNames()))
			}
		}
		if !slices.Contains(scopes, scope) {
			scopes = append(scopes, scope)
		}
	}
	return scopes, nil
}
