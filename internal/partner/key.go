package partner

import (
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"math/big"
	"strings"
	"unicode/utf8"
)

// A key is acp_<id>_<secret>. The id is public. The secret is 28 random letters and digits (166
// bits) and a checksum, by which a mistyped key is refused without a look-up.
const (
	prefix      = "acp_"
	alphabet    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	idLen       = 10
	randomLen   = 28
	checksumLen = 6
)

// A key of an older system has this many characters; an id of ours has fewer.
const (
	ShortestOld = 16
	LongestOld  = 512
)

// Digest is SHA-256 of a whole key. The database stores the digest, not the key.
type Digest [sha256.Size]byte

// DigestOf computes the digest of a key.
func DigestOf(key string) Digest { return sha256.Sum256([]byte(key)) }

// NewKey makes a key and its public id.
func NewKey() (key, id string) {
	id = NewKeyID()
	body := prefix + id + "_" + randomText(randomLen)
	return body + checksum(body), id
}

// NewKeyID makes a public id for a key of an older system.
func NewKeyID() string { return randomText(idLen) }

// Mistyped reports whether key has the form of our keys, and a wrong checksum. Keys of older
// systems have any form.
func Mistyped(key string) bool {
	id, ours := IDWithin(key)
	body := prefix + id + "_"
	if !ours || len(key) != len(body)+randomLen+checksumLen || strings.Contains(key[len(body):], "_") {
		return false
	}
	end := len(key) - checksumLen
	return key[end:] != checksum(key[:end])
}

// IDWithin is the public id in a text that looks like one of our keys, even a mistyped one or the
// beginning of one.
func IDWithin(text string) (id string, found bool) {
	rest, ours := strings.CutPrefix(text, prefix)
	id, secret, _ := strings.Cut(rest, "_")
	return id, ours && len(id) == idLen && secret != ""
}

// MayBeSecret reports whether a text that is no key's id may be a whole key.
func MayBeSecret(text string) bool { return utf8.RuneCountInString(text) >= ShortestOld }

// checksum is CRC-32 (IEEE) of body in base 62.
func checksum(body string) string {
	sum := crc32.ChecksumIEEE([]byte(body))
	text := make([]byte, checksumLen)
	for i := range text {
		text[checksumLen-1-i] = alphabet[sum%62]
		sum /= 62
	}
	return string(text)
}

func randomText(n int) string {
	text := make([]byte, n)
	for i := range text {
		k, _ := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet)))) // the reader never fails
		text[i] = alphabet[k.Int64()]
	}
	return string(text)
}
