import type { VideoFrames } from "@shoal/contract";
import {
  constantClock,
  type FrameClock,
  type FrameRate,
  frameRate,
  type TimecodeFormat,
  timecodeFormat,
} from "@shoal/frames";
import type { FramePlayer, FramePlayerEvents, FramePlayerState, MarkedRange } from "./frame-player.types.ts";
import { centreOf, MAX_ZOOM, pictureBoxOf } from "./picture-box.ts";
import type { openReviewMedia, ReviewMedia } from "./review-media.ts";

export interface FramePlayerOptions {
  uuid: string;
  edgeUrl: string;
  /** The frames of the video; null if the API does not know them. The renditions then define the frame rate. */
  frames: VideoFrames | null;
  durationSec: number | null;
  pass: () => string | undefined;
  /** The frame at which the player starts. */
  startFrame?: number | undefined;
  /** Loads the media player, by default from its own chunk. */
  openMedia?: typeof openReviewMedia;
}

/** A frame player with additional functions for the page that creates it. */
export interface ManagedFramePlayer extends FramePlayer {
  /** Starts loading into the element, which is part of a stage. @returns a function that releases the element and the media. */
  attach(stage: HTMLElement, video: HTMLVideoElement): () => void;
}

/** The fastest playback that browsers support. They mute the sound well below this speed. */
const MAX_PLAYBACK_RATE = 16;
/** The time without changes, in ms, after which the frame is loaded in the best quality. */
const SHARPEN_DELAY_MS = 400;
/** The delay before a retry after a temporary error, in ms. */
const RETRY_DELAY_MS = 3_000;
const END_MARGIN_SEC = 0.001;
const NO_RANGE: MarkedRange = { inFrame: null, outFrame: null };

const importMedia = () => import("./review-media.ts");

const loadMedia: typeof openReviewMedia = async (options) => {
  const { openReviewMedia: open } = await importMedia();
  return open(options);
};

// Loads the code of the media player before the first player is opened. If loading fails, that player reports the error.
importMedia().catch(() => undefined);

