// Package cli is the command line of airport-content. A command reads its arguments, calls another
// package, and prints.
//
//   - run.go is the way in: Run, exit codes, errors, and the database of a command.
//   - root.go has the tree of commands and the check of arguments; help.txt, which help.go reads,
//     has their help and examples.
//   - The other files have a command or a group of commands each, such as key.go and pull.go.
//   - flags.go and sourceflags.go read flags.
//   - output.go prints JSON for programs, and text and tables for people.
//
// The package decides nothing about content or rights: admin, importer, pull and server do.
package cli
