import type { P2pRuleSources } from "@shoal/contract/player";
import type { P2pRules, SwarmInspection } from "@shoal/p2p";
import type { PlayerStats, Rendition } from "./metrics/meter.ts";

/** A snapshot of a player, for inspection. */
export interface Inspection {
  video: HTMLVideoElement;
  /** The name that the owner or the page gave the video. Undefined until it is known. */
  name: string | undefined;
  stats: PlayerStats;
  /** The state of the swarm. Undefined before the player joins the swarm and after it leaves. */
  swarm: SwarmInspection | undefined;
  /** The rules that the session contains. Undefined until the session is opened. */
  session:
    | {
        rules: P2pRules;
        sources?: P2pRuleSources | undefined;
        consent?: { clientId: string } | undefined;
      }
    | undefined;
  renditionAt(positionSec: number): Rendition;
  /** The last error, as a code of the SDK or the plugin. */
  fault: string | undefined;
}

export interface Inspectable {
  inspect(): Inspection;
}

/**
 * Returns every player of the page that is attached to a swarm, by any copy of the SDK. They are in `globalThis.shoal.attachments`,
 * where other scripts can also find them.
 */
export function attachmentsOfPage(): Set<Inspectable> {
  const page = globalThis as { shoal?: { attachments?: Set<Inspectable> } };
  page.shoal ??= {};
  page.shoal.attachments ??= new Set();
  return page.shoal.attachments;
}
