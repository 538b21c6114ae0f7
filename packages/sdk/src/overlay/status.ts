import type { RuleSource } from "@shoal/contract";
import type { P2pSwitch } from "@shoal/contract/player";
import type { Inspection } from "../inspection.ts";

/** Whether data is exchanged, and the reason if it is not. */
export type Status =
  /** The rule that turns sharing off. Undefined if the session does not state which rule does. */
  | { code: "off"; rule: P2pSwitch | undefined; source: RuleSource | undefined }
  | { code: "tooFew"; audience: number; threshold: number }
  | { code: "refused"; fault: string }
  | { code: PlainStatus };
type PlainStatus =
  | "exchanging"
  | "native"
  | "direct"
  | "insecure"
  | "noWebRtc"
  | "opening"
  | "unstarted"
  | "unconsented"
  | "optedOut"
  | "untracked"
  | "alone"
  | "connecting"
  | "unmatched"
  | "idle";

/** The capabilities of the browser that sharing requires. */
export interface Abilities {
  isSecure: boolean;
  hasWebRtc: boolean;
}

export function statusOf(inspection: Inspection, { isSecure, hasWebRtc }: Abilities): Status {
  const { swarm, session, fault, stats } = inspection;
  if (fault === "native" || fault === "direct") return { code: fault };
  if (!swarm) {
    if (fault !== undefined) return { code: "refused", fault };
    if (!session) return { code: "opening" };
    return { code: isSecure ? "unstarted" : "insecure" };
  }
  if (!hasWebRtc) return { code: "noWebRtc" };
  const barred = exclusionOf(inspection);
  if (barred) return barred;
  const peers = [...(swarm.peers?.values() ?? [])];
  if (peers.some(({ isOpen }) => isOpen))
    return { code: stats.bytesPeer + stats.bytesUp > 0 ? "exchanging" : "idle" };
  if (!swarm.isTracked) return { code: "untracked" };
  if (stats.audience <= 1) return { code: "alone" };
  return { code: peers.length > 0 ? "connecting" : "unmatched" };
}

/** Returns why this viewer is excluded from peers: because of the rules, or because the viewer opted out. */
function exclusionOf({ swarm, session, stats }: Inspection): Status | undefined {
  if (!swarm) return undefined;
  const { rules, audience } = swarm.state;
  if (isOptedOut({ swarm, session })) return { code: "optedOut" };
  if (!rules.enabled || rules.maxPeers === 0) {
    const origin = session?.rules.enabled === false ? session.sources?.enabled : undefined;
    if (origin?.rule === "asksConsent") return { code: "unconsented" };
    return { code: "off", rule: origin?.rule, source: origin?.source };
  }
  const threshold = rules.viewerThreshold;
  if (audience !== null && audience < threshold && threshold > 1)
    return { code: "tooFew", audience: stats.audience, threshold };
  return undefined;
}

/** Returns whether the page or the viewer opted out although the rules allow peers. */
export const isOptedOut = ({ swarm, session }: Pick<Inspection, "swarm" | "session">): boolean =>
  swarm?.state.rules.maxPeers === 0 && (session?.rules.maxPeers ?? 0) > 0;
