import { z } from "zod";
import { CountryCode } from "../origins.ts";
import { Text, Uuid } from "../text.ts";
import { RULE_NAMES, RULE_SOURCES, RuleChanges } from "./delivery-rules.ts";
import { StreamingToken } from "./streaming-keys.ts";

/** The checks before playback, in the order in which they are made. */
export const ACCESS_STEP_NAMES = [
  "deletion",
  "start",
  "password",
  "address",
  "country",
  "vpn",
  "website",
  "subdomain",
  "streaming",
  "budget",
] as const;
export type AccessStepName = (typeof ACCESS_STEP_NAMES)[number];

/**
 * `unset`: no rule applies. `unknown`: a required detail of the visitor is missing. `not reached`: refused at an earlier step.
 */
export const ACCESS_VERDICTS = ["passed", "refused", "unset", "unknown", "not reached"] as const;
export type AccessVerdict = (typeof ACCESS_VERDICTS)[number];

/** Why a token from a client's backend is rejected. */
export const AUTHORIZATION_FAULTS = [
  "malformed",
  "unknown key",
  "wrong signature",
  "expired",
  "not valid yet",
  "wrong video",
  "wrong origin",
  "wrong address",
] as const;
export type AuthorizationFault = (typeof AUTHORIZATION_FAULTS)[number];

/** The subject: a video, or media with the rules of a collection, a config, or only the client. */
export const SimulatedSubject = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("video"), uuid: Uuid }),
  z.strictObject({ type: z.literal("pluginVideo"), uuid: Uuid }),
  z.strictObject({ type: z.literal("collection"), uuid: Uuid }),
  z.strictObject({ type: z.literal("config"), uuid: Uuid }),
  z.strictObject({ type: z.literal("client") }),
]);
export type SimulatedSubject = z.infer<typeof SimulatedSubject>;

/** A hypothetical visitor. */
export const SimulatedVisitor = z.strictObject({
  /** When left out, the visitor's country and VPN use are derived from the address. */
  address: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** The visitor's country; null if unknown. */
  country: CountryCode.nullable().optional(),
  isVpn: z.boolean().optional(),
  /** The URL of the page with the player; null if the page does not reveal it. */
  page: Text.trim().max(2_000).nullable().default(null),
  isPasswordRight: z.boolean().default(true),
  /** A token from the client's backend. */
  authorization: StreamingToken.optional(),
});

export const AccessSimulation = z.strictObject({
  subject: SimulatedSubject,
  visitor: SimulatedVisitor,
  /** The time of the visit; now by default. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** Unsaved rules of the subject to test; null clears a rule. */
  draft: RuleChanges.default({}),
});
export type AccessSimulation = z.infer<typeof AccessSimulation>;

const DatabaseOrigin = z.object({ isOperators: z.boolean(), at: z.string() });

export const AccessSimulationView = z.object({
  isAllowed: z.boolean(),
  /** The step that blocks the visitor; null if access is allowed. */
  decidedBy: z.enum(ACCESS_STEP_NAMES).nullable(),
  at: z.string(),
  visitor: z.object({
    address: z.string().nullable(),
    country: z.string().nullable(),
    /** The autonomous system's number and operator; null if unknown or if no address was given. */
    asn: z.number().nullable(),
    isp: z.string().nullable(),
    isVpn: z.boolean(),
    /** The host of the page, as lists compare it; null if it is unknown. */
    host: z.string().nullable(),
  }),
  steps: z.array(
    z.object({
      step: z.enum(ACCESS_STEP_NAMES),
      verdict: z.enum(ACCESS_VERDICTS),
      /** The rule that decided the step, and the level that set it. */
      rule: z.enum(RULE_NAMES as [(typeof RULE_NAMES)[number]]).optional(),
      source: z.enum(RULE_SOURCES).optional(),
      /** The entry of the rule's list that decided the step, as saved. */
      entry: z.string().optional(),
      fault: z.enum(AUTHORIZATION_FAULTS).optional(),
    }),
  ),
  /** The sources of the location data and their dates; without a VPN list, no viewer counts as using a VPN. */
  origins: z.object({ country: DatabaseOrigin, asn: DatabaseOrigin, vpn: DatabaseOrigin.nullable() }),
});
export type AccessSimulationView = z.infer<typeof AccessSimulationView>;

/** Unsaved rules to test on the viewers of the last 24 hours. */
export const AccessReplay = z.strictObject({
  subject: SimulatedSubject,
  draft: RuleChanges.default({}),
});
export type AccessReplay = z.infer<typeof AccessReplay>;

/** A range of session counts: some sessions cannot be judged, since their addresses and tokens are not stored. */
const SessionCountRange = z.object({ atLeast: z.number(), atMost: z.number() });

export const AccessReplayView = z.object({
  /** The start of the period, in ISO 8601. */
  from: z.string(),
  to: z.string(),
  /** The number of sessions of the subject in this period, without excluded sessions. */
  sessions: z.number(),
  /** The number of sessions that the rules, including the draft, would have blocked. */
  refused: SessionCountRange,
  /** The number of sessions that the saved rules would have blocked: these rules may be newer than the sessions. */
  refusedAsSaved: SessionCountRange,
  /** The number of sessions that the draft would have blocked, by the deciding step; each session counts once. In descending order. */
  steps: z.array(z.object({ step: z.enum(ACCESS_STEP_NAMES), ...SessionCountRange.shape })),
  /** The number of sessions from rare locations that are not evaluated, because the number of evaluated locations is limited. */
  leftOut: z.number(),
});
export type AccessReplayView = z.infer<typeof AccessReplayView>;
