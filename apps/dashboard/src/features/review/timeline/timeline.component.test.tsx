import { routes, type VersionVideo } from "@shoal/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import type { RequestWaveform } from "../../../components/video/range/waveform.ts";
import { answer } from "../../../testing/fake-api.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { createFakePlayer } from "../testing/fake-frame-player.ts";
import { Timeline } from "./timeline.tsx";

cleanAfterEach();

const DURATION_SEC = 40;

/** Renders the timeline of a video of 40 s. */
function openTimeline(requestWaveform: RequestWaveform, hasPictures = true) {
  show(
    <div style={{ width: 800 }}>
      <Timeline
        player={createFakePlayer().player}
        video={{ uuid: "video-1", encodingStatus: "encoded" } as VersionVideo}
        requestWaveform={requestWaveform}
        hasPictures={hasPictures}
        marks={[]}
        selected={undefined}
        onMark={() => undefined}
      />
    </div>,
  );
}

const timelineRegion = () => page.getByRole("region", { name: "Timeline" });

/** A waveform that is silent in the first half, and as loud as possible in the second. */
const halfSilentWaveform: RequestWaveform = async () => ({
  state: "ready",
  pairsPerSec: 1,
  loudnessLufs: -14,
  peaks: btoa(
    Array.from({ length: DURATION_SEC }, (_, sec) => (sec < DURATION_SEC / 2 ? "\0\0" : "\x80\x7f")).join(""),
  ),
});

/** Returns the height of the drawn waveform, as a share of its full height, at a share of its width. */
function heightAt(share: number): number {
  const canvas = timelineRegion().element().querySelector("canvas");
  if (!canvas || canvas.width === 0) return -1;
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  const { data } = context.getImageData(Math.floor(canvas.width * share), 0, 1, canvas.height);
  return data.filter((_, at) => at % 4 === 3).filter((alpha) => alpha > 0).length / canvas.height;
}

test("the waveform is drawn under the timeline, and follows its zoom", async () => {
  openTimeline(halfSilentWaveform);
  await expect.poll(() => heightAt(0.75)).toBeGreaterThan(0.9);
  expect(heightAt(0.25)).toBeLessThan(0.1);
  // Zooming is centred on the playhead, which is at the beginning, in the silent half.
  await page.getByRole("button", { name: "Zoom in on the timeline" }).click();
  await expect.poll(() => heightAt(0.75)).toBeLessThan(0.1);
  await page.getByRole("button", { name: "Show whole timeline" }).click();
  await expect.poll(() => heightAt(0.75)).toBeGreaterThan(0.9);
});

test("the timeline of a video without sound has no waveform", async () => {
  openTimeline(async () => ({ state: "none", pairsPerSec: 0, loudnessLufs: null, peaks: "" }));
  await expect.element(page.getByRole("slider", { name: "Position" })).toBeVisible();
  expect(timelineRegion().element().querySelector("canvas")).toBeNull();
});

/** Responds with a storyboard that has a tile for each ten seconds. */
const answerStoryboard = () =>
  answer(routes.getStoryboard, () => ({
    storyboard: {
      isWhole: true,
      sheets: ["https://edge.example/sheet-1.jpg", "https://edge.example/sheet-2.jpg"],
      tiles: [0, 10, 20, 30].map((start, n) => ({
        start,
        sheet: Math.floor(n / 2),
        x: (n % 2) * 160,
        y: 0,
        width: 160,
        height: 90,
      })),
    },
  }));

/** Moves the mouse over the timeline. */
function hoverAt(share: number): void {
  const track = timelineRegion().element().firstElementChild as HTMLElement;
  const { left, width } = track.getBoundingClientRect();
  track.dispatchEvent(
    new PointerEvent("pointermove", { clientX: left + share * width, pointerType: "mouse", bubbles: true }),
  );
}

const shownPicture = () => {
  const tile = timelineRegion().element().querySelector<HTMLElement>("[style*=background-image]");
  return tile && [tile.style.backgroundImage, tile.style.backgroundPosition];
};

test("the thumbnail under the pointer is the tile of its time", async () => {
  answerStoryboard();
  openTimeline(halfSilentWaveform);
  await expect.element(timelineRegion()).toBeVisible();
  const pictureAt = (share: number) => {
    hoverAt(share);
    return shownPicture();
  };
  await expect.poll(() => pictureAt(0.4)).toEqual(['url("https://edge.example/sheet-1.jpg")', "-160px 0px"]);
  await expect.poll(() => pictureAt(0.55)).toEqual(['url("https://edge.example/sheet-2.jpg")', "0px 0px"]);
});

test("without the right to read thumbnails, only the timecode is shown", async () => {
  const asked = answerStoryboard();
  openTimeline(halfSilentWaveform, false);
  await expect.element(timelineRegion()).toBeVisible();
  await expect
    .poll(() => {
      hoverAt(0.5);
      return timelineRegion().element().textContent;
    })
    .toContain("00:00:20:00");
  expect(shownPicture()).toBeNull();
  expect(asked).toEqual([]);
});
