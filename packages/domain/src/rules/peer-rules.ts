import type { DeliveryRules } from "@shoal/contract";
import {
  DEFAULT_P2P_RULES,
  type P2pRuleSources,
  type P2pRules,
  type P2pSwitch,
} from "@shoal/contract/player";
import { isActiveAt } from "./active-times.ts";
import { type ResolvedRules, valuesOf } from "./resolve-rules.ts";

export type ViewerPlatform = "web" | "android" | "ios";

/** The viewer to whom peer rules apply. */
export interface PeerViewer {
  platform: ViewerPlatform;
  /** Decides whether the viewer is in the share that takes part: stable within a session. */
  sessionId: string;
  /** Whether the viewer agreed to share data; undefined until they answer. */
  consent?: boolean | undefined;
  /** Whether the viewer is in the proof-mode group that plays without peers. */
  isProofAside?: boolean;
}

/** The moment for which weekly periods are checked. */
export interface PeerMoment {
  /** The client's time zone, an IANA name. */
  timeZone: string;
  nowMs: number;
}

const PLATFORM_SWITCH = { web: "p2pWeb", android: "p2pAndroid", ios: "p2pIOS" } as const;

/** Returns the peer rules for one viewer at a moment. */
export function peerRulesFor(rules: DeliveryRules, viewer: PeerViewer, moment: PeerMoment): P2pRules {
  const off = findSwitchedOff(rules, viewer, moment);
  const written = writtenFor(rules, off === undefined);
  // Viewers without consent, or in the group without peers, must not even contact the tracker.
  return off === "asksConsent" || off === "proof" ? { ...written, maxPeers: 0 } : written;
}

/**
 * Returns the peer rules for web viewers while sharing is active, and the share of viewers who take part, 0–1.
 * @example expectedPeerRules(DEFAULT_RULES).admittedShare // 1
 */
export const expectedPeerRules = (rules: DeliveryRules): { rules: P2pRules; admittedShare: number } => ({
  rules: writtenFor(rules, rules.streaming !== "refused" && rules.p2pWeb),
  admittedShare: rules.peerPercentage / 100,
});

const writtenFor = (rules: DeliveryRules, enabled: boolean): P2pRules => ({
  ...DEFAULT_P2P_RULES,
  enabled,
  viewerThreshold: rules.viewerThreshold,
  uploadPercent: rules.uploadPercent,
  uploadOnCellular: rules.uploadOnCellular,
  savedSegments: rules.savedSegments,
  interISP: rules.interISP,
});

/** Returns the level that set each rule of `peerRulesFor`. */
export function peerRuleSources(
  resolved: ResolvedRules,
  viewer: PeerViewer,
  moment: PeerMoment,
): P2pRuleSources {
  const off = findSwitchedOff(valuesOf(resolved), viewer, moment);
  const rule = off ?? PLATFORM_SWITCH[viewer.platform];
  return {
    // Proof mode is set by the client.
    enabled: { rule, source: rule === "proof" ? "client" : resolved[rule].source },
    viewerThreshold: resolved.viewerThreshold.source,
    uploadPercent: resolved.uploadPercent.source,
    uploadOnCellular: resolved.uploadOnCellular.source,
    savedSegments: resolved.savedSegments.source,
    interISP: resolved.interISP.source,
  };
}

/** Returns the first rule that turns sharing off for the viewer; undefined if none does. */
function findSwitchedOff(
  rules: DeliveryRules,
  { platform, sessionId, consent = !rules.asksConsent, isProofAside = false }: PeerViewer,
  { timeZone, nowMs }: PeerMoment,
): P2pSwitch | undefined {
  const onPlatform = PLATFORM_SWITCH[platform];
  if (rules.streaming === "refused") return "streaming";
  if (!consent) return "asksConsent";
  if (!rules[onPlatform]) return onPlatform;
  if (shareOf(sessionId) >= rules.peerPercentage) return "peerPercentage";
  if (!isActiveAt(rules.activeTimes, timeZone, nowMs)) return "activeTimes";
  // Checked last: only viewers who would otherwise share belong to a group.
  return isProofAside ? "proof" : undefined;
}

/** Returns a uniform value from 0 to 100 per session: FNV-1a with a final avalanche. */
function shareOf(sessionId: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < sessionId.length; index++)
    hash = Math.imul(hash ^ sessionId.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return ((hash ^ (hash >>> 13)) >>> 0) / 42_949_672.96;
}
