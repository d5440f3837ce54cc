package render

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/coder/websocket"
)

// programs are the names of Chromium on different systems.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"}

// flags keep a browser from asking anybody by itself. The commands in Open keep its pages from it,
// too, also in a browser that somebody else has started.
var flags = []string{"--headless=new", "--remote-debugging-pipe", "--no-first-run", "--no-default-browser-check", "--disable-gpu", "--mute-audio",
	"--disable-extensions", "--disable-sync", "--disable-background-networking", "--disable-component-update", "--disable-default-apps",
	"--disable-domain-reliability", "--metrics-recording-only", "--disable-features=OptimizationHints,MediaRouter,Translate",
	"--proxy-server=" + nowhere, "--proxy-bypass-list=<-loopback>", "--host-resolver-rules=MAP * ~NOTFOUND", "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
	"--js-flags=--max-old-space-size=512"}

// nowhere is a proxy that does not exist: no connection of the browser gets anywhere.
const nowhere = "http://127.0.0.1:1"

// leaveTime is how long a browser may take to end before it is killed.
const leaveTime = 5 * time.Second

// process is a Chromium of our own. Its commands go over a pipe, so no other user of the machine can
// give any.
type process struct {
	cmd     *exec.Cmd
	profile string
	in      *os.File
	out     *os.File
	lines   *bufio.Reader
	says    lastWords
}

// lastWords are the last bytes that a program has written.
type lastWords struct {
	mu   sync.Mutex
	text []byte
}

func (l *lastWords) Write(text []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, text...)
	l.text = l.text[max(0, len(l.text)-mostWords):]
	return len(text), nil
}

const mostWords = 500 // bytes of what a browser says before it ends

// launch starts a Chromium. Root's Chromium runs as nobody: its sandbox refuses root, and without a
// sandbox a page could take over the machine.
func launch() (*process, error) {
	program := ""
	for _, name := range programs {
		if path, err := exec.LookPath(name); err == nil && program == "" {
			program = path
		}
	}
	if program == "" {
		return nil, errors.New("no Chromium is installed here: install one (Debian: apt-get install chromium), or name a running one with CHROME_URL")
	}
	profile, err := os.MkdirTemp("", "airport-content-chromium-*")
	if err != nil {
		return nil, err
	}
	p := &process{profile: profile, cmd: exec.Command(program, append(flags, "--user-data-dir="+profile)...)}
	p.cmd.Dir, p.cmd.Stderr, p.cmd.WaitDelay = profile, &p.says, leaveTime
	p.cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + profile, "LANG=C.UTF-8"} // without our passwords
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if os.Geteuid() == 0 {
		if p.cmd.SysProcAttr.Credential, err = nobody(); err == nil {
			err = os.Chown(profile, int(p.cmd.SysProcAttr.Credential.Uid), int(p.cmd.SysProcAttr.Credential.Gid))
		}
	}
	if err == nil {
		err = p.start()
	}
	if err != nil {
		p.close()
		return nil, fmt.Errorf("start %s: %w", program, err)
	}
	return p, nil
}

// nobody is the user of a Chromium that root starts.
func nobody() (*syscall.Credential, error) {
	found, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	uid, err := strconv.ParseUint(found.Uid, 10, 32)
	if err != nil {
		return nil, err
	}
	gid, err := strconv.ParseUint(found.Gid, 10, 32)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid), Groups: []uint32{}}, err
}

// start starts the program, which reads commands from its file 3 and writes to its file 4.
func (p *process) start() error {
	commands, in, err := os.Pipe()
	if err != nil {
		return err
	}
	out, answers, err := os.Pipe()
	if err != nil {
		return err
	}
	p.in, p.out, p.lines = in, out, bufio.NewReader(io.LimitReader(out, 1<<62))
	p.cmd.ExtraFiles = []*os.File{commands, answers}
	err = p.cmd.Start()
	_, _ = commands.Close(), answers.Close()
	return err
}

func (p *process) send(data []byte) error {
	_, err := p.in.Write(append(data, 0))
	return err
}

func (p *process) receive() (data []byte, err error) {
	for {
		part, err := p.lines.ReadSlice(0)
		if data = append(data, part...); len(data) > maxMessage {
			return nil, fmt.Errorf("a message of more than %d MB", maxMessage>>20)
		}
		if err == nil {
			return data[:len(data)-1], nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

func (p *process) why() string {
	p.says.mu.Lock()
	defer p.says.mu.Unlock()
	return strings.TrimSpace(string(p.says.text))
}

// close ends the browser with all its processes.
func (p *process) close() {
	if p.in != nil {
		_ = p.in.Close() // Chromium ends with its pipe
	}
	if p.cmd.Process != nil {
		kill := time.AfterFunc(leaveTime, func() { _ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) })
		_ = p.cmd.Wait()
		kill.Stop()
		_ = syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) // what is left of its group
	}
	if p.out != nil {
		_ = p.out.Close()
	}
	_ = os.RemoveAll(p.profile)
}

// remote is a Chromium that somebody else has started.
type remote struct {
	ctx    context.Context
	cancel context.CancelFunc
	*websocket.Conn
}

// dial connects to the browser at an address such as http://127.0.0.1:9222, or ws://… of the browser
// itself. Chromium answers only requests for localhost or an address.
func dial(ctx context.Context, address string) (*conn, error) {
	at, err := url.Parse(address)
	if err != nil {
		return nil, errors.New("CHROME_URL is no URL")
	}
	socket := *at
	if at.Scheme == "http" || at.Scheme == "https" {
		if socket.Path, err = browserPath(ctx, at); err != nil {
			return nil, err
		}
		socket.Scheme = "ws" + strings.TrimPrefix(at.Scheme, "http")
	}
	found, _, err := websocket.Dial(ctx, socket.String(), &websocket.DialOptions{Host: "localhost"})
	if err != nil {
		return nil, fmt.Errorf("the Chromium of CHROME_URL: %w", withoutURL(err))
	}
	found.SetReadLimit(maxMessage)
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	to := newConn(&remote{ctx, cancel, found})
	to.crawls = 1
	return to, nil
}

// browserPath asks a Chromium for the path of its WebSocket.
func browserPath(ctx context.Context, at *url.URL) (string, error) {
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, at.JoinPath("json/version").String(), nil)
	if err != nil {
		return "", errors.New("CHROME_URL is no URL")
	}
	ask.Host = "localhost"
	resp, err := (&http.Client{Timeout: callTime}).Do(ask)
	if err != nil {
		return "", fmt.Errorf("the Chromium of CHROME_URL: %w", withoutURL(err))
	}
	defer resp.Body.Close()
	var version struct {
		Socket string `json:"webSocketDebuggerUrl"`
	}
	if err = json.NewDecoder(io.LimitReader(resp.Body, 1<<20)).Decode(&version); err != nil || version.Socket == "" {
		return "", fmt.Errorf("CHROME_URL leads to no Chromium: it answers %d", resp.StatusCode)
	}
	socket, err := url.Parse(version.Socket)
	if err != nil {
		return "", err
	}
	return socket.Path, nil
}

// withoutURL is an error without an address, which may hold a password.
func withoutURL(err error) error {
	if failed, is := errors.AsType[*url.Error](err); is {
		return failed.Err
	}
	return err
}

func (r *remote) send(data []byte) error { return r.Write(r.ctx, websocket.MessageText, data) }

func (r *remote) receive() ([]byte, error) {
	_, data, err := r.Read(r.ctx)
	return data, err
}

func (r *remote) why() string { return "" }

func (r *remote) close() {
	r.cancel()
	_ = r.CloseNow()
}
