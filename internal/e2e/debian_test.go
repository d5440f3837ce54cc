//go:build debian

package e2e_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"

	"airport-content/internal/check"
	"airport-content/internal/testenv"
)

// account is the user of servers that refuse root: postgres if we are root, else our own.
func account(t *testing.T) *syscall.Credential {
	t.Helper()
	if os.Geteuid() != 0 {
		return nil
	}
	found, err := user.Lookup("postgres")
	if err != nil {
		t.Fatalf("%v: apt-get install postgresql", err)
	}
	uid, _ := strconv.ParseUint(found.Uid, 10, 32)
	gid, _ := strconv.ParseUint(found.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}

// directory is the account's.
func directory(t *testing.T) string {
	t.Helper()
	dir := check.Must(os.MkdirTemp("", "airport-content-e2e-"))(t)
	t.Cleanup(func() { os.RemoveAll(dir) })
	give(t, dir)
	return dir
}

func give(t *testing.T, path string) {
	t.Helper()
	if to := account(t); to != nil {
		check.NoError(t, os.Chown(path, int(to.Uid), int(to.Gid)))
	}
}

// write puts a file of the account's into the directory.
func write(t *testing.T, dir, name, text string) (path string) {
	t.Helper()
	path = filepath.Join(dir, name)
	check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	give(t, path)
	return path
}

// adapt reads a file of docs/deploy with each old text, which must be there, replaced.
func adapt(t *testing.T, name string, replace ...string) string {
	t.Helper()
	text := string(readFile(t, "../../docs/deploy/"+name))
	for n := 0; n < len(replace); n += 2 {
		if !strings.Contains(text, replace[n]) {
			t.Fatalf("%s has no %q", name, replace[n])
		}
		text = strings.ReplaceAll(text, replace[n], replace[n+1])
	}
	return text
}

// debian is a run of one of Debian's programs, as the account.
func debian(t *testing.T, ctx context.Context, dir, program string, args ...string) *exec.Cmd {
	t.Helper()
	if !filepath.IsAbs(program) {
		for _, bin := range []string{"/usr/sbin", "/usr/bin"} {
			if path, err := exec.LookPath(filepath.Join(bin, program)); err == nil {
				program = path
			}
		}
	}
	if !filepath.IsAbs(program) {
		t.Fatalf("%s is not installed: apt-get install it", program)
	}
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8", "HOME=" + dir}
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: account(t)}
	return cmd
}

// listening starts a program that listens at the address until the test ends or stop is called.
func listening(t *testing.T, cmd *exec.Cmd, address string) (stop func()) {
	t.Helper()
	p := begin(t, cmd)
	stop = func() {
		select {
		case <-p.ended:
			t.Errorf("%s has ended by itself: %s\n%s", cmd, p.ProcessState, p.log)
		default:
			p.end(syscall.SIGINT) // a fast shutdown of PostgreSQL
		}
	}
	stop = sync.OnceFunc(stop)
	t.Cleanup(stop)
	check.Eventually(t, cmd.Path+" listens", func() bool {
		select {
		case <-p.ended:
			t.Fatalf("%s ended:\n%s", cmd, p.log)
		default:
		}
		conn, err := net.Dial("tcp", address)
		if err == nil {
			conn.Close()
		}
		return err == nil
	})
	return stop
}

func portOf(t *testing.T, address string) string {
	t.Helper()
	_, port, err := net.SplitHostPort(address)
	check.NoError(t, err)
	return port
}

// again starts PgBouncer again when it ends, as systemd does by docs/pgbouncer.md: 1.18
// can end at a cancelled statement.
const again = `trap 'kill $child; exit 0' INT; while :; do pgbouncer pgbouncer.ini & child=$!; wait $child; sleep 1; done`

