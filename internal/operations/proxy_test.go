//go:build debian

package operations_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"airport-content/internal/cli/clitest"
)

// The fronts of docs/deploy, as they stand but for addresses and certificate, before a real server.
func TestFronts(t *testing.T) {
	t.Parallel()
	fronts := map[string]func(t *testing.T, upstream string) (base string){"nginx": startNginx, "Caddy": startCaddy}
	for name, start := range fronts {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			env := newEnviron(t)
			key := fill(t, env)
			// An id with all that a proxy may spoil.
			const id = "a/b%2F c//d?é"
			runWith(t, env, fmt.Sprintf(`{"id":%q,"contentType":"page","title":"T","url":null,"excerpt":null,"content":"","thumbnail":null,"metadata":null}`, id),
				"import", airport, "-")
			server := serve(t, env.with("TRUSTED_PROXIES", "127.0.0.1/32"))
			base := start(t, strings.TrimPrefix(server.URL, "http://"))

			visit(t, base, key)
			if a := ask(t, base, "/"+airport+"/content/"+url.PathEscape(id), key); a.Result.ID != id {
				t.Errorf("asked for item %q and got status %d, item %q", id, a.status, a.Result.ID)
			}
			testLongRequests(t, base, key)
			testClientAddress(t, base, server)
		})
	}
}

// testClientAddress asks from an address that is no proxy's and claims another one.
func testClientAddress(t *testing.T, base string, server *clitest.Server) {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
		DialContext:       (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 2)}}).DialContext,
		DisableKeepAlives: true,
	}}
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, base+"/api/v1/partner/health", nil)
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Forwarded-For", "203.0.113.9")
	request.Header.Set("User-Agent", "elsewhere")
	response, err := client.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Fatal(err)
	}
	server.Stop() // so that the line is written
	for line := range strings.Lines(server.Log.String()) {
		if strings.Contains(line, `"user_agent":"elsewhere"`) {
			if !strings.Contains(line, `"client":"127.0.0.2"`) {
				t.Errorf("the server takes another for the client: %s", line)
			}
			return
		}
	}
	t.Errorf("the request is not in the log:\n%s", server.Log)
}

// startNginx checks and starts it, with TLS.
func startNginx(t *testing.T, upstream string) string {
	t.Helper()
	program := installed(t, "nginx", "nginx")
	dir, port, plain := directory(t), freePort(t), freePort(t)
	certificate := write(t, dir, "certificate.pem", selfSigned(t))
	write(t, dir, "site.conf", adapt(t, "nginx/airport-content.conf", map[string]string{
		"127.0.0.1:8080;": upstream + ";",
		"listen 80;":      "listen 127.0.0.1:" + plain + ";",
		"listen 443":      "listen 127.0.0.1:" + port,
		"/etc/ssl/content.example.com/fullchain.pem": certificate,
		"/etc/ssl/content.example.com/privkey.pem":   certificate,
	}))
	config := write(t, dir, "nginx.conf", fmt.Sprintf(`daemon off; pid nginx.pid; error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
    include %s/site.conf;
}
`, dir))
	args := []string{"-p", dir, "-e", "stderr", "-c", config}
	cmd := command(t.Context(), nil, program, append(args, "-t")...)
	cmd.SysProcAttr.Credential = account(t)
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "[warn]") {
		t.Fatalf("nginx -t: %v\n%s", err, out)
	}
	start(t, port, program, args...)
	response, err := http.Get("http://127.0.0.1:" + plain + "/api/v1/partner/health")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusForbidden {
		t.Errorf("without TLS: status %d, want 403", response.StatusCode)
	}
	return "https://127.0.0.1:" + port
}

// startCaddy checks and starts it, without TLS: its certificates come from outside.
func startCaddy(t *testing.T, upstream string) string {
	t.Helper()
	program := installed(t, "caddy", "caddy")
	dir, port := directory(t), freePort(t)
	shipped := write(t, dir, "Shipped", adapt(t, "caddy/Caddyfile", nil))
	// Caddy writes where HOME is; its admin interface has a port of its own.
	home := write(t, dir, "Caddyfile", "{\n\tadmin off\n\tstorage file_system "+dir+"/storage\n}\n"+adapt(t, "caddy/Caddyfile", map[string]string{
		"\ncontent.example.com": "\nhttp://127.0.0.1:" + port,
		"127.0.0.1:8080 {":      upstream + " {",
	}))
	cmd := command(t.Context(), environ{"HOME": dir}, program, "validate", "--adapter", "caddyfile", "--config", shipped)
	cmd.SysProcAttr.Credential = account(t)
	if out, err := cmd.CombinedOutput(); err != nil || strings.Contains(string(out), "not formatted") {
		t.Fatalf("caddy validate: %v\n%s", err, out)
	}
	start(t, port, program, "run", "--adapter", "caddyfile", "--config", home)
	return "http://127.0.0.1:" + port
}

// adapt reads a file of docs/deploy with each old text, which must be there, replaced.
func adapt(t *testing.T, name string, replace map[string]string) string {
	t.Helper()
	b, err := os.ReadFile("../../docs/deploy/" + name)
	if err != nil {
		t.Fatal(err)
	}
	text := string(b)
	for old, fresh := range replace {
		if !strings.Contains(text, old) {
			t.Fatalf("%s has no %q any more", name, old)
		}
		text = strings.ReplaceAll(text, old, fresh)
	}
	return text
}

// selfSigned makes a certificate and its key, in one file.
func selfSigned(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), DNSNames: []string{"content.example.com"}}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, key.Public(), key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: certificate})) +
		string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private}))
}

// testLongRequests wants the service's own answers to what is nearly too long, and to what is.
func testLongRequests(t *testing.T, base, key string) {
	t.Helper()
	for path, code := range map[string]string{
		"/" + airport + "/content?q=" + strings.Repeat("x", 7000): "invalid_parameter",
		"/" + airport + "/content?q=" + strings.Repeat("x", 9000): "uri_too_long",
	} {
		if a := ask(t, base, path, key); a.Error.Code != code {
			t.Errorf("a path of %d characters: status %d, error %q, want %q", len(path), a.status, a.Error.Code, code)
		}
	}
}
