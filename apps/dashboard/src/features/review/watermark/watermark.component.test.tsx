import { createRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { createFakePlayer } from "../testing/fake-frame-player.ts";
import { enforceWatermark } from "./enforce-watermark.ts";
import { Watermark } from "./watermark.tsx";

let stopWatermark: (() => void) | undefined;
afterEach(() => {
  stopWatermark?.();
  document.body.replaceChildren();
  for (const style of document.querySelectorAll("style[data-test]")) style.remove();
});

function showOn(onChange: (isSeen: boolean) => void = () => undefined, name = "Ada Guest") {
  const stage = document.createElement("div");
  stage.style.position = "relative";
  document.body.append(stage);
  stopWatermark = enforceWatermark(stage, name, onChange);
  return stage;
}

const markBoxIn = (stage: HTMLElement) => stage.querySelector<HTMLElement>("div");

test("the name is drawn over the picture, and clicks pass through it", () => {
  const stage = showOn();
  expect(stage.textContent).toBe("Ada GuestAda GuestAda Guest");
  expect(getComputedStyle(markBoxIn(stage) as HTMLElement).pointerEvents).toBe("none");
});

test("a name that is removed, hidden or changed is drawn again", async () => {
  const stage = showOn();
  markBoxIn(stage)?.remove();
  await vi.waitFor(() => expect(stage.textContent).toContain("Ada Guest"));
  const hidden = markBoxIn(stage);
  hidden?.style.setProperty("display", "none", "important");
  await vi.waitFor(() => expect(getComputedStyle(markBoxIn(stage) as HTMLElement).display).toBe("block"));
  expect(hidden?.isConnected).toBe(false);
  const [mark] = markBoxIn(stage)?.children ?? [];
  if (mark) mark.textContent = "Somebody else";
  await vi.waitFor(() => expect(stage.textContent).not.toContain("Somebody else"));
});

test("a page style cannot hide the name, and hiding its stage is reported until it is visible again", async () => {
  const told: boolean[] = [];
  const stage = showOn((isSeen) => told.push(isSeen));
  expect(told).toEqual([true]);
  const style = document.createElement("style");
  style.dataset.test = "";
  style.textContent = "div span { display: none !important; }";
  document.head.append(style);
  expect(getComputedStyle(stage.querySelector("span") as HTMLElement).display).toBe("block");
  stage.style.opacity = "0";
  await vi.waitFor(() => expect(told).toEqual([true, false]), { timeout: 5_000 });
  stage.style.opacity = "1";
  await vi.waitFor(() => expect(told).toEqual([true, false, true]), { timeout: 5_000 });
});

test("the name stays above elements that are added later or raised", async () => {
  const stage = showOn();
  const cover = document.createElement("video");
  cover.style.cssText = "position: absolute; z-index: 2147483647";
  stage.append(cover);
  await vi.waitFor(() => expect(stage.lastElementChild).toBe(markBoxIn(stage)));
  expect(getComputedStyle(markBoxIn(stage) as HTMLElement).zIndex).toBe("2147483647");
});

/** Typical sizes of stages: in a large window, on a phone, in a low window, and with a portrait video. */
const STAGE_SIZES = [
  [1280, 720],
  [390, 219],
  [900, 100],
  [300, 620],
] as const;
const MOVE_NUMBERS = [0, 1, 2, 3, 4, 5, 6];
const GUEST_NAMES = ["Ada Guest", "Ada Guest of the harbour office of the port ".repeat(3)];

test.each(STAGE_SIZES)("on a stage of %i × %i, names neither overlap nor leave it", (width, height) => {
  for (const name of GUEST_NAMES)
    for (const turn of MOVE_NUMBERS) {
      vi.spyOn(Math, "random").mockReturnValueOnce((turn + 0.5) / MOVE_NUMBERS.length);
      const stage = showOn(undefined, name);
      // The test page's styles differ from the product's, but the product's line height is not larger.
      stage.style.cssText += `; width: ${width}px; height: ${height}px; line-height: 2`;
      const rects = [...stage.querySelectorAll("span")].map((mark) => mark.getBoundingClientRect());
      expect(rects).toHaveLength(3);
      const around = stage.getBoundingClientRect();
      for (const [n, rect] of rects.entries()) {
        expect(rect.height).toBeGreaterThan(8);
        expect(rect.left).toBeGreaterThanOrEqual(around.left);
        expect(rect.right).toBeLessThanOrEqual(around.right);
        expect(rect.bottom).toBeLessThanOrEqual(around.bottom);
        const before = rects[n - 1];
        if (before) expect(rect.top).toBeGreaterThanOrEqual(before.bottom);
      }
      stopWatermark?.();
      stage.remove();
    }
});

test("the picture is hidden while the name is not visible, and picture-in-picture is disabled", async () => {
  const stage = document.createElement("div");
  const video = stage.appendChild(document.createElement("video"));
  document.body.append(stage);
  const pause = vi.fn();
  const player = { ...createFakePlayer().player, media: () => video, pause };
  const root = createRoot(document.createElement("div"));
  root.render(<Watermark player={player} name="Ada Guest" />);
  await vi.waitFor(() => expect(stage.textContent).toContain("Ada Guest"));
  expect(video.disablePictureInPicture).toBe(true);
  expect(getComputedStyle(video).visibility).toBe("visible");
  stage.style.opacity = "0";
  await vi.waitFor(() => expect(getComputedStyle(video).visibility).toBe("hidden"), { timeout: 5_000 });
  expect(pause).toHaveBeenCalled();
  stage.style.opacity = "1";
  await vi.waitFor(() => expect(getComputedStyle(video).visibility).toBe("visible"), { timeout: 5_000 });
  root.unmount();
  expect(stage.textContent).toBe("");
});