// startPgBouncer starts PgBouncer as shipped, before a server, with passwords by role.
func startPgBouncer(t *testing.T, database string, passwords map[string]string, settings ...string) (address string) {
	t.Helper()
	server := check.Must(url.Parse(database))(t)
	shipped := check.Must(filepath.Abs("../../docs/deploy/pgbouncer/pgbouncer.ini"))(t)
	dir, address := directory(t), freeAddress(t)
	var users strings.Builder
	for role, password := range passwords {
		fmt.Fprintf(&users, "%q %q\n", role, password)
	}
	write(t, dir, "pgbouncer.ini", fmt.Sprintf(`%%include %[1]s
auth_file = %[2]s
listen_port = %[3]s
unix_socket_dir =
%[4]s
[databases]
%[5]s = host=%[6]s port=%[7]s
session = host=%[6]s port=%[7]s dbname=%[5]s pool_mode=session
`, shipped, write(t, dir, "userlist.txt", users.String()), portOf(t, address), strings.Join(settings, "\n"),
		strings.TrimPrefix(server.Path, "/"), server.Hostname(), server.Port()))
	listening(t, debian(t, context.Background(), dir, "sh", "-c", again), address)
	return address
}

// Everything works through PgBouncer in transaction mode, with the one setting that it needs.
func TestPgBouncer(t *testing.T) {
	t.Parallel()
	_, owner, served, key := owned(t)
	address := startPgBouncer(t, owner.database(), map[string]string{"airport_content": "owner", serveRole: "serve"}, "default_pool_size = 2")
	pooled := owner.with("DATABASE_URL="+through(t, address, owner.database()), "DB_PREPARED_STATEMENTS=false")
	pooled.do(t, "source", "add", "SFO", "www", "sitemap", "https://www.example.com", "--no-check")
	for _, command := range []string{"import SFO -", "pull SFO www", "reindex", "migrate up", "migrate status"} {
		pooled.refuses(t, command, "a pooler in transaction mode", "MIGRATE_DATABASE_URL")
	}
	pooled.inDatabase(t, "session").do(t, "migrate", "up")
	pooled.inDatabase(t, "session").load(t, "SFO", []item{newItem("in a session")})
	pooled = pooled.with("MIGRATE_DATABASE_URL=" + owner.database())
	pooled.do(t, "migrate", "up")
	pooled.load(t, "SFO", []item{newItem("pooled")})
	s := served.serve(t, "DATABASE_URL="+through(t, address, served.database()), "DB_PREPARED_STATEMENTS=false", "RATE_LIMIT=1000")
	t.Run("visitors", func(t *testing.T) {
		for n := range 8 { // four times the connections behind the pooler
			t.Run(strconv.Itoa(n), func(t *testing.T) {
				t.Parallel()
				s.visit(t, key)
			})
		}
	})
	s.stop()
	if found := s.complaints(); len(found) > 0 {
		t.Errorf("the server complains: %s", found)
	}
	if searches := pooled.do(t, "searches", "SFO"); !strings.Contains(searches, "zebra number late") || !strings.Contains(searches, ": 8;") {
		t.Errorf("what the visitors searched for: %s", searches)
	}
}

// TestDatabaseFaultsBehindPgBouncer logs what docs/faults.md says of PgBouncer.
func TestDatabaseFaultsBehindPgBouncer(t *testing.T) {
	t.Parallel()
	postgres := testenv.OwnPostgres(t)
	w := prepareFaultyWorld(t, postgres.URL(), testenv.OwnRedis(t).URL(), "")
	address := startPgBouncer(t, w.database.url, map[string]string{serveRole: "faulty"})
	w.begin(t, "DATABASE_URL="+through(t, address, w.served.database()), "DB_PREPARED_STATEMENTS=false", "REQUEST_TIMEOUT=10s")
	w.sufferDatabaseFaults(t, postgres)
}

