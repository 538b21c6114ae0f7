// Every time and limit of the scheduler, in one place, with measurements where they were surprising. Exported one by one
// rather than as an object, so that a build inlines each number: pages of other sites load them.

/** The minimum time between the server's last byte and the playhead, for appending and decoding. */
export const serverMarginMs = 750;
/** The factor by which a segment takes longer, in the planned worst case, than the measured rate predicts. */
export const serverRateSafety = 1.5;
/** The server's latency is planned like a TCP retransmission timeout: mean plus four deviations. */
export const serverDeviations = 4;
/**
 * Round trips added to the latency: an idle connection restarts with ten packets and takes a round trip for each doubling
 * (RFC 6928, 5681). On a saturated uplink of 133 kbit/s, a request of 0.1 s took 1.4 s.
 */
export const serverRoundTrips = 2;
export const minServerNeedMs = 1_000;
export const maxServerNeedMs = 8_000;
/** The assumed server time until a fetch was measured; with the margin, a segment is requested 2.5 s before its deadline. */
export const serverUnknownMs = 2_500;
export const serverUnknownWorstMs = 1_750;
/** The settling time, within which peers that request the same segment at the same moment have announced it. */
export const settleMs = 120;
/**
 * The settling time as a share of the remaining time, if that is longer: a busy sender learns of a new segment up to 0.3 s later, and
 * announces it equally late. Previously, a peer that was too slow to send learned of a segment first and fetched it alone, and others could
 * not get it from that peer.
 */
export const settleOfSlack = 1 / 32;
/** How long the first backup waits for the fetching peer to start; the wait grows with the logarithm of the rank. */
export const backupStepMs = 800;
/**
 * For each peer on site that is ahead in the order, a viewer waits this share of the remaining time before requesting the segment from
 * peers elsewhere. In the simulation, this reduces traffic across the line by nearly half; merely preferring peers on site reduces it by a
 * sixth (docs/design/swarm.md, "Sites").
 */
export const offSiteWaitOfSlack = 1 / 16;
/** The number of expected peers ahead below which a viewer of a large swarm fetches at once. */
export const seedCount = 2;
/** How long an announced fetch of another peer is trusted. */
export const fetchingTrustMs = 6_000;
/** The time after which a request without an answer, or a transfer without data, counts as silent. */
export const peerSilenceMs = 1_500;
/** The delay after which a peer has broken its promise, relative to what it announced. */
export const peerLateMs = 1_000;
/** A gap of this length between events means that the device slept, or that the tab was in the background. */
export const sleepMs = 3_000;
/** The delay before a busy peer receives another request, unless half of the time it states is longer. */
export const busyRetryMs = 200;
export const maxBusyRetryMs = 2_000;
export const missingRetryMs = 5_000;
export const faultRetryMs = 10_000;
/** The longest wait for peers, however far away the deadline of a segment is, for example while the player is paused. */
export const maxWaitMs = 10_000;
/** If peers are this many times faster than the server, the viewer waits for them to send a segment, however close its deadline is. */
export const fastPeerFactor = 2;
/**
 * A server transfer that would take longer than this is cancelled for a peer on site that is earlier in the order. If each
 * viewer has their own line of twice the bitrate, this delays the segment: with 500 ms, four viewers who opened at once
 * started after 2.2 s instead of 1.3 s.
 */
export const concedeAboveMs = 1_000;
/** The minimum size of a piece: a smaller piece is not worth a separate request. */
export const pieceMinBytes = 64_000;
export const maxPieces = 4;
/** The remaining time above which a transfer is shared with another holder. */
export const shareAboveMs = 500;
/**
 * A piece is requested from another holder only if it would otherwise start later than this: the cancel message queues
 * behind what both sides are sending. With lines of 0.2, 2 and 10 times the bitrate, 3.7 % of what peers sent arrived after
 * it was cancelled, most of it from peers that had promised to start at once.
 */
export const shareLeadMs = 750;
/** The same limit as a share of the remaining time; the shorter limit applies. */
export const shareLeadOfSlack = 1 / 8;
/**
 * A sender gets no other request until the whole segment is verified, or for this long: verification may wait for an
 * unreachable server.
 */
export const maxUncheckedMs = 2_000;
/** The maximum number of requests at a time on an uplink that is unknown or too slow to send: it has to carry their acknowledgements. */
export const narrowRequests = 2;
/**
 * The bytes in flight when a transfer is cut off are those of this time. A fixed 32 kB let a peer of 13 kB/s stall its
 * receiver for 0.9 s.
 */
export const inFlightMs = 100;
/** Near the deadline, a peer that has sent nothing for this long is expected to send nothing more. */
export const quietMs = 700;
/** Last-moment fetches from the server delay our own uploads by at most this. */
export const maxServerFallbackMs = 1_500;
/**
 * A late peer keeps at least this much to send: otherwise the viewer would wait until the deadline for the last bytes of a slow transfer.
 */
export const latePieceMinBytes = 4_000;
/** The time ahead of the playhead for which live segments are loaded. */
export const prefetchSec = 30;
/**
 * The maximum number of prefetched segments. It covers the whole window of a live, so that copies have time to spread. Simulated with
 * uplinks of 1.5 times the bitrate: 3 offload 0.52, 6 offload 0.67, 12 offload 0.69, and more make no difference.
 */
export const maxPrefetchedSegments = 12;
/** A second transfer starts beside the first if the first leaves this share of the uplink unused. */
export const slotIdleShare = 0.4;
export const slotProbeMs = 300;
export const uploadSlots = 2;
/** The maximum number of uploads that are promised but not started. */
export const maxQueuedUploads = 3;
/**
 * Uploads that would start later than this are not promised: another holder will be available by then. With 3 s the offload
 * at 1.5 times the bitrate falls from 0.67 to 0.64; with 6 s and a longer queue, to 0.63.
 */
export const maxUploadWaitMs = 1_500;
/** The rate that is reserved for the viewer's own requests and acknowledgements: 128 kbit/s. */
export const ownBytesPerSec = 16_000;
/** The rate below which a peer sends nothing: it would always be late. */
export const uploadMinBytesPerSec = 8_000;
/**
 * A viewer who needs a segment sooner than this does not take part in uplink measurements. With 5 s, the
 * offload at 1.5 times the bitrate falls from 0.77 to 0.66 (simulated).
 */
export const shortBelowMs = 1_000;
export const shortRetryMs = 600;
export const maxShortMs = 8_000;
export const uplinkStaleMs = 60_000;
export const uplinkUnknownKbps = 2_000;
/**
 * The assumed rate of a peer that was too slow a minute ago: enough to receive a request, and thus be measured, from time to time. When the
 * average was assumed, it fetched segments that others could not get from it: five of eight viewers fetched such a segment from the server.
 */
export const uplinkStaleKbps = 64;
/** The maximum uplink that is assumed from a peer's claim. */
export const maxUplinkKbps = 20_000;
/** The factor by which the uplink must differ to be reported again. */
export const uplinkReportFactor = 1.3;
export const penaltyHalfLifeMs = 60_000;
export const penaltySilent = 2;
export const penaltyLate = 2;
export const penaltyCorrupt = 12;
/** The share of a peer's rate that is assumed when others are late as well. */
export const doubtShare = 0.25;
/** The penalty above which a peer receives no requests. */
export const maxPenalty = 3;
/** The number of failed requests after which a peer counts as contributing nothing. */
export const maxUnansweredRequests = 6;
/** The limits for announcements, and therefore for the memory that one peer can occupy. */
export const maxPeerTracks = 32;
export const maxPeerRanges = 512;
export const maxPeerFetches = 64;