export function createFramePlayer(options: FramePlayerOptions): ManagedFramePlayer {
  const listeners = new Set<() => void>();
  const handlers: { [Name in keyof FramePlayerEvents]: Set<FramePlayerEvents[Name]> } = {
    frame: new Set(),
    seek: new Set(),
    play: new Set(),
    pause: new Set(),
    comment: new Set(),
  };
  let state = firstState(options);
  let element: HTMLVideoElement | undefined;
  let stage: HTMLElement | undefined;
  let media: ReviewMedia | undefined;
  let centre = { x: 0.5, y: 0.5 };
  /** The frame of the next seek, which waits for the current seek to end. */
  let pendingFrame: number | undefined;
  /** The frame that the browser reported since the last seek started. */
  let reportedFrame: number | undefined;
  let waiters: { frame: number; done: () => void }[] = [];
  let stillTimer: ReturnType<typeof setTimeout> | undefined;
  let openTimer: ReturnType<typeof setTimeout> | undefined;
  let backwards: { atMs: number; frame: number; request: number } | undefined;
  let opening = 0;

  function set(change: Partial<FramePlayerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  function emit<Name extends keyof FramePlayerEvents>(
    name: Name,
    ...args: Parameters<FramePlayerEvents[Name]>
  ) {
    for (const listener of handlers[name]) (listener as (...given: typeof args) => void)(...args);
  }
  const inside = (frame: number) =>
    Math.min(Math.max(Math.trunc(frame), 0), Math.max(0, state.frameCount - 1));
  /** Returns the bounds of playback: the marked range, or the whole video. */
  const bounds = () => ({
    first: state.range.inFrame ?? 0,
    last: state.range.outFrame ?? Math.max(0, state.frameCount - 1),
  });

  function settle(frame: number): void {
    const done = waiters.filter((each) => each.frame === frame || each.frame !== state.wantedFrame);
    waiters = waiters.filter((each) => !done.includes(each));
    for (const each of done) each.done();
  }

  function goTo(frame: number): void {
    if (!element || !state.clock) return;
    if (element.seeking && isBuffered(element, element.currentTime)) {
      pendingFrame = frame;
      return;
    }
    pendingFrame = undefined;
    reportedFrame = undefined;
    const endSec = Number.isFinite(element.duration) ? element.duration : Number.POSITIVE_INFINITY;
    element.currentTime = Math.min(state.clock.seekSec(frame), Math.max(0, endSec - END_MARGIN_SEC));
  }

  function seek(frame: number): Promise<void> {
    const wantedFrame = inside(frame);
    if (!element || state.status !== "ready") {
      set({ wantedFrame, shownFrame: wantedFrame });
      return Promise.resolve();
    }
    const isThere = wantedFrame === state.shownFrame && !state.isSeeking && element.paused;
    if (isThere) return Promise.resolve();
    set({ wantedFrame, isSeeking: true });
    return new Promise((done) => {
      settle(wantedFrame);
      waiters.push({ frame: wantedFrame, done });
      goTo(wantedFrame);
    });
  }

  /** Handles a frame that has appeared on screen. */
  function shown(mediaSec: number, atMs: number): void {
    if (!state.clock || !element) return;
    const frame = state.clock.frameAt(mediaSec);
    if (state.isSeeking) {
      reportedFrame = frame;
      // If neither applies, the frame is from an earlier seek, or the target of a seek that was replaced.
      const isOver = !element.seeking || frame === state.wantedFrame;
      if (isOver && pendingFrame === undefined) arrive(frame);
      return;
    }
    if (frame !== state.shownFrame || frame !== state.wantedFrame)
      set({ shownFrame: frame, ...(element.paused ? {} : { wantedFrame: frame }) });
    emit("frame", frame, atMs);
    if (!element.paused) keepInRange(frame);
  }

  /**
   * Called when a seek has ended. Renditions have a constant frame rate even if the frames of the source are uneven, so every frame number
   * has a frame in the rendition.
   */
  function arrive(frame: number): void {
    set({ isSeeking: false, shownFrame: frame });
    settle(state.wantedFrame);
    emit("frame", frame, performance.now());
    makeSharpSoon();
  }

  function keepInRange(frame: number): void {
    const { first, last } = bounds();
    if (frame < last || state.range.outFrame === null) return;
    if (state.isLooping) void seek(first);
    else {
      pause();
      void seek(last);
    }
  }

  function makeSharpSoon(): void {
    clearTimeout(stillTimer);
    stillTimer = setTimeout(() => {
      if (element?.paused && !state.isPlaying && !state.isSeeking) media?.sharpen();
    }, SHARPEN_DELAY_MS);
  }

  function play(speed = state.speed): void {
    if (!element || state.status !== "ready" || speed === 0) return;
    stopBackwards();
    const { first, last } = bounds();
    const isPast = state.shownFrame >= last || state.shownFrame < first;
    set({ isPlaying: true, speed });
    emit("play", speed);
    media?.relax();
    if (speed < 0) {
      element.pause();
      playBackwards();
      return;
    }
    if (isPast) void seek(first);
    element.playbackRate = Math.min(speed, MAX_PLAYBACK_RATE);
    void start(element);
  }

  async function start(video: HTMLVideoElement): Promise<void> {
    try {
      await video.play();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== "NotAllowedError") return;
      // Browsers require a click before they play sound, so the player retries muted.
      setVolume(state.volume, true);
      await video.play().catch(() => set({ isPlaying: false }));
    }
  }

  /** Plays backwards by seeking, with as many frames as possible, because browsers do not support reverse playback. */
  function playBackwards(): void {
    const begin = { atMs: performance.now(), frame: state.shownFrame, request: 0 };
    backwards = begin;
    const go = () => {
      if (backwards !== begin || !state.clock) return;
      begin.request = requestAnimationFrame(go);
      const passedSec = ((performance.now() - begin.atMs) / 1_000) * -state.speed;
      const toSec = state.clock.startSec(begin.frame) - passedSec;
      const { first, last } = bounds();
      const frame = toSec <= state.clock.startSec(first) ? first : state.clock.frameAt(toSec);
      if (frame !== state.wantedFrame && !state.isSeeking) void seek(frame);
      if (frame > first) return;
      if (state.isLooping) Object.assign(begin, { atMs: performance.now(), frame: last });
      else pause();
    };
    go();
  }

  function stopBackwards(): void {
    if (backwards) cancelAnimationFrame(backwards.request);
    backwards = undefined;
  }

  function pause(): void {
    const wasPlaying = state.isPlaying;
    stopBackwards();
    element?.pause();
    if (!wasPlaying) return;
    set({ isPlaying: false, ...(state.isSeeking ? {} : { wantedFrame: state.shownFrame }) });
    standAtShown();
    emit("pause", state.wantedFrame);
    makeSharpSoon();
  }

  /** Adopts the visible frame as the position, because a browser may show a frame later than its clock reports. */
  function standAtShown(): void {
    if (!element || !state.clock || state.isSeeking) return;
    set({ isSeeking: true });
    goTo(state.wantedFrame);
  }

  function setVolume(volume: number, isMuted: boolean): void {
    set({ volume: Math.min(Math.max(volume, 0), 1), isMuted });
    if (element) Object.assign(element, { volume: state.volume, muted: isMuted });
  }

  function measure(): void {
    const pictureSize =
      element && element.videoWidth > 0
        ? { width: element.videoWidth, height: element.videoHeight }
        : state.pictureSize;
    if (!stage || !pictureSize) return;
    const size = { width: stage.clientWidth, height: stage.clientHeight };
    if (size.width === 0 || size.height === 0) return;
    const picture = pictureBoxOf(size, pictureSize, state.zoom, centre);
    centre = state.zoom > 1 ? centreOf(size, picture) : { x: 0.5, y: 0.5 };
    set({ picture, pictureSize });
  }

  function setZoom(wanted: number, at?: { x: number; y: number }): void {
    const zoom = Math.min(Math.max(wanted, 1), MAX_ZOOM);
    const { picture } = state;
    if (at && stage && picture) {
      // Moves the centre towards the point in proportion to the zoom, so that the point stays in place.
      const share = zoom / state.zoom;
      const keep = (from: number, point: number) => point + (from - point) / share;
      centre = { x: keep(centre.x, at.x), y: keep(centre.y, at.y) };
    }
    set({ zoom });
    measure();
    makeSharpSoon();
  }

  /** Adopts the frame rate of the manifest. Seeking becomes possible with the first segment. */
  function ready(rate: FrameRate | undefined): void {
    if (!state.clock && rate) set(clockOf(rate, options.durationSec));
    if (element && element.readyState >= HTMLMediaElement.HAVE_METADATA) begin();
  }

  /** Makes the player ready with a seek, so that no frame is reported before it is visible. */
  function begin(): void {
    if (state.status === "ready" || !state.clock) return;
    set({ status: "ready", isSeeking: true });
    goTo(state.wantedFrame);
  }

  async function open(video: HTMLVideoElement): Promise<void> {
    const run = ++opening;
    const isOver = () => run !== opening;
    set({ status: "loading" });
    try {
      const opened = await (options.openMedia ?? loadMedia)({
        video,
        uuid: options.uuid,
        edgeUrl: options.edgeUrl,
        pass: options.pass,
        startSec: state.clock?.seekSec(state.wantedFrame) ?? 0,
        onReady: (rate) => {
          if (!isOver()) ready(rate);
        },
        onFailed: () => {
          if (!isOver()) set({ status: "failed", isPlaying: false });
        },
      });
      if (isOver()) opened.close();
      else media = opened;
    } catch (error) {
      if (isOver()) return;
      if (isPassing(error)) openTimer = setTimeout(() => void open(video), RETRY_DELAY_MS);
      else set({ status: "failed" });
    }
  }

  function closeMedia(): void {
    opening += 1;
    clearTimeout(stillTimer);
    clearTimeout(openTimer);
    stopBackwards();
    media?.close();
    media = undefined;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => state,
    on(name, listener) {
      handlers[name].add(listener);
      return () => handlers[name].delete(listener);
    },
    seekToFrame(frame) {
      const wanted = inside(frame);
      const done = seek(wanted);
      if (backwards) Object.assign(backwards, { atMs: performance.now(), frame: wanted });
      emit("seek", wanted);
      return done;
    },
    step(frames) {
      pause();
      const wanted = inside(state.wantedFrame + frames);
      const done = seek(wanted);
      emit("seek", wanted);
      return done;
    },
    play,
    pause,
    setRange(range) {
      set({ range: sortRange(range) });
    },
    setLooping: (isLooping) => set({ isLooping }),
    setVolume,
    setZoom,
    pan(leftPx, topPx) {
      const { picture } = state;
      if (!picture || state.zoom === 1) return;
      centre = { x: centre.x - leftPx / picture.width, y: centre.y - topPx / picture.height };
      measure();
    },
    retry() {
      closeMedia();
      if (element) void open(element);
    },
    requestComment() {
      pause();
      emit("comment");
    },
    media: () => element ?? null,
    attach(onStage, video) {
      stage = onStage;
      element = video;
      const stop = new AbortController();
      const listen = (name: keyof HTMLMediaElementEventMap, react: () => void) =>
        video.addEventListener(name, react, { signal: stop.signal });
      Object.assign(video, { volume: state.volume, muted: state.isMuted, preservesPitch: true });
      let request = 0;
      const watch: VideoFrameRequestCallback = (_now, { mediaTime, expectedDisplayTime }) => {
        request = video.requestVideoFrameCallback(watch);
        shown(mediaTime, expectedDisplayTime);
      };
      request = video.requestVideoFrameCallback(watch);
      listen("loadedmetadata", () => {
        measure();
        begin();
      });
      listen("resize", measure);
      listen("seeked", () => {
        if (pendingFrame !== undefined) goTo(pendingFrame);
        else if (state.isSeeking)
          afterPaint(() => {
            // Ends the seek here if necessary, because browsers do not always report a frame that was already visible.
            if (state.isSeeking && !video.seeking && pendingFrame === undefined && state.clock)
              arrive(reportedFrame ?? state.clock.frameAt(video.currentTime));
          });
      });
      listen("ended", () => {
        if (!state.isLooping) {
          pause();
          return;
        }
        void seek(bounds().first);
        void start(video);
      });
      // Media keys and unplugged headphones pause the element directly.
      listen("pause", () => {
        if (state.isPlaying && !backwards && !video.ended && !video.seeking) pause();
      });
      const observer = new ResizeObserver(() => {
        measure();
        // A picture area that has grown, as in full screen, may need a better rendition.
        makeSharpSoon();
      });
      observer.observe(onStage);
      void open(video);
      return () => {
        stop.abort();
        observer.disconnect();
        video.cancelVideoFrameCallback(request);
        closeMedia();
        element = undefined;
        stage = undefined;
        set({ status: "loading", isPlaying: false, isSeeking: false });
      };
    },
  };
}

