import type { P2pRules } from "@shoal/p2p/protocol";
import type { SwarmEvent, SwarmState } from "@shoal/p2p/scheduler";
import type { Clock } from "./clock.ts";
import type { AccessLink, Flow } from "./links.ts";
import type { Media } from "./media.ts";
import type { LineProfile } from "./profiles.ts";
import type { Random } from "./random.ts";

/** `liar` sends wrong bytes, `silent` promises and sends nothing, `drip` sends very slowly, `free` only downloads. */
export type Conduct = "honest" | "liar" | "silent" | "drip" | "free";

/** The shared access line of a network with several viewers. */
export interface SiteLine {
  name: string;
  upKbps: number;
  downKbps: number;
}

export interface WorldOptions {
  seed: number;
  media: Media;
  viewers: number;
  /** Returns when the viewer with this index arrives. */
  arriveAtMs(index: number, random: Random): number;
  /** Returns when the viewer leaves; by default at the end of the simulation. */
  leaveAtMs?(index: number, arrivedAtMs: number, random: Random): number;
  line(index: number, random: Random): LineProfile;
  /**
   * Returns the line that the viewer shares with their site, for example in an office. Peer traffic within the site does not use
   * it. By default, each viewer has their own line.
   */
  site?(index: number): SiteLine | undefined;
  conduct?(index: number): Conduct;
  /** Returns whether the viewer may connect to peers. By default, all may. */
  isAdmitted?(index: number): boolean;
  /** The share of pairs that cannot be connected. */
  natFailures: number;
  bufferSec: number;
  /** How far behind the live edge viewers start. */
  latencySec: number;
  /** The segment at which a viewer of a VOD starts. */
  startNumber?(random: Random): number;
  durationMs: number;
  rules: P2pRules;
  isPeering: boolean;
}

export interface SiteLines {
  name: string;
  up: AccessLink;
  down: AccessLink;
}

/** What a viewer's components and other viewers see of the viewer. */
export interface SimViewer {
  readonly id: string;
  readonly world: SimWorld;
  readonly line: LineProfile;
  readonly conduct: Conduct;
  readonly up: AccessLink;
  readonly down: AccessLink;
  /** The lines of the viewer's site. Data from the server also crosses them. */
  readonly site: SiteLines | undefined;
  readonly downloads: {
    has(segment: string): boolean;
    receive(peerId: string, requestId: number, flow: Flow): unknown;
    received(requestId: number, bytes: number): void;
  };
  readonly player: { readonly held: Set<string>; arrived(segment: string): void };
  /** Peers with an open channel, and peers being connected. */
  readonly peers: Set<SimViewer>;
  readonly matches: Set<string>;
  readonly state: SwarmState;
  readonly isGone: boolean;
  readonly isNarrow: boolean;
  dispatch(event: SwarmEvent): void;
  send(peerId: string, event: (to: SimViewer) => SwarmEvent): void;
  awaitPeers(count: number): void;
  latencyTo(other: SimViewer): number;
}

/** The rest of the simulation, as seen by a viewer. */
export interface SimWorld {
  readonly clock: Clock;
  readonly random: Random;
  readonly options: WorldOptions;
  readonly media: Media;
  readonly viewers: ReadonlyMap<string, SimViewer>;
  readonly tracker: { join(viewer: SimViewer): void; leave(viewer: SimViewer): void };
  countServer(bytes: number): void;
}
