package cache

import "testing"

func TestLeastRecentlyUsedIsEvicted(t *testing.T) {
	c := New[string, int](10)
	for _, key := range []string{"a", "b", "c"} {
		c.Add(key, 1, 3)
	}
	c.Get("a")
	c.Add("c", 2, 4) // instead of the old one
	for key, want := range map[string]int{"a": 1, "b": 1, "c": 2} {
		if value, ok := c.Get(key); !ok || value != want {
			t.Errorf("%s is %d, %t", key, value, ok)
		}
	}
	c.Get("a")
	c.Get("c")
	c.Add("d", 1, 1)
	if _, ok := c.Get("b"); ok || c.size != 8 {
		t.Errorf("after one too many, b is there: %t, and all have size %d", ok, c.size)
	}
	c.Remove("a")
	c.Add("large", 1, 11)
	if _, ok := c.Get("large"); !ok || c.size != 11 {
		t.Errorf("a large one is there: %t, and all have size %d", ok, c.size)
	}
}
