package word

var PartsOf = partsOf
