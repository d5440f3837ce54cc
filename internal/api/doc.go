// Package api is the HTTP interface for partners: routes, parameters, rights, errors, and the form
// of answers.
//
// A request passes these files in order:
//
//   - response.go gives the request an id and a time limit; report.go logs its end.
//   - route.go sets the path that chi compares with the routes of New (api.go).
//   - list.go, item.go, suggest.go, changes.go or airports.go answers, one file for each endpoint.
//   - params.go and query.go parse the parameters; hint.go names the parameter that was meant.
//   - admit.go checks key (authenticate.go, grant.go), rate limit and airport.
//   - conditional.go compares the ETag; answercache.go keeps answers for a state of the airport.
//   - tries.go bounds the reads of a state and its rows; wait.go waits for the next state.
//   - memory.go acquires memory for long bodies, and answer.go sends the answer.
//   - errors.go turns every error into an answer.
//
// The package knows no SQL, and does not know how a search is planned: store reads the content.
package api
