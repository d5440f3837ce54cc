package word

var PartsOf = parts
