import { z } from "zod";
import { RULE_SOURCES } from "../delivery/delivery-rules.ts";

/** Peer-to-peer rules of one video (§3 Rules). */
export const P2pRules = z.strictObject({
  enabled: z.boolean(),
  /** The minimum number of viewers for peers to exchange data. */
  viewerThreshold: z.number().int().min(1),
  maxPeers: z.number().int().min(0).max(32),
  /** The share of the measured uplink that may be used, 0–100. */
  uploadPercent: z.number().min(0).max(100),
  uploadOnCellular: z.boolean(),
  /** How many segments a viewer keeps for sharing; 0 for as many as fit in memory. */
  savedSegments: z.number().int().min(0),
  /** Whether peers of other internet providers are matched. */
  interISP: z.boolean(),
});
export type P2pRules = z.infer<typeof P2pRules>;
export const DEFAULT_P2P_RULES: P2pRules = {
  enabled: true,
  viewerThreshold: 1,
  maxPeers: 8,
  uploadPercent: 80,
  uploadOnCellular: false,
  savedSegments: 0,
  interISP: true,
};

/** The rules that can exclude a viewer from peers. */
const P2P_SWITCHES = [
  "streaming",
  "asksConsent",
  "p2pWeb",
  "p2pAndroid",
  "p2pIOS",
  "peerPercentage",
  "activeTimes",
  // Not a rule, but the share of viewers who play without peers in proof mode.
  "proof",
] as const;
export type P2pSwitch = (typeof P2P_SWITCHES)[number];

const p2pRuleSource = z.enum(RULE_SOURCES);
/** The level that set each rule about peers. The maximum number of peers is the platform's own and has no level. */
export const P2pRuleSources = z.object({
  /** The rule that excludes this viewer from peers, or otherwise the platform's rule that allows peers. */
  enabled: z.object({ rule: z.enum(P2P_SWITCHES), source: p2pRuleSource }),
  viewerThreshold: p2pRuleSource,
  uploadPercent: p2pRuleSource,
  uploadOnCellular: p2pRuleSource,
  savedSegments: p2pRuleSource,
  interISP: p2pRuleSource,
});
export type P2pRuleSources = z.infer<typeof P2pRuleSources>;
