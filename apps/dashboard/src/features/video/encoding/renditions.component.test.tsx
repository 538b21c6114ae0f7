import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";
import { sampleVideo } from "../../../testing/samples.ts";
import { cleanAfterEach, show } from "../../../testing/show.tsx";
import { Renditions } from "./renditions.tsx";

cleanAfterEach();

const video = sampleVideo({
  representations: [
    { id: "r1", width: 3_840, height: 2_160, bitrate: 12_500, fps: 59.94, codecs: "hvc1.2.4.L153.B0" },
    { id: "r2", width: 1_280, height: 720, bitrate: 2_500, fps: 25, codecs: "avc1.64001f" },
  ] as never,
});

test("a phone shows every value of the renditions without scrolling sideways", async () => {
  await page.viewport(390, 844);
  onTestFinished(() => page.viewport(1_440, 900));
  show(
    <div style={{ padding: 24 }}>
      <Renditions video={video} />
    </div>,
  );
  await expect.element(page.getByText("3840 × 2160")).toBeVisible();
  const cells = [...document.querySelectorAll("td, tbody th")].map((cell) => cell.getBoundingClientRect());
  expect(cells).toHaveLength(10);
  expect(Math.max(...cells.map(({ right }) => right))).toBeLessThanOrEqual(390);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
});
