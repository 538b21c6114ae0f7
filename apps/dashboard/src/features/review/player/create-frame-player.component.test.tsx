import { frameRate } from "@shoal/frames";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createFramePlayer } from "./create-frame-player.ts";
import type { ReviewMedia } from "./review-media.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  document.body.replaceChildren();
});

const LONG_DURATION_MS = 60_000;

/** Creates an element that shows each frame as soon as it is sought. */
function createVideoElement() {
  const video = document.createElement("video");
  let [currentTime, isPaused] = [0, true];
  let watch: VideoFrameRequestCallback | undefined;
  Object.defineProperties(video, {
    readyState: { value: HTMLMediaElement.HAVE_ENOUGH_DATA },
    videoWidth: { value: 1_280 },
    videoHeight: { value: 720 },
    duration: { value: 40 },
    seeking: { value: false },
    paused: { get: () => isPaused },
    currentTime: {
      get: () => currentTime,
      set(sec: number) {
        currentTime = sec;
        queueMicrotask(() => video.dispatchEvent(new Event("seeked")));
      },
    },
    requestVideoFrameCallback: {
      value(callback: VideoFrameRequestCallback) {
        watch = callback;
        return 1;
      },
    },
    play: {
      async value() {
        isPaused = false;
      },
    },
    pause: {
      value() {
        isPaused = true;
      },
    },
  });
  /** Simulates the appearance of a frame during playback. */
  function present(sec: number): void {
    currentTime = sec;
    watch?.(0, { mediaTime: sec, expectedDisplayTime: 0 } as VideoFrameCallbackMetadata);
  }
  return { video, present };
}

/** Opens a video of 40 s at 25 frames a second on a stage; `asked` records the calls to its media. */
async function openPlayer(openMedia?: () => Promise<ReviewMedia>) {
  const asked: string[] = [];
  const media: ReviewMedia = {
    sharpen: () => asked.push("sharpen"),
    relax: () => asked.push("relax"),
    close: () => undefined,
  };
  const player = createFramePlayer({
    uuid: "video-1",
    edgeUrl: "https://edge.example",
    frames: null,
    durationSec: 40,
    pass: () => "pass",
    async openMedia({ onReady }) {
      const opened = openMedia ? await openMedia() : media;
      onReady(frameRate(25, 1));
      return opened;
    },
  });
  const stage = document.createElement("div");
  Object.assign(stage.style, { width: "480px", height: "270px" });
  document.body.append(stage);
  const { video, present } = createVideoElement();
  onTestFinished(player.attach(stage, video));
  const isShown = (frame: number) =>
    expect
      .poll(() => [player.getSnapshot().shownFrame, player.getSnapshot().isSeeking])
      .toEqual([frame, false]);
  return { player, stage, asked, isShown, present };
}

test("a paused picture is sharpened after a delay, while playback leaves the quality to the network", async () => {
  const { player, asked, isShown } = await openPlayer();
  await isShown(0);
  expect(asked).toEqual([]);
  vi.advanceTimersByTime(LONG_DURATION_MS);
  expect(asked).toEqual(["sharpen"]);
  player.play();
  vi.advanceTimersByTime(LONG_DURATION_MS);
  expect(asked).toEqual(["sharpen", "relax"]);
  player.pause();
  await isShown(0);
  // Frames that are passed within the delay must not be sharpened.
  for (const frame of [1, 2, 3]) {
    vi.advanceTimersByTime(100);
    await player.step(1);
    await isShown(frame);
  }
  expect(asked).toEqual(["sharpen", "relax"]);
  vi.advanceTimersByTime(LONG_DURATION_MS);
  expect(asked).toEqual(["sharpen", "relax", "sharpen"]);
});

test("a paused picture is sharpened again when it grows by zooming or in full screen", async () => {
  const { player, stage, asked, isShown } = await openPlayer();
  await isShown(0);
  await expect.poll(() => player.getSnapshot().picture?.width).toBe(480);
  vi.advanceTimersByTime(LONG_DURATION_MS);
  expect(asked).toEqual(["sharpen"]);
  player.setZoom(3);
  vi.advanceTimersByTime(LONG_DURATION_MS);
  expect(asked).toEqual(["sharpen", "sharpen"]);
  player.setZoom(1);
  vi.advanceTimersByTime(LONG_DURATION_MS);
  Object.assign(stage.style, { width: "960px", height: "540px" });
  await expect.poll(() => player.getSnapshot().picture?.width).toBe(960);
  vi.advanceTimersByTime(LONG_DURATION_MS);
  expect(asked).toEqual(["sharpen", "sharpen", "sharpen", "sharpen"]);
});

test("an unreachable edge is retried, even if the stage changes in the meantime", async () => {
  let opened = 0;
  const { player, stage } = await openPlayer(async () => {
    opened += 1;
    throw Object.assign(new Error("away"), { type: "network" });
  });
  await expect.poll(() => opened).toBe(1);
  Object.assign(stage.style, { width: "960px", height: "540px" });
  player.setZoom(2);
  vi.advanceTimersByTime(LONG_DURATION_MS);
  await expect.poll(() => opened).toBe(2);
});

test("a marked range is played once up to its last frame, or looped", async () => {
  const { player, isShown, present } = await openPlayer();
  await isShown(0);
  player.setRange({ inFrame: 10, outFrame: 20 });
  player.play();
  await isShown(10);
  present(19.5 / 25);
  expect(player.getSnapshot()).toMatchObject({ shownFrame: 19, isPlaying: true });
  present(20.5 / 25);
  expect(player.getSnapshot().isPlaying).toBe(false);
  await isShown(20);

  player.setLooping(true);
  player.play();
  await isShown(10);
  present(20.5 / 25);
  await isShown(10);
  expect(player.getSnapshot().isPlaying).toBe(true);
});

test("an enlarged picture can be moved within its edges, and a whole picture cannot be moved", async () => {
  const { player } = await openPlayer();
  const corner = () => {
    const { left = 0, top = 0 } = player.getSnapshot().picture ?? {};
    return [Math.round(left), Math.round(top)];
  };
  await expect.poll(corner).toEqual([0, 0]);
  player.pan(50, 50);
  expect(corner()).toEqual([0, 0]);
  player.setZoom(2);
  expect(corner()).toEqual([-240, -135]);
  player.pan(100, -35);
  expect(corner()).toEqual([-140, -170]);
  player.pan(10_000, 10_000);
  expect(corner()).toEqual([0, 0]);
  player.pan(-10_000, -10_000);
  expect(corner()).toEqual([-480, -270]);
});
