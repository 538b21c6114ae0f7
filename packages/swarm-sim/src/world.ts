import type { P2pRules } from "@shoal/p2p/protocol";
import { Clock } from "./clock.ts";
import type { Media } from "./media.ts";
import type { LineProfile } from "./profiles.ts";
import { Random } from "./random.ts";
import { SimTracker } from "./tracker.ts";
import { type Conduct, Viewer } from "./viewer.ts";

export interface WorldOptions {
  seed: number;
  media: Media;
  viewers: number;
  /** When viewer `index` comes. */
  arriveAtMs(index: number, random: Random): number;
  /** When he leaves; at the end when it is not said. */
  leaveAtMs?(index: number, arrivedAtMs: number, random: Random): number;
  line(index: number, random: Random): LineProfile;
  conduct?(index: number): Conduct;
  /** The share of pairs that cannot be connected. */
  natFailures: number;
  bufferSec: number;
  /** How far behind the live edge viewers begin. */
  latencySec: number;
  /** Where a viewer of a VOD begins. */
  startNumber?(random: Random): number;
  durationMs: number;
  rules: P2pRules;
  isPeering: boolean;
}

/** A run of the simulation: everybody and everything in it. */
export class World {
  readonly clock = new Clock();
  readonly random: Random;
  readonly options: WorldOptions;
  readonly media: Media;
  readonly viewers = new Map<string, Viewer>();
  readonly tracker: SimTracker;
  /** Bytes of the server by second. */
  readonly serverBySec: number[] = [];

  constructor(options: WorldOptions) {
    this.options = options;
    this.media = options.media;
    this.random = new Random(options.seed);
    this.tracker = new SimTracker(this);
  }

  run(): Viewer[] {
    const { viewers, durationMs, arriveAtMs, leaveAtMs } = this.options;
    for (let index = 0; index < viewers; index++) {
      const atMs = arriveAtMs(index, this.random);
      const viewer = this.#create(index);
      this.clock.at(atMs, () => {
        this.viewers.set(viewer.id, viewer);
        viewer.start();
      });
      if (leaveAtMs) this.clock.at(leaveAtMs(index, atMs, this.random), () => viewer.leave());
    }
    this.clock.runUntil(durationMs);
    const all = [...this.viewers.values()];
    for (const viewer of all) if (!viewer.isGone) viewer.player.end();
    return all;
  }

  countServer(bytes: number): void {
    const second = Math.floor(this.clock.nowMs / 1000);
    this.serverBySec[second] = (this.serverBySec[second] ?? 0) + bytes;
  }

  #create(index: number): Viewer {
    const { line, conduct, rules, isPeering } = this.options;
    return new Viewer(this, {
      id: `viewer-${index}`,
      line: line(index, this.random),
      conduct: conduct?.(index) ?? "honest",
      rules,
      isPeering,
    });
  }
}
