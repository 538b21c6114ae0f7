/** Every time and limit of the scheduler, in one place. */
export const TUNING = {
  /** Asked this long before its deadline, the server still delivers: connection, queue and one retry. */
  serverMarginMs: 1_500,
  /** A segment takes this many times as long as the measured rate says, in the worst case that is planned for. */
  serverRateSafety: 2,
  serverNeedMaxMs: 8_000,
  /** Taken while no fetch has been measured. */
  serverNeedUnknownMs: 2_000,
  /** Others who want the same segment at the same moment have said so by then. */
  settleMs: 120,
  /** Each backup waits so much longer for the one before him to begin. */
  backupStepMs: 800,
  /** A fetch that another has announced is trusted for so long. */
  fetchingTrustMs: 6_000,
  /** A request without an answer, a transfer without a byte. */
  peerSilenceMs: 1_500,
  /** A busy peer is asked again after so long. */
  busyRetryMs: 200,
  missingRetryMs: 5_000,
  faultRetryMs: 10_000,
  /** Nothing waits longer than this for peers, however far its deadline, as when the player is paused. */
  waitMaxMs: 10_000,
  uploadSlots: 2,
  penaltyHalfLifeMs: 30_000,
  penaltySilent: 1,
  penaltyCorrupt: 6,
  /** Above it a peer is not asked. */
  penaltyMax: 3,
} as const;
