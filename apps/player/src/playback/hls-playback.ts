import type { PlaySession } from "@shoal/contract/player";
import {
  type Attachment,
  attachHls,
  type DirectSource,
  EdgeClock,
  joinInside,
  liveHlsConfig,
} from "@shoal/sdk";
import Hls, { type Level } from "hls.js";
import { delayYoungLive } from "./delay-young-live.ts";
import { finishLive } from "./finish-live.ts";
import { HlsRecovery } from "./hls-recovery.ts";
import { behindClockSec, type ClockedVideo, followClock } from "./live-clock.ts";
import {
  AUTO_QUALITY,
  LIVE_EDGE_TOLERANCE_SEC,
  type Playback,
  type PlaybackOptions,
  type Quality,
  qualityLabel,
  type TimeRange,
} from "./playback.ts";
import { type RangeSnapshot, rangeSince } from "./range-since.ts";

/** The start position with which hls.js joins a live at its live edge. */
const LIVE_EDGE_START = -1;

// Captions are off because the skin draws them, and hls.js would load and show them a second time. Interstitials are off because
// our playlists have none, and they would start loading whenever playback is held back.
const {
  subtitleStreamController: _stream,
  subtitleTrackController: _track,
  timelineController: _timeline,
  interstitialsController: _interstitials,
  ...NEEDED
} = Hls.DefaultConfig;
Hls.DefaultConfig = NEEDED;

export function canPlayWithHlsJs(): boolean {
  return Hls.isSupported();
}

/** Plays a video through hls.js, with segments from peers and servers. */
export class HlsPlayback implements Playback {
  readonly #options: PlaybackOptions;
  readonly #hls: Hls;
  readonly #attachment: Attachment;
  readonly #recovery: HlsRecovery;
  readonly #listeners = new AbortController();
  #session: PlaySession;
  /** The start position for the next source, in seconds. */
  #startSec: number;
  #isStarted = false;
  #hasJoined = false;
  /** Ends the delay of a live that was too young for playback. */
  #letGo: (() => void) | undefined;
  /** Whether the viewer has paused a live or seeked back in it. */
  #isBehind = false;
  readonly #edgeClock: EdgeClock;
  readonly #clock: ClockedVideo;
  readonly #stopClock: (() => void) | undefined;
  /** The seekable range when the element was released for other playback; undefined while this playback has the element. */
  #aside: RangeSnapshot | undefined;

