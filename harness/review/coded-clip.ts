import { makeClip } from "@shoal/testkit";
import type { Page } from "playwright-core";

/** The number of squares along the top of each frame, which contain its number in binary, the lowest bit first. */
const BIT_COUNT = 16;
const SQUARE_PX = 20;
const HEIGHT_PX = 180;

/** The parameters for decoding the frame numbers. */
export const CODE_PARAMETERS = { bits: BIT_COUNT, squarePx: SQUARE_PX, heightPx: HEIGHT_PX } as const;

export interface CodedClip {
  /** The frame rate in ffmpeg's form, such as `30000/1001`. */
  rate: string;
  durationSec: number;
  /** Frames for which this ffmpeg expression is false are dropped; the others keep their time and number. */
  keep?: string;
}

/** Makes a video in which each frame contains its number, which with a variable rate is its number on the regular grid. */
export function makeCodedClip({ rate, durationSec, keep }: CodedClip): Promise<Buffer> {
  const bit = `mod(floor(N/pow(2,floor(X/${SQUARE_PX}))),2)`;
  const picture = `geq=lum='if(lt(Y,${SQUARE_PX}),if(${bit},235,16),128)':cb=128:cr=128`;
  const source = `nullsrc=s=${BIT_COUNT * SQUARE_PX}x${HEIGHT_PX}:r=${rate}:d=${durationSec},${picture}`;
  const selected = keep ? `,select='${keep}'` : "";
  return makeClip("film.mp4", [
    "-f",
    "lavfi",
    "-i",
    `${source}${selected}`,
    "-f",
    "lavfi",
    "-i",
    `sine=frequency=440:sample_rate=48000:duration=${durationSec}`,
    ...(keep ? ["-fps_mode", "passthrough"] : []),
    "-c:v",
    "libx264",
    "-preset",
    "ultrafast",
    "-crf",
    "18",
    "-g",
    "50",
    "-bf",
    "2",
    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-shortest",
  ]);
}

/** The centers of the squares, as shares of the frame's width and height. */
export const CODE_POSITIONS = Array.from(
  { length: BIT_COUNT },
  (_, bit) => [(bit + 0.5) / BIT_COUNT, SQUARE_PX / 2 / HEIGHT_PX] as const,
);
/** Returns the number of a frame. @param colors red, green and blue at `CODE_POSITIONS`. */
export const numberOfCode = (colors: readonly (readonly number[])[]): number =>
  colors.reduce((number, [red = 0], bit) => (red > 128 ? number + 2 ** bit : number), 0);

/** Returns the number of the frame that the page's player shows, read from its pixels. */
export const readShownNumber = (page: Page): Promise<number> =>
  page.evaluate(
    ([bits, squarePx, heightPx]) => {
      const video = document.querySelector("video");
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [bits * squarePx, heightPx];
      const context = canvas.getContext("2d");
      if (!video || !context) throw new Error("The page has no player");
      context.drawImage(video, 0, 0, canvas.width, canvas.height);
      const { data } = context.getImageData(0, squarePx / 2, canvas.width, 1);
      let number = 0;
      for (let bit = 0; bit < bits; bit++)
        if ((data[(bit * squarePx + squarePx / 2) * 4] ?? 0) > 128) number += 2 ** bit;
      return number;
    },
    [BIT_COUNT, SQUARE_PX, HEIGHT_PX] as const,
  );

/**
 * The selector of the position slider of the review page's player, which has the number of the shown frame once it is decoded.
 */
const POSITION_SELECTOR = "[role=slider][data-shown-frame]";

/** Waits until the player shows some frame. */
export async function awaitPlayer(page: Page): Promise<void> {
  await page.locator(POSITION_SELECTOR).waitFor();
}

/** Seeks as a user does by typing a frame number. @returns how long it took until the frame was displayed, ms. */
export async function seekByNumber(page: Page, frame: number): Promise<number> {
  const field = page.getByRole("textbox", { name: "Timecode" });
  await field.fill(`${frame}f`);
  const beganAtMs = performance.now();
  await field.press("Enter");
  await page.locator(`[role=slider][data-shown-frame="${frame}"]`).waitFor();
  return performance.now() - beganAtMs;
}
