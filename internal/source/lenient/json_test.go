package lenient

import (
	"encoding/json"
	"strings"
	"testing"
)

func FuzzLooseJSON(f *testing.F) {
	f.Add(`// <![CDATA[` + "\n" + `{"a":"b\'` + "\n" + `c",/* d */"@id":"x","e":[{"@id":"x"},],};//]]>`)
	f.Fuzz(func(t *testing.T, text string) {
		if json.Valid([]byte(text)) && !strings.ContainsRune(text, '\\') {
			if loose := JSON(text); !json.Valid([]byte(loose)) {
				t.Errorf("%q becomes %q", text, loose)
			}
		}
		Values(text)
	})
}
