// Package embedded runs private Postgres and Redis servers for the demo and the tests.
//
// The servers listen on 127.0.0.1 only and never run as root: a root process gives them to an unprivileged account.
// They belong to the process that started them. Stop ends them; if this process is killed instead, the kernel ends
// them (on Linux; elsewhere the next start with the same directory cleans up). A temporary directory is removed by
// Stop only.
package embedded
