import type { P2pRuleSources } from "@shoal/contract/player";
import type { P2pRules, SwarmInspection } from "@shoal/p2p";
import type { PlayerStats, Rendition } from "./metrics/meter.ts";

/** A snapshot of a player, for inspection. */
export interface Inspection {
  video: HTMLVideoElement;
  /** The owner's, or the page's, name of what plays; undefined while unknown. */
  name: string | undefined;
  stats: PlayerStats;
  /** Undefined while there is none, or no more. */
  swarm: SwarmInspection | undefined;
  /** The rules that the session came with; undefined before it. */
  session:
    | {
        rules: P2pRules;
        sources?: P2pRuleSources | undefined;
        consent?: { clientId: string } | undefined;
      }
    | undefined;
  renditionAt(positionSec: number): Rendition;
  /** The last fault: a word of the SDK's faults, or of the plugin's errors. */
  fault: string | undefined;
}

export interface Inspectable {
  inspect(): Inspection;
}

/**
 * Every player of the page that is on a swarm, whichever copy of the SDK put it there: `globalThis.shoal.attachments`,
 * where scripts of other people find it too.
 */
export function attachmentsOfPage(): Set<Inspectable> {
  const page = globalThis as { shoal?: { attachments?: Set<Inspectable> } };
  page.shoal ??= {};
  page.shoal.attachments ??= new Set();
  return page.shoal.attachments;
}
