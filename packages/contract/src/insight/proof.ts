import { z } from "zod";

/** The share of sessions without peers, in percent. */
export const PROOF_SHARE = { min: 1, max: 20, untold: 5 } as const;
/** The number of sessions that each group needs before a verdict, or before proof mode stops because viewers without peers suffer. */
export const PROOF_SESSIONS_MIN = 200;
/** The number of seconds per hour played that viewers without peers may wait longer than viewers with peers. */
export const MAX_PROOF_EXTRA_REBUFFERING = 5;
export const MAX_PROOF_LIMIT_GB = 1_000_000;

export const PROOF_METRICS = ["rebuffering", "offload", "startup", "bitrate"] as const;
/** The compared metrics, in seconds per hour played, percent of bytes from peers, milliseconds and kbps. */
export type ProofMetric = (typeof PROOF_METRICS)[number];

/**
 * A value and its 95 % confidence interval. All are null if there are no measurements; only the bounds are null if too few viewers have
 * measurements (fewer than about 30 with stalls) for a reliable interval.
 */
export const ProofInterval = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});
export type ProofInterval = z.infer<typeof ProofInterval>;

export const PROOF_VERDICTS = ["tooFew", "noDifference", "lower", "higher"] as const;
/** A verdict about peers: whether the value is lower or higher with them, and by how much, as a positive number. */
export const ProofVerdict = z.object({
  code: z.enum(PROOF_VERDICTS),
  by: z.number(),
  low: z.number(),
  high: z.number(),
});
export type ProofVerdict = z.infer<typeof ProofVerdict>;

export const ProofComparison = z.object({
  metric: z.enum(PROOF_METRICS),
  with: ProofInterval,
  without: ProofInterval,
  /** The value with peers minus the value without. */
  difference: ProofInterval,
  verdict: ProofVerdict,
});
export type ProofComparison = z.infer<typeof ProofComparison>;

const ProofGroupSizes = z.object({
  sessions: z.number(),
  /** The number of distinct viewers, regardless of their sessions; a session without a viewer id counts as one viewer. */
  viewers: z.number(),
  hours: z.number(),
  serverBytes: z.number(),
  /** The median start-up time; null if there is no first frame. */
  startupMedianMs: z.number().nullable(),
});
export type ProofGroupSizes = z.infer<typeof ProofGroupSizes>;

export const ProofSettings = z.object({
  isOn: z.boolean(),
  sharePct: z.number(),
  /** The monthly limit of server traffic for the group without peers, in 10⁹ bytes; null for no limit. */
  limitGb: z.number().nullable(),
  /** The user who agreed for the client, and when. */
  consent: z.object({ by: z.string(), at: z.string() }).nullable(),
  revision: z.number(),
});
export type ProofSettings = z.infer<typeof ProofSettings>;

export const PROOF_STOPS = ["rebuffering", "traffic"] as const;
export type ProofStop = (typeof PROOF_STOPS)[number];

export const ProofState = z.object({
  code: z.enum(["off", "gathering", "running", "stopped"]),
  /** When the current or last run started. */
  startedAt: z.string().nullable(),
  /** The number of sessions in the smaller group since the start, as of the last check; a verdict requires at least `sessionsNeeded`. */
  sessions: z.number(),
  sessionsNeeded: z.number(),
  stop: z
    .object({
      reason: z.enum(PROOF_STOPS),
      at: z.string(),
      /** The figure that exceeded its limit: seconds per hour (the lower bound), or 10⁹ bytes. */
      value: z.number(),
    })
    .nullable(),
});
export type ProofState = z.infer<typeof ProofState>;

export const ProofReport = z.object({
  /** A month in the client's time zone, such as 2026-11. */
  month: z.string(),
  timeZone: z.string(),
  /** The compared period: a month, or the part of it since the last start. */
  from: z.string(),
  to: z.string(),
  settings: ProofSettings,
  state: ProofState,
  with: ProofGroupSizes,
  without: ProofGroupSizes,
  metrics: z.array(ProofComparison),
});
export type ProofReport = z.infer<typeof ProofReport>;

export const ProofInput = z
  .strictObject({
    isOn: z.boolean(),
    /** Whether the client agrees that some of its viewers play without peers. */
    isAgreed: z.boolean(),
    sharePct: z.number().int().min(PROOF_SHARE.min).max(PROOF_SHARE.max),
    limitGb: z.number().min(0.001).max(MAX_PROOF_LIMIT_GB).nullable(),
    /** The revision of the settings on which the change is based. */
    revision: z.number().int().min(0),
  })
  .refine(({ isOn, isAgreed }) => !isOn || isAgreed, {
    path: ["isAgreed"],
    message: "is required before proof mode can be turned on",
  });
export type ProofInput = z.infer<typeof ProofInput>;

/** What edges need to assign sessions to groups; absent while proof mode is off or has stopped. */
export const DescribedProof = z.strictObject({
  sharePct: z.number(),
  /** The client's uuid, so that the groups of different clients are independent. */
  salt: z.string(),
});
export type DescribedProof = z.infer<typeof DescribedProof>;