  /**
   * Creates the playback.
   * @param direct the playback without delay that may replace this one.
   */
  constructor(options: PlaybackOptions, direct?: DirectSource) {
    this.#options = options;
    const { video, session, isPeering, isStarting, onFault } = options;
    const { referrer, authorization, ownerPass, consent, viewer, pageProof } = options;
    this.#session = session;
    this.#edgeClock = new EdgeClock(session);
    this.#startSec = session.live ? LIVE_EDGE_START : options.startSec;
    this.#hls = new Hls({
      autoStartLoad: false,
      // The position is also set for an unfinished playlist, which hls.js would otherwise join at its end, like a live.
      startPosition: this.#startSec,
      capLevelToPlayerSize: true,
      // Without a limit of 30 s, hls.js would buffer 60 MB, most of which is never watched.
      maxBufferLength: 30,
      maxBufferSize: 0,
      backBufferLength: 60,
      ...(session.live ? liveHlsConfig(session.live) : {}),
    });
    const edgeUrl = location.origin;
    this.#attachment = attachHls({
      hls: this.#hls,
      video,
      session,
      edgeUrl,
      referrer,
      authorization,
      ownerPass,
      consent,
      viewer,
      pageProof,

      isPeering,
      isStarting,
      onFault,
      direct,
      onReplaced: (next) => this.#replace(next),
      onRenewed: (next) => {
        this.#edgeClock.synchronise(next);
        options.onRenewed(next);
      },
    });
    this.#clock = {
      video,
      isFollowing: () => !this.#isBehind && this.#hasJoined,
      shownMs: () => this.#hls.playingDate?.getTime(),
      nowMs: () => this.#edgeClock.nowMs(),
    };
    if (session.live?.isOnClock) this.#stopClock = followClock(this.#clock);
    if (session.live) finishLive(this.#hls);
    this.#listen();
    this.#recovery = new HlsRecovery({
      hls: this.#hls,
      onFault,
      onRecovered: options.onRecovered,
      isLive: () => this.#session.live !== undefined,
      renew: () => this.#attachment.renewNow(),
      retry: () => this.retry(),
    });
    this.#hls.loadSource(session.hlsUrl);
    this.#hls.attachMedia(video);
  }

  start(): void {
    if (this.#isStarted) return;
    this.#isStarted = true;
    if (this.#mayHaveGrown()) this.#hls.loadSource(this.#attachment.freshUrl(this.#session.hlsUrl));
    else this.#load(this.#startSec);
  }

  beginAt(positionSec: number): void {
    if (this.#isStarted || this.#session.live) return;
    this.#startSec = positionSec;
    this.#hls.config.startPosition = positionSec;
  }

  liveRange(): TimeRange | undefined {
    if (this.#aside) return rangeSince(this.#aside, performance.now());
    const { latestLevelDetails: details, liveSyncPosition } = this.#hls;
    if (!this.#session.live || !details) return undefined;
    const endSec = details.live ? (this.#clockSec() ?? liveSyncPosition ?? details.edge) : details.edge;
    return { startSec: details.fragmentStart, endSec };
  }

  isOver(): boolean {
    return this.#aside === undefined && this.#hls.latestLevelDetails?.live === false;
  }

  sought(positionSec: number): boolean {
    this.#stayAt(positionSec);
    return false;
  }

  attempt(atMs: number): void {
    this.#attachment.attempt(atMs);
  }

  qualities(): Quality[] {
    return this.#hls.levels.map(toQuality).sort((a, b) => b.height - a.height);
  }

  chosenQuality(): number {
    return this.#hls.autoLevelEnabled ? AUTO_QUALITY : this.#hls.nextLevel;
  }

  playingQuality(): Quality | undefined {
    const level = this.#hls.levels[this.#hls.currentLevel];
    return level && toQuality(level, this.#hls.currentLevel);
  }

  chooseQuality(id: number): void {
    // hls.js drops its buffer even if the chosen quality stays the same.
    if (id !== this.chosenQuality()) this.#hls.nextLevel = id;
    this.#options.onQualities();
  }

  retry(): void {
    this.#recovery.letGo();
    if (this.#aside) return;
    if (this.#hls.levels.length === 0) this.#hls.loadSource(this.#attachment.freshUrl(this.#session.hlsUrl));
    if (this.#isStarted) this.#load(this.#options.video.currentTime || this.#startSec);
  }

  /** Releases a live's element for other playback and stops loading. */
  stepAside(): void {
    this.#recovery.letGo();
    const heldSec = this.#session.live?.heldSec;
    this.#aside = { atMs: performance.now(), range: this.liveRange(), heldSec };
    this.#letGo?.();
    this.#hls.stopLoad();
    this.#hls.detachMedia();
  }

  /**
   * Takes the element back and joins the live again, since its playlists are outdated.
   * @param behindSec delay relative to viewers who follow the live.
   */
  stepIn(behindSec = 0): void {
    this.#aside = undefined;
    this.#hasJoined = false;
    this.#hls.loadSource(this.#attachment.freshUrl(this.#session.hlsUrl));
    this.#hls.attachMedia(this.#options.video);
    if (behindSec > 0) this.#hls.once(Hls.Events.LEVEL_UPDATED, () => this.#beginBehind(behindSec));
  }

  renew(): Promise<void> {
    return this.#attachment.renewNow();
  }

  stats() {
    return this.#attachment.stats();
  }

  close(): void {
    this.#recovery.letGo();
    this.#letGo?.();
    this.#stopClock?.();
    this.#listeners.abort();
    this.#attachment.close();
    this.#hls.destroy();
  }

  /** Returns the position of a simulated live; undefined for other lives. */
  #clockSec(): number | undefined {
    const behindSec = this.#session.live?.isOnClock ? behindClockSec(this.#clock) : undefined;
    return behindSec === undefined ? undefined : this.#options.video.currentTime + behindSec;
  }

  #listen(): void {
    const { onQualities, video } = this.#options;
    const { signal } = this.#listeners;
    video.addEventListener("pause", () => this.#stayAt(Number.NEGATIVE_INFINITY), { signal });
    video.addEventListener("play", () => this.#stayAt(video.currentTime), { signal });
    this.#hls.on(Hls.Events.MANIFEST_PARSED, () => {
      if (this.#isStarted) this.#load(this.#hls.config.startPosition);
      onQualities();
    });
    this.#hls.on(Hls.Events.LEVELS_UPDATED, onQualities);
    this.#hls.on(Hls.Events.LEVEL_SWITCHED, onQualities);
    this.#hls.on(Hls.Events.FRAG_BUFFERED, () => this.#makeRoom());
  }

  #load(startSec: number): void {
    this.#letGo?.();
    this.#hls.startLoad(startSec);
    const latencySec = this.#session.live?.latencySec ?? null;
    if (latencySec === null || this.#hasJoined) return;
    const { onWaiting, onRecovered } = this.#options;
    this.#letGo = delayYoungLive({
      hls: this.#hls,
      latencySec,
      onRecovered,
      onWaiting: () => onWaiting({ reason: "young" }),
    });
  }

  /**
   * Seeks back if playback joins a live near the end of a segment, because the next segment would come too late. Not done at the
   * live edge, whose parts are shorter than this margin.
   */
  #makeRoom(): void {
    const { buffered, currentTime } = this.#options.video;
    const { live } = this.#session;
    // `buffered` is empty until both video and audio are buffered.
    if (this.#hasJoined || !live || live.latencySec === null || buffered.length === 0) return;
    this.#hasJoined = true;
    const joined = { startSec: buffered.start(0), endSec: buffered.end(buffered.length - 1) };
    const startSec = joinInside(joined, currentTime);
    if (currentTime > startSec) this.#options.video.currentTime = startSec;
  }

  #beginBehind(behindSec: number): void {
    const range = this.liveRange();
    if (range) this.#hls.startLoad(Math.max(range.startSec, range.endSec - behindSec));
  }

  /** Whether renditions may have been added since the master playlist was loaded. */
  #mayHaveGrown(): boolean {
    const { isEnded, live } = this.#session;
    return !isEnded && !live && this.#hls.levels.length > 0;
  }

  /** Continues in the new generation, at the same second or at the live edge. The old buffer is dropped. */
  #replace(session: PlaySession): void {
    const { video } = this.#options;
    const isPlaying = !video.paused && !video.ended;
    const lastSec = session.durationSec ?? Number.POSITIVE_INFINITY;
    if (session.live) {
      this.#startSec = LIVE_EDGE_START;
      this.#setBehind(false, session.live);
    } else if (video.currentTime > 0) this.#startSec = Math.min(video.currentTime, lastSec);
    this.#hasJoined = false;
    this.#session = session;
    this.#recovery.letGo();
    this.#hls.stopLoad();
    this.#hls.config.startPosition = this.#startSec;
    this.#hls.loadSource(session.hlsUrl);
    this.#options.onReplaced(session);
    // The browser pauses the element whenever its source changes.
    if (isPlaying) void video.play().catch(() => undefined);
  }

  /** Keeps viewers who pause a live or seek back in it at their position. Other viewers who fall behind return to the live edge. */
  #stayAt(positionSec: number): void {
    const { live } = this.#session;
    const range = this.liveRange();
    if (this.#aside || !live || live.latencySec === null || !range) return;
    this.#setBehind(positionSec < range.endSec - LIVE_EDGE_TOLERANCE_SEC, live);
  }

  #setBehind(isBehind: boolean, live: NonNullable<PlaySession["live"]>): void {
    this.#isBehind = isBehind;
    const { liveMaxLatencyDuration } = liveHlsConfig(live);
    this.#hls.config.liveMaxLatencyDuration = this.#isBehind
      ? Number.POSITIVE_INFINITY
      : (liveMaxLatencyDuration ?? Number.POSITIVE_INFINITY);
  }
}

const toQuality = ({ height }: Level, id: number): Quality => ({ id, height, label: qualityLabel(height) });
