// Package torture has tests only: of synchronisation without loss, with the parts that the service is made of, over HTTP,
// on real servers.
//
// TestTorture runs for TORTURE_SECONDS (20) with the seed TORTURE_SEED (random). That it can fail is shown by
// TORTURE_SABOTAGE: "source-dates" gives every item the source's date as its lastModified, and "plain-now" makes
// meta.timestamp the plain time of the answer; with either, copies by modifiedSince lose items. TestKilledImporter kills
// TORTURE_KILLS importers, or as many as it can in ten seconds.
package torture
