import { makeClip } from "@shoal/testkit";
import type { Page } from "playwright-core";

/** The number of squares along the top of each frame. They contain the frame's number in binary, with the lowest bit first. */
const BIT_COUNT = 16;
const SQUARE_PX = 20;
const HEIGHT_PX = 180;

/** What a test needs to decode the frame numbers of a clip. */
export const CODE_PARAMETERS = { bits: BIT_COUNT, squarePx: SQUARE_PX, heightPx: HEIGHT_PX } as const;

export interface CodedClip {
  /** The frame rate in ffmpeg's form, such as `30000/1001`. */
  rate: string;
  durationSec: number;
  /** An ffmpeg expression. Frames for which it is false are dropped, and the others keep their time and number. */
  keep?: string;
}

/**
 * Makes a video in which each frame contains its number. With a variable rate, this is the number that the frame has on the regular
 * grid.
 */
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

/** Returns the number that a frame encodes. @param colors red, green and blue at `CODE_POSITIONS`. */
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
 * The selector of the position slider in the review page's player. The slider carries the number of the displayed frame once the
 * frame is decoded.
 */
const POSITION_SELECTOR = "[role=slider][data-shown-frame]";

/** Waits until the player displays any frame. */
export async function awaitPlayer(page: Page): Promise<void> {
  await page.locator(POSITION_SELECTOR).waitFor();
}

/** Seeks by typing a frame number, as a user does. @returns ms until the frame was displayed. */
export async function seekByNumber(page: Page, frame: number): Promise<number> {
  const field = page.getByRole("textbox", { name: "Timecode" });
  await field.fill(`${frame}f`);
  const beganAtMs = performance.now();
  await field.press("Enter");
  await page.locator(`[role=slider][data-shown-frame="${frame}"]`).waitFor();
  return performance.now() - beganAtMs;
}
