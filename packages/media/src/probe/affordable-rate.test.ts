import { expect, test } from "vitest";
import { affordableRate } from "./frame-rate.ts";

const HOUR_SEC = 3_600;
const SIXTY_FPS = { num: 60, den: 1 };
const BROADCAST_RATE = { num: 30_000, den: 1_001 };

test("a film and a mostly still screen recording keep their frame rate", () => {
  const film = { durationSec: 10 * HOUR_SEC, frameCount: 10 * HOUR_SEC * 30 };
  expect(affordableRate(BROADCAST_RATE, film)).toEqual(BROADCAST_RATE);
  expect(affordableRate(SIXTY_FPS, { durationSec: HOUR_SEC, frameCount: 5 })).toEqual(SIXTY_FPS);
  expect(affordableRate(SIXTY_FPS, { durationSec: 10 * HOUR_SEC, frameCount: 10 * HOUR_SEC })).toEqual(
    SIXTY_FPS,
  );
});

test("ten frames in ten hours are encoded at a low rate", () => {
  const { num, den } = affordableRate(SIXTY_FPS, { durationSec: 10 * HOUR_SEC, frameCount: 10 });
  expect(num / den).toBeGreaterThanOrEqual(1);
  expect((num / den) * 10 * HOUR_SEC).toBeLessThanOrEqual(HOUR_SEC * 60);
});

test("the rate is at least 1 fps, and stays unchanged if the number of frames is unknown", () => {
  expect(affordableRate(SIXTY_FPS, { durationSec: 160 * HOUR_SEC, frameCount: 80 })).toEqual({
    num: 1,
    den: 1,
  });
  expect(affordableRate(SIXTY_FPS, { durationSec: 160 * HOUR_SEC, frameCount: 0 })).toEqual(SIXTY_FPS);
});
