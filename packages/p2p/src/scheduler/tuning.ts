// Every time and limit of the scheduler, in one place. What was measured stands where it was surprising.
// No object, so that a build writes each number where it is read: pages of other people load them.

/** Kept between the server's last byte and the playhead: append and decode. */
export const serverMarginMs = 750;
/** A segment takes this many times as long as the measured rate says, in the worst case that is planned for. */
export const serverRateSafety = 1.5;
/** The server's latency is planned for as TCP plans its retransmission: mean and four deviations. */
export const serverDeviations = 4;
/**
 * And so often: a connection that has rested begins again with ten packets, and takes a round trip for each doubling (RFC
 * 6928, 5681). On an uplink of 133 kbit/s that is full, what took 0.1 s before took 1.4.
 */
export const serverRoundTrips = 2;
export const serverNeedMinMs = 1_000;
export const serverNeedMaxMs = 8_000;
/** The assumed server time while no fetch has been measured; with the margin, it is requested 2.5 s before its deadline. */
export const serverUnknownMs = 2_500;
export const serverUnknownWorstMs = 1_750;
/** Others who request the same segment at the same moment have announced it by then. */
export const settleMs = 120;
/**
 * Or after this part of the remaining time: a busy sender learns of a new segment up to 0.3 s later, and
 * announces it as much later. A peer too slow to send learns of it first and was alone with it: others could
 * not get from it what it fetched.
 */
export const settleOfSlack = 1 / 32;
/** How long the first backup waits for the fetching peer to begin; the wait grows with the logarithm of the rank. */
export const backupStepMs = 800;
/**
 * For each earlier peer on site, a viewer waits this part of the remaining time before asking elsewhere. In
 * the simulation, traffic across the line falls by a sixth where peers on site are only preferred, and by
 * nearly half with this (docs/design/swarm.md, "Sites").
 */
export const strangersOfSlack = 1 / 16;
/**
 * In a large swarm, a viewer fetches at once when they expect fewer than this many peers to be before them.
 */
export const seeds = 2;
/** A fetch that another has announced is trusted for so long. */
export const fetchingTrustMs = 6_000;
/** A request without an answer, a transfer without a byte. */
export const peerSilenceMs = 1_500;
/** A broken promise: so much later than it said. */
export const peerLateMs = 1_000;
/** Events this far apart are a sleep or a background tab. */
export const sleepMs = 3_000;
/** A busy peer is asked again after this long, or after half of the time it states. */
export const busyRetryMs = 200;
export const busyRetryMaxMs = 2_000;
export const missingRetryMs = 5_000;
export const faultRetryMs = 10_000;
/** Nothing waits longer than this for peers, however far its deadline, as when the player is paused. */
export const waitMaxMs = 10_000;
/** If peers are this many times faster than the server, a segment is awaited from them, however near its deadline. */
export const quickTimes = 2;
/**
 * A server transfer that would take longer than this is dropped for a peer on site that comes earlier in the order. Where
 * each viewer has their own line of twice the bitrate, this delays the segment: with 500 ms, four viewers who
 * opened at once started after 2.2 s instead of 1.3 s.
 */
export const concedeAboveMs = 1_000;
/** A piece below this is not worth a request of its own. */
export const pieceMinBytes = 64_000;
export const piecesMax = 4;
/** A transfer that takes longer than this is shared with another holder. */
export const shareAboveMs = 500;
/**
 * When the piece requested from the other holder would start later than this: the cancel message waits behind what both sides
 * are sending to others. With lines of 0.2, 2 and 10 times the bitrate, 3.7 % of what peers sent arrived after it was
 * cancelled, most of it from peers that had promised to start at once.
 */
export const shareLeadMs = 750;
/** Or than this part of the time that is left. */
export const shareLeadOfSlack = 1 / 8;
/**
 * The sender of a part gets no other request until the whole segment is verified, or for this long: the verification may wait
 * for a server that is away.
 */
export const uncheckedMaxMs = 2_000;
/** Requests that run at a time on an uplink that is too slow to send by, or unknown: it has to carry their acknowledgements. */
export const narrowRequests = 2;
/** The bytes on the wire when a transfer is cut off. A fixed 32 kB let a peer of 13 kB/s stall its receiver for 0.9 s. */
export const inFlightMs = 100;
/** Near the deadline nothing more is expected of who has sent nothing for so long. */
export const quietMs = 700;
/** Last-moment fetches from the server delay our own uploads by at most this. */
export const serverFallbackMaxMs = 1_500;
/** A late peer is left with no less: the rest of a trickle would be waited for until the deadline. */
export const keptMinBytes = 4_000;
/** Live segments are loaded so far ahead of the playhead. */
export const prefetchSec = 30;
/**
 * The whole window of a live, so that copies have all of it to spread in. Simulated with uplinks of 1.5 times the
 * bitrate: 3 offload 0.52, 6 offload 0.67, 12 offload 0.69, more change nothing.
 */
export const prefetchMax = 12;
/** A second transfer begins beside the first when that one leaves this much of the uplink unused. */
export const slotIdleShare = 0.4;
export const slotProbeMs = 300;
export const uploadSlots = 2;
/** Promised and not started. */
export const uploadQueueMax = 3;
/**
 * Nothing is promised that begins later than this: another holder will be there by then. With 3 s the offload at 1.5
 * times the bitrate falls from 0.67 to 0.64, with 6 s and a longer queue to 0.63.
 */
export const uploadWaitMaxMs = 1_500;
/** Reserved for the viewer's own requests and acknowledgements: 128 kbit/s. */
export const ownBytesPerSec = 16_000;
/** Below this rate a peer sends nothing: it would always be late. */
export const uploadMinBytesPerSec = 8_000;
/**
 * A viewer who needs a segment sooner than this does not take part in uplink measurements. With 5 s, the
 * offload at 1.5 times the bitrate falls from 0.77 to 0.66 (simulated).
 */
export const shortBelowMs = 1_000;
export const shortRetryMs = 600;
export const shortMaxMs = 8_000;
export const uplinkForgetMs = 60_000;
export const uplinkUnknownKbps = 2_000;
/**
 * The assumed rate of a peer that was too slow a minute ago: enough to be asked some time, and so measured. When it counted as
 * the average, it fetched for the others what they could not get from it: five of eight viewers took such a segment from the
 * server.
 */
export const uplinkForgottenKbps = 64;
/** Higher claims count as this. */
export const uplinkMaxKbps = 20_000;
/** The uplink is reported again when it differs by this factor. */
export const uplinkTellFactor = 1.3;
export const penaltyHalfLifeMs = 60_000;
export const penaltySilent = 2;
export const penaltyLate = 2;
export const penaltyCorrupt = 12;
/** Its assumed rate when others are late as well. */
export const doubtShare = 0.25;
/** Above it a peer is not asked. */
export const penaltyMax = 3;
/** After this many failed requests, a peer counts as one that gives nothing. */
export const unansweredRequestsMax = 6;
/** Bounds of what one peer can make us remember. */
export const peerTracksMax = 32;
export const peerRangesMax = 512;
export const peerFetchingMax = 64;
