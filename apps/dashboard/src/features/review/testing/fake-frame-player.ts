import { constantClock, frameRate, timecodeFormat } from "@shoal/frames";
import type { FramePlayer, FramePlayerEvents, FramePlayerState } from "../player/frame-player.types.ts";

/**
 * Creates a fake player at 25 frames a second that shows each requested frame immediately; `asked` records the
 * requests.
 */
export function createFakePlayer(begin: Partial<FramePlayerState> = {}) {
  const rate = frameRate(25, 1);
  const frameCount = begin.frameCount ?? 1_000;
  const listeners = new Set<() => void>();
  const handlers: { [Name in keyof FramePlayerEvents]: Set<FramePlayerEvents[Name]> } = {
    frame: new Set(),
    seek: new Set(),
    play: new Set(),
    pause: new Set(),
    comment: new Set(),
  };
  const commands: string[] = [];
  let state: FramePlayerState = {
    status: "ready",
    clock: constantClock(rate, frameCount),
    timecode: timecodeFormat(rate),
    frameCount,
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
    picture: {
      left: 0,
      top: 0,
      width: 480,
      height: 270,
    },
    pictureSize: { width: 1_920, height: 1_080 },
    ...begin,
  };
  function set(change: Partial<FramePlayerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  const player: FramePlayer = {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => state,
    on(name, listener) {
      handlers[name].add(listener);
      return () => handlers[name].delete(listener);
    },
    async seekToFrame(frame) {
      commands.push(`seek ${frame}`);
      set({ shownFrame: frame, wantedFrame: frame });
      for (const listener of handlers.seek) listener(frame);
    },
    step: (frames) => player.seekToFrame(state.wantedFrame + frames),
    play(speed = state.speed) {
      commands.push(`play ${speed}`);
      set({ isPlaying: true, speed });
      for (const listener of handlers.play) listener(speed);
    },
    pause() {
      if (!state.isPlaying) return;
      commands.push("pause");
      set({ isPlaying: false });
      for (const listener of handlers.pause) listener(state.shownFrame);
    },
    setRange: (range) => set({ range }),
    setLooping: (isLooping) => set({ isLooping }),
    setVolume: (volume, isMuted) => set({ volume, isMuted }),
    setZoom: (zoom) => set({ zoom }),
    pan: () => undefined,
    retry: () => undefined,
    requestComment() {
      player.pause();
      for (const listener of handlers.comment) listener();
    },
    media: () => null,
  };
  return { player, asked: commands, set };
}
