package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"airport-content/internal/admin"
	"airport-content/internal/content"
	"airport-content/internal/importer"
)

func (p *program) itemCommand() *cobra.Command {
	cmd := &cobra.Command{Use: "item", Short: "List items, explain who sees one, hide one from partners"}
	cmd.AddCommand(p.listItemsCommand(), p.showItemCommand(),
		p.hideItemCommand("hide", "Hide an item from partners, until it is unhidden", importer.Hide,
			"%s: hidden %s; partners get its deletion", "%s: %s was hidden already"),
		p.hideItemCommand("unhide", "Show a hidden item to partners again", importer.Unhide,
			"%s: partners see %s again", "%s: %s is no longer hidden, but its source does not have it; it comes back with the source"))
	return cmd
}

func (p *program) listItemsCommand() *cobra.Command {
	var source string
	cmd := &cobra.Command{Use: "list AIRPORT", Short: "List the items of an airport, hidden ones too"}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
		items, err := db.ListItems(ctx, args[0], ifGiven(cmd, "source", &source))
		return list(p, items, err, []string{"ID", "SOURCE", "TYPE", "LANGUAGE", "MODIFIED", "HIDDEN", "TITLE"}, func(i admin.Item) []string {
			return []string{i.ID, i.Source, i.ContentType, i.Language, day(i.LastModified), day(i.HiddenAt), oneLine(i.Title, 80)}
		})
	})
	cmd.Flags().StringVar(&source, "source", "", "only the items of the source of this `name`")
	return cmd
}

// oneLine shows the beginning of a text in a cell of a table.
func oneLine(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most]) + "…"
	}
	return text
}

func (p *program) showItemCommand() *cobra.Command {
	var keyID string
	cmd := &cobra.Command{Use: "show AIRPORT ID", Short: "Show where an item is from, and which keys see it"}
	cmd.RunE = p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
		item, err := db.FindItem(ctx, args[0], args[1], ifGiven(cmd, "key", &keyID))
		if err != nil {
			return err
		}
		return p.print(item, describeItem(item))
	})
	cmd.Flags().StringVar(&keyID, "key", "", "only whether the key of this `id` sees the item")
	return cmd
}

// describeItem describes an item for people.
func describeItem(i admin.ItemDetails) string {
	state := "shown"
	switch {
	case i.Gone:
		state = "hidden since " + day(i.HiddenAt) + "; its source no longer has it"
	case i.HiddenAt != nil:
		state = "hidden since " + day(i.HiddenAt) + "; airport-content item unhide shows it again"
	}
	rows := [][2]string{{"item", i.Airport + " " + i.ID}, {"title", oneLine(i.Title, 200)}, {"type", i.ContentType + ", " + i.Language}, {"url", known(i.URL)},
		{"source", i.Source}, {"state", state}, {"came", cmp.Or(dayOrEmpty(i.AddedAt), "before the program noted it")},
		{"changed", cmp.Or(dayOrEmpty(i.LastModified), "-") + " for partners, " + day(i.SourceLastModified) + " by its source"}}
	if i.Translation != nil {
		rows = append(rows, [2]string{"thing", *i.Translation})
	}
	for _, page := range i.Pages {
		rows = append(rows, [2]string{"page", page.Key})
	}
	if i.HiddenAt == nil {
		rows = append(rows, [2]string{"title has", someWords(i.TitleWords)}, [2]string{"rest has", someWords(i.OtherWords)})
	}
	for _, k := range i.Keys {
		sees := "sees it"
		if !k.Reads {
			sees = "does not see it: " + k.Why
		}
		rows = append(rows, [2]string{"key", fmt.Sprintf("%s of %q %s", k.KeyID, k.Partner, sees)})
	}
	if len(i.Keys) == 0 {
		rows = append(rows, [2]string{"key", "there are none yet"})
	}
	var text strings.Builder
	for _, row := range rows {
		fmt.Fprintf(&text, "%-9s %s\n", row[0], row[1])
	}
	return strings.TrimSuffix(text.String(), "\n")
}

func dayOrEmpty(t *time.Time) string {
	if t == nil {
		return ""
	}
	return day(t)
}

// someWords shows the first words of the search; --json has all.
func someWords(words []string) string {
	const shown = 60
	if len(words) == 0 {
		return "no word of the search"
	}
	text := strings.Join(words[:min(shown, len(words))], " ")
	if more := len(words) - shown; more > 0 {
		text += fmt.Sprintf(" and %d more (--json has all)", more)
	}
	return text
}

// hiddenData is an item that was hidden or shown, as JSON.
type hiddenData struct {
	Airport string `json:"airport"`
	ID      string `json:"id"`
	Hidden  bool   `json:"hidden"`
}

// hideItemCommand changes whether an item is hidden. change reports whether partners see another
// content now; then the command says did, else it says same.
func (p *program) hideItemCommand(use, does string,
	change func(ctx context.Context, databaseURL, airport, id string, o importer.Options) (bool, error), did, same string) *cobra.Command {
	return &cobra.Command{
		Use:   use + " AIRPORT ID",
		Short: does,
		RunE: p.onDatabase(func(ctx context.Context, db admin.DB, args []string) error {
			item, err := db.FindItem(ctx, args[0], args[1], nil)
			if err != nil {
				return err
			}
			changed, err := change(ctx, string(p.config.MigrateDatabaseURL), item.Airport, item.ID, p.importOptions(item.Airport))
			if errors.Is(err, content.ErrItemNotFound) {
				err = fmt.Errorf("%s is not hidden", item.ID)
			}
			if err != nil {
				return failedMerge(item.Airport, "nothing was changed", "item show", err)
			}
			says := did
			if !changed {
				says = same
			}
			return p.done(hiddenData{item.Airport, item.ID, use == "hide"}, nil, says, item.Airport, item.ID)
		}),
	}
}
