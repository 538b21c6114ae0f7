import type { BeaconBatch, BeaconSession, WatchEvent, WatchEventType } from "@shoal/contract/player";
import { attachmentsOfPage, type Inspectable } from "../inspection.ts";
import type { MinuteCounters } from "../metrics/minute-counters.ts";
import { MINUTE_MS, MinuteRecords } from "./minute-records.ts";
import { PlayedSeconds } from "./played-seconds.ts";
import { recordPlayed } from "./record-played.ts";
import { deleteViewerId, viewerOf } from "./viewer-id.ts";

const SAMPLE_INTERVAL_MS = 250;
/** The interval at which values that are costly to read are read, in milliseconds. */
const COSTLY_CHECK_INTERVAL_MS = 1_000;
/** The values of a player's `fault` that name a playback method instead of an error. */
const VALUES_WITHOUT_FAULT = new Set(["native", "direct"]);

/** Adds the data that is reported beside the counters to a batch. */
export type CompleteBatch = (batch: BeaconBatch, beacon: BeaconSession) => BeaconBatch;

/**
 * Records what a viewer watches and what happens in the player, as long as it is on the page.
 * @param player the player's name without the version.
 * @param counters the session's counters.
 */
export function recordWatching(
  inspectable: Inspectable,
  player: string | undefined,
  counters: MinuteCounters,
): CompleteBatch {
  const notes = new MinuteRecords();
  const { video, renditionAt } = inspectable.inspect();
  recordPlayed(counters, notes, () => renditionAt(video.currentTime).height);
  const watcher = new WatchRecorder(inspectable, notes);
  return (batch, beacon) => {
    watcher.sample();
    const viewer = identifyViewer(inspectable, beacon);
    return {
      ...batch,
      minutes: batch.minutes.map((minute) => ({ ...minute, ...notes.of(minute.minute) })),
      ...(viewer === undefined ? {} : { viewer }),
      ...(player === undefined ? {} : { player }),
    };
  };
}

/** Returns the viewer's id for the client, or deletes it if the viewer has declined to be identified. */
function identifyViewer(inspectable: Inspectable, { viewerKey }: BeaconSession): string | undefined {
  if (viewerKey !== undefined) return viewerOf(viewerKey, localStorageOf(), Date.now());
  const clientId = inspectable.inspect().session?.consent?.clientId;
  if (clientId !== undefined) deleteViewerId(clientId, localStorageOf());
  return undefined;
}

/** Returns the browser's storage. The property is read only when needed, because reading it throws if storage is blocked. */
const localStorageOf = () => ({
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => localStorage.setItem(key, value),
  removeItem: (key: string) => localStorage.removeItem(key),
});

class WatchRecorder {
  readonly #inspectable: Inspectable;
  readonly #notes: MinuteRecords;
  readonly #video: HTMLVideoElement;
  readonly #seen = new PlayedSeconds();
  readonly #listeners = new AbortController();
  readonly #timer: ReturnType<typeof setInterval>;
  #last = { atMs: Date.now(), positionSec: 0 };
  #checkedAtMs = 0;
  #hasStarted = false;
  #height = 0;
  #peers = 0;
  #fault: string | undefined;
  /** The current stall, if playback is stalled. */
  #stall: { fromMs: number; event: WatchEvent | undefined } | undefined;

  constructor(inspectable: Inspectable, notes: MinuteRecords) {
    this.#inspectable = inspectable;
    this.#notes = notes;
    this.#video = inspectable.inspect().video;
    this.#last.positionSec = this.#video.currentTime;
    this.#timer = setInterval(() => this.sample(), SAMPLE_INTERVAL_MS);
    this.#listen();
  }

  sample(): void {
    if (!attachmentsOfPage().has(this.#inspectable)) {
      this.#stop();
      return;
    }
    const nowMs = Date.now();
    this.#pass(nowMs);
    this.#wait(nowMs);
    if (nowMs - this.#checkedAtMs >= COSTLY_CHECK_INTERVAL_MS) this.#readCostly(nowMs);
  }

  #listen(): void {
    const { signal } = this.#listeners;
    const record = (name: string, type: WatchEventType, value?: () => number) =>
      this.#video.addEventListener(
        name,
        () => {
          this.sample();
          if (this.#hasStarted) this.#happened(type, value?.());
        },
        { signal },
      );
    record("play", "play");
    record("pause", "pause");
    record("ended", "end");
    record("seeking", "seek", () => this.#video.currentTime);
    this.#video.addEventListener("waiting", () => this.#beginStall(), { signal });
    document.addEventListener(
      "visibilitychange",
      () => this.#happened(document.visibilityState === "hidden" ? "hidden" : "shown"),
      { signal },
    );
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#listeners.abort();
  }

  /** Records the seconds that the playhead passed. In a live, these are not positions of a video. */
  #pass(nowMs: number): void {
    const { currentTime, seeking, duration } = this.#video;
    const { atMs, positionSec } = this.#last;
    this.#last = { atMs: nowMs, positionSec: currentTime };
    if (seeking || currentTime <= positionSec) return;
    // A larger difference between two checks means a seek.
    if (currentTime - positionSec > ((nowMs - atMs) / 1_000) * this.#video.playbackRate + 1) return;
    this.#stall = undefined;
    if (!Number.isFinite(duration)) return;
    for (const passed of this.#seen.pass(positionSec, currentTime)) this.#notes.passed(nowMs, passed);
  }

  #beginStall(): void {
    const { seeking, paused, ended } = this.#video;
    if (!this.#hasStarted || seeking || paused || ended || this.#stall) return;
    this.#stall = { fromMs: Date.now(), event: this.#happened("stall", 0) };
  }

  /** Records a stall. A long stall is recorded as one event per minute, so each minute reports its own share promptly. */
  #wait(nowMs: number): void {
    if (!this.#stall) return;
    const { fromMs, event } = this.#stall;
    if (this.#video.seeking || this.#video.paused) this.#stall = undefined;
    else if (Math.floor(nowMs / MINUTE_MS) !== Math.floor(fromMs / MINUTE_MS))
      this.#stall = { fromMs: nowMs, event: this.#happened("stall", 0) };
    else if (event) event.value = nowMs - fromMs;
  }

  #readCostly(nowMs: number): void {
    this.#checkedAtMs = nowMs;
    const { stats, fault, renditionAt } = this.#inspectable.inspect();
    if (!this.#hasStarted && stats.startupMs !== null) {
      this.#hasStarted = true;
      this.#happened("start", stats.startupMs);
    }
    const height = this.#hasStarted ? renditionAt(this.#video.currentTime).height : undefined;
    if (height && height !== this.#height) {
      this.#height = height;
      this.#happened("rendition", height);
    }
    if (stats.peers !== this.#peers) {
      this.#peers = stats.peers;
      this.#happened("peers", stats.peers);
    }
    if (fault !== this.#fault && fault !== undefined && !VALUES_WITHOUT_FAULT.has(fault))
      this.#happened("error", undefined, fault);
    this.#fault = fault;
  }

  #happened(type: WatchEventType, value?: number, detail?: string): WatchEvent | undefined {
    return this.#notes.happened(Date.now(), {
      type,
      ...(value === undefined ? {} : { value: Math.max(0, Math.round(value)) }),
      ...(detail === undefined ? {} : { detail: detail.slice(0, 60) }),
    });
  }
}
