import type { P2pRuleSources } from "@shoal/contract/player";
import type { P2pRules, SwarmInspection } from "@shoal/p2p";
import type { PlayerStats, Rendition } from "./metrics/meter.ts";

/** A snapshot of a player, for inspection. */
export interface Inspection {
  video: HTMLVideoElement;
  /** The name of the video, given by its owner or the page; undefined while unknown. */
  name: string | undefined;
  stats: PlayerStats;
  /** The state of the swarm; undefined before it is joined and after it is left. */
  swarm: SwarmInspection | undefined;
  /** The rules received with the session; undefined before the session is opened. */
  session:
    | {
        rules: P2pRules;
        sources?: P2pRuleSources | undefined;
        consent?: { clientId: string } | undefined;
      }
    | undefined;
  renditionAt(positionSec: number): Rendition;
  /** The last error: a code of the SDK's or the plugin's errors. */
  fault: string | undefined;
}

export interface Inspectable {
  inspect(): Inspection;
}

/**
 * Returns every player of the page that is attached to a swarm, by any copy of the SDK: `globalThis.shoal.attachments`, where
 * other scripts can find it too.
 */
export function attachmentsOfPage(): Set<Inspectable> {
  const page = globalThis as { shoal?: { attachments?: Set<Inspectable> } };
  page.shoal ??= {};
  page.shoal.attachments ??= new Set();
  return page.shoal.attachments;
}