// nginx is set up as in docs/deploy, except for addresses and the certificate.
func TestNginx(t *testing.T) {
	t.Parallel()
	const id = "a/b%2F c//d?é" // all that a proxy may spoil
	i, key := sfo(t, append(assorted(90), newItem(id))...)
	s := i.serve(t, "TRUSTED_PROXIES=127.0.0.1/32", "AUTH_FAILURE_LIMIT=3")
	front, _ := startNginx(t, strings.TrimPrefix(s.url, "http://"))
	front.visit(t, key)
	got := parsed[single](t, front.get(t, key, "SFO/content/"+url.PathEscape(id)))
	check.Same(t, id, got.Result.ID, "item")
	front.get(t, key, "SFO/content?q="+strings.Repeat("x", 7000)).fails(t, 400, "invalid_parameter")
	front.get(t, key, "SFO/content?q="+strings.Repeat("x", 9000)).fails(t, 414, "uri_too_long")
	clients := [2]*server{{url: front.url, client: from("127.0.0.2")}, {url: front.url, client: from("127.0.0.3")}}
	guess := func(by *server, n int) (status int) {
		return by.get(t, fmt.Sprint("guess-number-", n), "SFO/content", "X-Forwarded-For", fmt.Sprintf("203.0.113.%d", n)).status
	}
	for n, want := range []int{401, 401, 401, 429} { // whatever address it claims
		check.Same(t, want, guess(clients[0], n), "guess ", n)
	}
	check.Same(t, 401, guess(clients[1], 4), "another client")
}

// from is a client at an address of this machine, who trusts every certificate.
func from(address string) *http.Client {
	return &http.Client{Timeout: check.Patience, Transport: &http.Transport{DisableKeepAlives: true, DisableCompression: true,
		TLSClientConfig: &tls.Config{InsecureSkipVerify: true}, DialContext: (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address)}}).DialContext}}
}

// startNginx starts nginx before servers: one, or two. front asks nginx, and log is its file.
func startNginx(t *testing.T, upstream ...string) (front *server, log string) {
	t.Helper()
	plain, second := freeAddress(t), ""
	if len(upstream) > 1 {
		second = "server " + upstream[1] + " max_fails=0;"
	}
	log = filepath.Join(directory(t), "airport-content.log")
	address := startNginxWith(t, "airport-content.conf", "127.0.0.1:8080 ", upstream[0]+" ", "server 127.0.0.1:8082 max_fails=0;", second,
		"/var/log/nginx/airport-content.log", log, "listen 80;", "listen "+plain+";")
	withoutTLS := &server{url: "http://" + plain, client: from("127.0.0.1")}
	withoutTLS.get(t, "", "health").is(t, http.StatusForbidden)
	return &server{url: address, client: from("127.0.0.1")}, log
}

// startNginxWith starts nginx with a file of docs/deploy/nginx, adapted, and returns where it
// listens with TLS.
func startNginxWith(t *testing.T, site string, replace ...string) (address string) {
	t.Helper()
	dir, address := directory(t), freeAddress(t)
	certificate := write(t, dir, "certificate.pem", "")
	succeed(t, debian(t, t.Context(), dir, "openssl", "req", "-x509", "-newkey", "rsa:2048",
		"-nodes", "-subj", "/CN=content.example.com", "-keyout", certificate, "-out", certificate))
	write(t, dir, "site.conf", adapt(t, "nginx/"+site, append(replace, "listen 443", "listen "+address,
		"/etc/ssl/content.example.com/fullchain.pem", certificate, "/etc/ssl/content.example.com/privkey.pem", certificate)...))
	config := write(t, dir, "nginx.conf", `daemon off; pid nginx.pid; error_log stderr;
events {}
http {
    access_log off;
    client_body_temp_path t1; proxy_temp_path t2; fastcgi_temp_path t3; uwsgi_temp_path t4; scgi_temp_path t5;
    include site.conf;
}
`)
	args := []string{"-p", dir, "-e", "stderr", "-c", config}
	tested := succeed(t, debian(t, t.Context(), dir, "nginx", append(args, "-t")...))
	check.Same(t, false, strings.Contains(tested, "[warn]"), tested)
	listening(t, debian(t, context.Background(), dir, "nginx", args...), address)
	return "https://" + address
}

