// Package embedded runs a private PostgreSQL and Redis as children of this process, on 127.0.0.1.
//
//   - server.go starts and ends a server; postgres.go makes the data directory of PostgreSQL.
//   - programs.go finds an installed PostgreSQL, or downloads one.
//   - child.go has the directories and the processes.
//
// On Linux a child ends even if this process is killed. PostgreSQL never runs as root. The package
// knows nothing of the service.
package embedded
