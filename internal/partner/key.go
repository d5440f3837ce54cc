package partner

import (
	"crypto/rand"
	"crypto/sha256"
	"hash/crc32"
	"math/big"
	"strings"
	"unicode/utf8"
)

// A key is acp_<id>_<secret>: 10 letters and digits that are public, then 28 random ones
// (28·log2(62) = 166 bits) and 6 of checksum, so that a mistyped key is refused without a look-up.
const (
	prefix      = "acp"
	alphabet    = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	idLen       = 10
	randomLen   = 28
	checksumLen = 6 // 62^6 > 2^32
)

// A key of an older system has this many characters; an id of ours has fewer.
const (
	ShortestOld = 16
	LongestOld  = 512
)

// Digest is what is stored of a key: SHA-256 of the whole of it.
type Digest [sha256.Size]byte

// DigestOf computes the digest of a key as the partner sends it.
func DigestOf(key string) Digest { return sha256.Sum256([]byte(key)) }

// NewKey makes a key and its public id.
func NewKey() (key, id string) {
	id = randomText(idLen)
	body := prefix + "_" + id + "_" + randomText(randomLen)
	return body + checksum(body), id
}

// NewKeyID makes a public id for a key of an older system.
func NewKeyID() string { return randomText(idLen) }

// Mistyped tells whether key has the form of ours but not its checksum. Keys of older systems have any form.
func Mistyped(key string) bool {
	parts := strings.Split(key, "_")
	if len(parts) != 3 || parts[0] != prefix || len(parts[1]) != idLen || len(parts[2]) != randomLen+checksumLen {
		return false
	}
	body := key[:len(key)-checksumLen]
	return checksum(body) != key[len(body):]
}

// IDWithin is the public id in what looks like a key of ours, be it mistyped or cut off.
func IDWithin(text string) (id string, found bool) {
	rest, ours := strings.CutPrefix(text, prefix+"_")
	id, secret, _ := strings.Cut(rest, "_")
	return id, ours && len(id) == idLen && secret != ""
}

// MayBeSecret tells whether a text that is no key's id may be a whole key.
func MayBeSecret(text string) bool { return utf8.RuneCountInString(text) >= ShortestOld }

// checksum is CRC-32 (IEEE) of body, in base 62.
func checksum(body string) string {
	sum := crc32.ChecksumIEEE([]byte(body))
	out := make([]byte, checksumLen)
	for i := range out {
		out[len(out)-1-i] = alphabet[sum%62]
		sum /= 62
	}
	return string(out)
}

func randomText(n int) string {
	out := make([]byte, n)
	for i := range out {
		k, err := rand.Int(rand.Reader, big.NewInt(int64(len(alphabet))))
		if err != nil {
			panic(err) // crypto/rand never fails on a supported system
		}
		out[i] = alphabet[k.Int64()]
	}
	return string(out)
}