// postgresProgram is a program of Debian's newest PostgreSQL.
func postgresProgram(t *testing.T, name string) string {
	t.Helper()
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(found) == 0 {
		t.Fatal("apt-get install postgresql")
	}
	return found[len(found)-1]
}

// standby is a replica, made as docs/operations/scaling.md says, with a role and a slot of its own.
type standby struct {
	installation        // of its superuser
	dir, address string // of its data; where it listens
}

func newStandby(t *testing.T, admin string) *standby {
	t.Helper()
	(installation{"DATABASE_URL=" + admin}).sql(t, "CREATE ROLE airport_content_replication LOGIN REPLICATION PASSWORD 'replication'")
	r := &standby{dir: directory(t), address: freeAddress(t)}
	r.installation = installation{"DATABASE_URL=" + through(t, r.address, admin)}
	succeed(t, debian(t, t.Context(), r.dir, postgresProgram(t, "pg_basebackup"),
		"--dbname="+as(t, admin, "airport_content_replication", "replication"),
		"--pgdata="+r.dir+"/data", "--create-slot", "--slot=airport_content",
		"--write-recovery-conf", "--checkpoint=fast"))
	return r
}

// start waits until it answers.
func (r *standby) start(t *testing.T) (stop func()) {
	t.Helper()
	stop = listening(t, debian(t, context.Background(), r.dir, postgresProgram(t, "postgres"), "-D", r.dir+"/data", "-c", "port="+portOf(t, r.address),
		"-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=1000"), r.address) // at least the primary's
	check.Eventually(t, "the replica answers", func() bool {
		conn, err := pgx.Connect(t.Context(), r.database())
		if err == nil {
			conn.Close(t.Context())
		}
		return err == nil
	})
	return stop
}

// A replica that falls behind, and then one whose primary no longer has the WAL that it needs:
// partners get everything from the primary, and operators are told. Package store tests which of
// both answers.
func TestDeadReplica(t *testing.T) {
	t.Parallel()
	admin, owner, served, key := owned(t)
	follower := newStandby(t, admin)
	stop := follower.start(t)
	served = served.with("DATABASE_READ_URL=" + through(t, follower.address, served.database()))
	s := served.serve(t)
	s.visit(t, key)
	told := func(what string) func() bool {
		return func() bool { return strings.Contains(served.run(t, "", "doctor").stdout, what) }
	}
	const receiving, lag = "airport_content_replica_receiving", "airport_content_replica_lag_seconds"
	check.Eventually(t, "it follows", func() bool {
		all := s.metrics(t)
		behind, known := all[lag]
		return all[receiving] == 1 && known && behind == 0
	})
	check.Eventually(t, "doctor says that it follows", told("the replica receives from its primary, and is 0s behind"))
	follower.sql(t, "SELECT pg_wal_replay_pause()")
	owner.load(t, "SFO", []item{newItem("meanwhile")})
	parsed[single](t, s.get(t, key, "SFO/content/meanwhile"))
	follower.sql(t, "SELECT pg_wal_replay_resume()")
	stop()
	check.Eventually(t, "it is missed", func() bool {
		all := s.metrics(t)
		_, known := all[lag]
		return all[receiving] == 0 && !known
	})
	primary := installation{"DATABASE_URL=" + admin}
	primary.sql(t, "ALTER SYSTEM SET max_slot_wal_keep_size = '16MB'")
	primary.sql(t, "SELECT pg_reload_conf()")
	owner.load(t, "SFO", []item{newItem("later")})
	check.Eventually(t, "the WAL that it needs is gone", func() bool {
		primary.sql(t, "SELECT pg_switch_wal()")
		primary.sql(t, "CHECKPOINT")
		return testenv.Value[bool](t, admin, "SELECT wal_status = 'lost' FROM pg_replication_slots WHERE slot_name = 'airport_content'")
	})
	follower.start(t)
	check.Eventually(t, "the metrics tell", func() bool {
		all := s.metrics(t)
		return all[receiving] == 0 && all[lag] > 1
	})
	check.Eventually(t, "doctor tells", told("the replica receives nothing from its primary"))
	parsed[single](t, s.get(t, key, "SFO/content/later"))
	s.visit(t, key)
}

