package embedded

import "syscall"

func signalAtOurDeath(attributes *syscall.SysProcAttr, s syscall.Signal) { attributes.Pdeathsig = s }
