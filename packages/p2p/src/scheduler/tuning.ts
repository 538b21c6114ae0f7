// Every time and limit of the scheduler, with measurements where they were surprising. They are separate exports rather than an
// object, so a build inlines each number. Pages of other websites load this code, so it must be small.

/** The minimum time between the server's last byte and the playhead, for appending and decoding. */
export const serverMarginMs = 750;
/** The factor by which a segment takes longer, in the planned worst case, than the measured rate predicts. */
export const serverRateSafety = 1.5;
/** The server's latency is planned like a TCP retransmission timeout: mean plus four deviations. */
export const serverDeviations = 4;
/**
 * The round trips that are added to the latency. An idle connection restarts with ten packets and takes a round trip for each
 * doubling (RFC 6928, 5681). On a saturated uplink of 133 kbit/s, a request of 0.1 s took 1.4 s.
 */
export const serverRoundTrips = 2;
export const minServerNeedMs = 1_000;
export const maxServerNeedMs = 8_000;
/** The server time that is assumed until a fetch has been measured. With the margin, a segment is requested 2.5 s before its deadline. */
export const serverUnknownMs = 2_500;
export const serverUnknownWorstMs = 1_750;
/** The settling time, within which peers that request the same segment at the same moment have announced it. */
export const settleMs = 120;
/**
 * The settling time as a share of the remaining time, if that is longer. A busy sender learns of a new segment up to 0.3 s later,
 * and announces it equally late. Without this share, a peer that was too slow to send would learn of a segment first and fetch it
 * alone, and others could not get it from that peer.
 */
export const settleOfSlack = 1 / 32;
/** How long the first backup waits for the fetching peer to start. The wait grows with the logarithm of the rank. */
export const backupStepMs = 800;
/**
 * For each peer on site that is ahead in the order, a viewer waits this share of the remaining time before requesting the segment
 * from peers elsewhere. In the simulation, this reduces traffic across the line by nearly half. Merely preferring peers on site
 * reduces it by a sixth (docs/design/swarm.md, "Sites").
 */
export const offSiteWaitOfSlack = 1 / 16;
/** If fewer peers than this are expected ahead of a viewer in a large swarm, the viewer fetches immediately. */
export const seedCount = 2;
/** How long an announced fetch of another peer is trusted. */
export const fetchingTrustMs = 6_000;
/** The time after which a request without an answer, or a transfer without data, counts as silent. */
export const peerSilenceMs = 1_500;
/** How long after the announced time a peer counts as having broken its promise. */
export const peerLateMs = 1_000;
/** A gap of this length between events means that the device slept, or that the tab was in the background. */
export const sleepMs = 3_000;
/** The delay before a busy peer receives another request. If half of the time that the peer states is longer, that time is used. */
export const busyRetryMs = 200;
export const maxBusyRetryMs = 2_000;
export const missingRetryMs = 5_000;
export const faultRetryMs = 10_000;
/** The longest wait for peers, however far away the deadline of a segment is, for example while the player is paused. */
export const maxWaitMs = 10_000;
/** If peers are this many times faster than the server, the viewer waits for them to send a segment, however close its deadline is. */
export const fastPeerFactor = 2;
/**
 * A server transfer that would take longer than this is cancelled for a peer on site that is earlier in the order. If each viewer
 * has their own line of twice the bitrate, this delays the segment. With 500 ms, four viewers who opened the video at the same time
 * started after 2.2 s instead of 1.3 s.
 */
export const concedeAboveMs = 1_000;
/** The minimum size of a piece. A smaller piece is not worth a separate request. */
export const pieceMinBytes = 64_000;
export const maxPieces = 4;
/** The remaining time above which a transfer is shared with another holder. */
export const shareAboveMs = 500;
/**
 * A piece is requested from another holder only if it would otherwise start later than this. The cancel message queues behind what
 * both sides are sending. With lines of 0.2, 2 and 10 times the bitrate, 3.7 % of what peers sent arrived after it was cancelled,
 * most of it from peers that had promised to start at once.
 */
export const shareLeadMs = 750;
/** The same limit as a share of the remaining time; the shorter limit applies. */
export const shareLeadOfSlack = 1 / 8;
/**
 * A sender gets no other request until the whole segment is verified. The wait is limited to this time, because verification may
 * wait for an unreachable server.
 */
export const maxUncheckedMs = 2_000;
/**
 * The maximum number of simultaneous requests for a viewer whose uplink is unknown or too slow to send. This uplink has to carry
 * the acknowledgements.
 */
export const narrowRequests = 2;
/**
 * The time for which bytes count as in flight when a transfer is cut off. A fixed 32 kB let a peer of 13 kB/s stall its receiver
 * for 0.9 s.
 */
export const inFlightMs = 100;
/** Near the deadline, a peer that has sent nothing for this long is expected to send nothing more. */
export const quietMs = 700;
/** The maximum delay that last-moment fetches from the server cause for this viewer's own uploads. */
export const maxServerFallbackMs = 1_500;
/**
 * The minimum that a late peer keeps to send. Otherwise, the viewer would wait until the deadline for the last bytes of a slow
 * transfer.
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
 * Uploads that would start later than this are not promised, because another peer with the segment will be available by then. With
 * 3 s the offload at 1.5 times the bitrate falls from 0.67 to 0.64; with 6 s and a longer queue, to 0.63.
 */
export const maxUploadWaitMs = 1_500;
/** The rate that is reserved for the viewer's own requests and acknowledgements: 128 kbit/s. */
export const ownBytesPerSec = 16_000;
/** The rate below which a peer sends nothing, because it would always be late. */
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
 * The assumed rate of a peer that was too slow a minute ago. It is enough for the peer to receive a request from time to time,
 * which measures it. When the average was assumed, the peer fetched segments that others could not get from it. Five of eight
 * viewers fetched such a segment from the server.
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