// service writes the file that backup.md describes.
func service(t *testing.T, i installation) (path string) {
	t.Helper()
	u := check.Must(url.Parse(i.database()))(t)
	password, _ := u.User.Password()
	path = filepath.Join(t.TempDir(), "pg_service.conf")
	text := fmt.Sprintf("[airport-content]\nhost=%s\nport=%s\ndbname=airport_content\nuser=%s\npassword=%s\n", u.Hostname(), u.Port(), u.User.Username(), password)
	check.NoError(t, os.WriteFile(path, []byte(text), 0o600))
	return path
}

func TestBackupAndRestore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	_, owner, served, key := owned(t)
	s := served.serve(t)
	cursor := s.visit(t, key)
	leaked := owner.key(t, "Acme", "--airport", "SFO")
	parsed[page](t, s.get(t, leaked, "SFO/content"))
	owner = owner.with("PGSERVICEFILE=" + service(t, owner))
	follow(t, dir, owner, "backup.md", "Back up")
	newer := owner.key(t, "Acme", "--airport", "SFO")
	owner.do(t, "key", "revoke", keyID(newer))
	owner.do(t, "key", "revoke", keyID(leaked))
	follow(t, dir, owner, "backup.md", "Revoked keys")

	admin := testenv.OwnPostgres(t).URL()
	restored := emptyOwned(t, admin)
	restored = restored.with("PGSERVICEFILE=" + service(t, restored))
	restored.sql(t, "CREATE ROLE "+serveRole+" LOGIN PASSWORD 'serve'")
	follow(t, dir, restored, "backup.md", "Restore")
	installation{"DATABASE_URL=" + admin}.inDatabase(t, "airport_content").sql(t, string(readFile(t, "../../docs/sql/serve-role.sql")))
	s = restored.serve(t, "DATABASE_URL="+as(t, admin, serveRole, "serve"), "RATE_LIMIT=1000000")
	s.visit(t, key)
	s.changes(t, key, "SFO", cursor, 5)
	parsed[page](t, s.get(t, leaked, "SFO/content")) // it lives again
	follow(t, dir, restored, "backup.md", "After a restore")
	check.Eventually(t, "the revoked key is refused again", func() bool { return s.get(t, leaked, "SFO/content").status == 401 })
	s.get(t, newer, "SFO/content").fails(t, 401, "invalid_api_key")
	s.get(t, key, "SFO/changes?cursor="+url.QueryEscape(cursor)).fails(t, 410, "cursor_expired")
}

func TestSystemdUnits(t *testing.T) {
	t.Parallel()
	units, err := filepath.Glob("../../docs/deploy/systemd/*")
	if err != nil || len(units) == 0 {
		t.Fatalf("no units: %v", err)
	}
	dir := t.TempDir()
	for _, unit := range units { // as they stand, but for where the program is
		write(t, dir, filepath.Base(unit), strings.ReplaceAll(string(readFile(t, unit)), "/usr/local/bin", programs))
	}
	for _, unit := range units {
		path := filepath.Join(dir, strings.Replace(filepath.Base(unit), "@.", "@SFO.", 1))
		if out, err := exec.CommandContext(t.Context(), "systemd-analyze", "verify", "--man=no", path).CombinedOutput(); err != nil || len(out) > 0 {
			t.Errorf("systemd-analyze verify: %v\n%s", err, out)
		}
		if strings.HasSuffix(unit, ".service") {
			runIn(t, dir, "systemd-analyze", "security", "--offline=yes", "--threshold=20", path)
		}
	}
}
