package main

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// page is a manual page of section 1 in roff, with the macros of man(7).
func page(root *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1\n", quote(strings.ToUpper(root.Name())))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", text(root.Name()), text(strings.ToLower(root.Short[:1])+root.Short[1:]))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n.I COMMAND\n[\\fIARGUMENT\\fR ...] [\\fIFLAG\\fR ...]\n", text(root.Name()))
	fmt.Fprintf(&b, ".SH DESCRIPTION\n%s\n", text(root.Long))
	b.WriteString(".SH FLAGS OF EVERY COMMAND\n")
	writeFlags(&b, root.PersistentFlags())
	b.WriteString(".SH COMMANDS\n")
	for _, command := range root.Commands() {
		writeCommand(&b, command)
	}
	fmt.Fprintf(&b, ".SH EXAMPLES\n%s", preformatted(root.Example))
	return b.String()
}

// writeCommand describes a command, or those that it groups.
func writeCommand(b *strings.Builder, command *cobra.Command) {
	if command.Hidden {
		return
	}
	if group := command.Commands(); len(group) > 0 {
		for _, one := range group {
			writeCommand(b, one)
		}
		return
	}
	line := strings.TrimSuffix(command.UseLine(), " [flags]")
	_, line, _ = strings.Cut(line, " ") // the program's name
	fmt.Fprintf(b, ".SS %s\n", quote(line))
	long := command.Long
	if long == "" {
		long = command.Short + "."
	}
	b.WriteString(text(long) + "\n")
	writeFlags(b, command.LocalNonPersistentFlags())
	if command.Example != "" {
		b.WriteString(".PP\nFor example:\n" + preformatted(command.Example))
	}
}

func writeFlags(b *strings.Builder, flags *pflag.FlagSet) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		name := "\\fB" + text("--"+f.Name) + "\\fR"
		kind, usage := pflag.UnquoteUsage(f)
		if kind != "" {
			name += " \\fI" + text(strings.ToUpper(kind)) + "\\fR"
		}
		fmt.Fprintf(b, ".TP\n%s\n%s", name, text(usage))
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" {
			fmt.Fprintf(b, " (default %s)", text(f.DefValue))
		}
		b.WriteString("\n")
	})
}

// preformatted keeps the lines of an example, which are indented in a help text already.
func preformatted(example string) string {
	return ".RS 4\n.nf\n" + text(strings.ReplaceAll("\n"+example, "\n  ", "\n")) + "\n.fi\n.RE\n"
}

// text escapes what roff would take for its own: backslashes, dashes, dots and quotes at the start of a line, and what is not
// ASCII. An empty line begins a paragraph.
func text(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, line := range lines {
		switch escaped := escape(line); {
		case strings.TrimSpace(line) == "":
			lines[i] = ".PP"
		case strings.HasPrefix(line, "."), strings.HasPrefix(line, "'"):
			lines[i] = `\&` + escaped
		default:
			lines[i] = escaped
		}
	}
	return strings.Join(lines, "\n")
}

func escape(line string) string {
	var b strings.Builder
	for _, r := range line {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '-':
			b.WriteString(`\-`)
		case r > unicode.MaxASCII:
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// quote makes one argument of a macro.
func quote(s string) string { return `"` + strings.ReplaceAll(text(s), `"`, `\(dq`) + `"` }
