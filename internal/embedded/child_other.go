//go:build !linux

package embedded

import "syscall"

// signalAtOurDeath does nothing: here the next start in a directory ends the server that a killed
// process has left.
func signalAtOurDeath(*syscall.SysProcAttr, syscall.Signal) {}
