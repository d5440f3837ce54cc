package schema

var CheckVersions = checkVersions