function firstState({ frames, durationSec, startFrame = 0 }: FramePlayerOptions): FramePlayerState {
  const known = frames ? clockOf(frames.rate, durationSec, frames) : undefined;
  const frame = Math.min(Math.max(startFrame, 0), Math.max(0, (known?.frameCount ?? 1) - 1));
  return {
    status: "loading",
    clock: undefined,
    timecode: undefined,
    frameCount: 0,
    ...known,
    shownFrame: frame,
    wantedFrame: frame,
    isSeeking: false,
    isPlaying: false,
    speed: 1,
    range: NO_RANGE,
    isLooping: false,
    volume: 1,
    isMuted: false,
    zoom: 1,
    picture: undefined,
    pictureSize: undefined,
  };
}

interface KnownFrames {
  clock: FrameClock;
  timecode: TimecodeFormat;
  frameCount: number;
}

function clockOf(given: VideoFrames["rate"], durationSec: number | null, frames?: VideoFrames): KnownFrames {
  const rate = frameRate(given.num, given.den);
  const frameCount =
    frames?.count ?? Math.max(1, Math.ceil(((durationSec ?? 0) * rate.num) / rate.den - 0.1));
  return {
    clock: constantClock(rate, frameCount),
    timecode: labelsOf(rate, frames?.startTimecode ?? undefined),
    frameCount,
  };
}

/** Returns the labels of frames. They start at zero if the file's start time is not a valid timecode at its rate. */
function labelsOf(rate: FrameRate, start: string | undefined): TimecodeFormat {
  try {
    return timecodeFormat(rate, start);
  } catch {
    return timecodeFormat(rate);
  }
}

function sortRange({ inFrame, outFrame }: MarkedRange): MarkedRange {
  if (inFrame === null || outFrame === null || inFrame <= outFrame) return { inFrame, outFrame };
  return { inFrame: outFrame, outFrame: inFrame };
}

function isBuffered({ buffered }: HTMLVideoElement, sec: number): boolean {
  for (let n = 0; n < buffered.length; n++)
    if (sec >= buffered.start(n) && sec < buffered.end(n)) return true;
  return false;
}

/** Whether a retry may help: the edge is unavailable, or the video is not ready. */
const isPassing = (error: unknown): boolean =>
  error instanceof Error && "type" in error && (error.type === "network" || error.type === "not_ready");

const afterPaint = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then));
