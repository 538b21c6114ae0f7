import { Clock } from "./clock.ts";
import { createLine } from "./links.ts";
import type { Media } from "./media.ts";
import { Random } from "./random.ts";
import type { SimWorld, SiteLine, SiteLines, WorldOptions } from "./simulation.types.ts";
import { SimTracker } from "./tracker.ts";
import { Viewer } from "./viewer.ts";

/** A run of the simulation, with all its viewers. */
export class World implements SimWorld {
  readonly clock = new Clock();
  readonly random: Random;
  readonly options: WorldOptions;
  readonly media: Media;
  readonly viewers = new Map<string, Viewer>();
  readonly tracker: SimTracker;
  readonly #sites = new Map<string, SiteLines>();
  /** The bytes sent by the server in each second. */
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
    const { line, site, conduct, isAdmitted, rules, isPeering } = this.options;
    const shared = site?.(index);
    return new Viewer(this, {
      id: `viewer-${index}`,
      line: line(index, this.random),
      ...(shared ? { site: this.#linesOf(shared) } : {}),
      conduct: conduct?.(index) ?? "honest",
      rules,
      isPeering: isPeering && (isAdmitted?.(index) ?? true),
    });
  }

  #linesOf({ name, upKbps, downKbps }: SiteLine): SiteLines {
    const lines = this.#sites.get(name) ?? { name, up: createLine(upKbps), down: createLine(downKbps) };
    this.#sites.set(name, lines);
    return lines;
  }
}
