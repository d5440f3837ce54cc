// Package assistant gives the interface to programs that answer people with a language model: four
// read-only tools of the Model Context Protocol. A tool asks the interface as a partner would, and
// writes its answer as short Markdown. Every line that a website wrote begins with ">", so that a
// model can tell content from instructions.
//
//   - server.go has the server and what it says of itself.
//   - tools.go has the tools: what they take, and what they ask.
//   - render.go writes answers.
//
// The package knows the paths and the JSON of the interface, and neither its keys nor its limits.
package assistant
