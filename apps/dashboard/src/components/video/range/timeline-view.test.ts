import { expect, test } from "vitest";
import { clampView, panView, showInView, zoomView } from "./timeline-view.ts";

const HOUR_SEC = 3_600;

test("zooming keeps the given moment at its position", () => {
  const view = zoomView({ start: 0, end: HOUR_SEC }, "in", 900, HOUR_SEC);
  expect(view).toEqual({ start: 450, end: 2_250 });
  expect(zoomView(view, "out", 900, HOUR_SEC)).toEqual({ start: 0, end: HOUR_SEC });
});

test("the visible part is at least two seconds long and within the video", () => {
  expect(clampView(10, 0.1, HOUR_SEC)).toEqual({ start: 10, end: 12 });
  expect(clampView(-5, 20, HOUR_SEC)).toEqual({ start: 0, end: 20 });
  expect(clampView(3_595, 20, HOUR_SEC)).toEqual({ start: 3_580, end: HOUR_SEC });
  expect(clampView(0, 20, 1)).toEqual({ start: 0, end: 1 });
  expect(panView({ start: 0, end: 20 }, -1, HOUR_SEC)).toEqual({ start: 0, end: 20 });
});

test("the visible part follows a mark that leaves it", () => {
  expect(showInView({ start: 10, end: 20 }, 15, HOUR_SEC)).toEqual({ start: 10, end: 20 });
  expect(showInView({ start: 10, end: 20 }, 21, HOUR_SEC)).toEqual({ start: 12, end: 22 });
});
