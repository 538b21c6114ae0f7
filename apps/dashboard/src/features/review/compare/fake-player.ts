import { constantClock, FPS_25, timecodeFormat } from "@shoal/frames";
import type { FramePlayer, FramePlayerEvents, FramePlayerState } from "../player/frame-player.types.ts";

/** A fake player that shows each requested frame immediately. */
export interface FakePlayer extends FramePlayer {
  /** Shows a frame as during playback. The fraction of the number is the elapsed part of the frame. */
  show(frame: number): void;
  /** The calls that the player has received, in order. */
  readonly commands: string[];
  /** Replaces the media element. Tests use only these members of it. */
  readonly element: { playbackRate: number; play: () => Promise<void> };
}

/** Creates a fake player. @param frames number of frames. @param known the fields in which its first state differs from the default. */
export function fakePlayer(frames = 100, known: Partial<FramePlayerState> = {}): FakePlayer {
  const clock = constantClock(FPS_25, frames);
  let state: FramePlayerState = {
    status: "ready",
    clock,
    timecode: timecodeFormat(FPS_25),
    frameCount: frames,
    shownFrame: 0,
    wantedFrame: 0,
    isSeeking: false,
    isPlaying: false,
    speed: 1,
    range: { inFrame: null, outFrame: null },
    isLooping: false,
    volume: 1,
    isMuted: false,
    zoom: 1,
    picture: undefined,
    pictureSize: undefined,
    ...known,
  };
  const changed = new Set<() => void>();
  const listeners: { name: string; listener: (value: number, atMs: number) => void }[] = [];
  const told: string[] = [];
  const element = { playbackRate: 1, play: async () => undefined };
  const set = (change: Partial<FramePlayerState>) => {
    state = { ...state, ...change };
    for (const each of changed) each();
  };
  const emit = (name: keyof FramePlayerEvents, value: number, atMs = performance.now()) => {
    for (const each of listeners) if (each.name === name) each.listener(value, atMs);
  };
  const show = (position: number) => {
    const frame = Math.floor(position);
    set({ shownFrame: frame, wantedFrame: frame });
    emit("frame", frame, performance.now() - (position - frame) * 40);
  };
  return {
    commands: told,
    element,
    show,
    subscribe(listener) {
      changed.add(listener);
      return () => changed.delete(listener);
    },
    getSnapshot: () => state,
    on(name, listener) {
      const entry = { name, listener };
      listeners.push(entry);
      return () => void listeners.splice(listeners.indexOf(entry), 1);
    },
    async seekToFrame(frame) {
      told.push(`seek ${frame}`);
      emit("seek", frame);
      show(frame);
    },
    async step(by) {
      show(state.shownFrame + by);
    },
    play(speed = state.speed) {
      told.push(`play ${speed}`);
      set({ isPlaying: true, speed });
      emit("play", speed);
      element.playbackRate = speed;
    },
    pause() {
      told.push("pause");
      set({ isPlaying: false });
      emit("pause", state.shownFrame);
    },
    setRange: (range) => set({ range }),
    setLooping: (isLooping) => set({ isLooping }),
    setVolume: (volume, isMuted) => set({ volume, isMuted }),
    setZoom: (zoom) => set({ zoom }),
    pan: () => undefined,
    retry: () => undefined,
    requestComment: () => undefined,
    media: () => element as HTMLVideoElement,
  };
}
