import { crc32, deflateSync } from "node:zlib";
import { assetOf } from "./assets.ts";

/** The size of the neutral pictures, which is that of every thumbnail. */
const [WIDTH, HEIGHT] = [640, 360];
const BACKGROUND_SHADE = 38;
const FIGURE_SHADE = 150;
const PNG_SIGNATURE = Buffer.from("89504e470d0a1a0a", "hex");
const GREY_8_BIT = [8, 0, 0, 0, 0];

export const NEUTRAL_PICTURE_PATH = "/pictures/neutral.png";

/** The picture for viewers who may not watch: a grey padlock instead of a frame. */
export const NEUTRAL_PICTURE = { ...assetOf(drawPicture(distanceToPadlock)), type: "image/png" };

export const PLAY_PICTURE_PATH = "/pictures/play.png";

/** The picture in link previews of public videos without a picture of their own, such as audio: a triangle. */
export const PLAY_PICTURE = { ...assetOf(drawPicture(distanceToTriangle)), type: "image/png" };

/** Returns how far outside of a shape a point is, in pixels. */
type DistanceToShape = (x: number, y: number) => number;

/** Draws a shape as a greyscale PNG. */
function drawPicture(figure: DistanceToShape): Buffer {
  const rows = Array.from({ length: HEIGHT }, (_, y) => [
    0,
    ...Array.from({ length: WIDTH }, (_, x) => shadeOf(figure(x + 0.5 - WIDTH / 2, y + 0.5 - HEIGHT / 2))),
  ]);
  const header = Buffer.alloc(8);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  return Buffer.concat([
    PNG_SIGNATURE,
    pngChunkOf("IHDR", Buffer.from([...header, ...GREY_8_BIT])),
    pngChunkOf("IDAT", deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    pngChunkOf("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunkOf(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Returns the shade of a pixel at this distance from a shape, whose edge is blended over one pixel. */
function shadeOf(outside: number): number {
  const share = Math.min(1, Math.max(0, 0.5 - outside));
  return Math.round(BACKGROUND_SHADE + (FIGURE_SHADE - BACKGROUND_SHADE) * share);
}

function distanceToPadlock(x: number, y: number): number {
  return Math.min(Math.max(distanceToBody(x, y), -distanceToKeyhole(x, y)), distanceToShackle(x, y));
}

/** Returns the distance to a triangle that points to the right, centred in the picture. */
function distanceToTriangle(x: number, y: number): number {
  return Math.max(-40 - x, x / 2 + Math.abs(y) * (Math.sqrt(3) / 2) - 40);
}

/** Returns the distance to the padlock's body, a rectangle with rounded corners. */
function distanceToBody(x: number, y: number): number {
  const [dx, dy] = [Math.abs(x) - 46, Math.abs(y - 26) - 34];
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - 8;
}

function distanceToKeyhole(x: number, y: number): number {
  return Math.hypot(x, y - 26) - 10;
}

/** Returns the distance to the padlock's shackle, which is half a ring with two legs that reach into the body. */
function distanceToShackle(x: number, y: number): number {
  const fromRing = y < -26 ? Math.hypot(x, y + 26) : Math.abs(x);
  return Math.max(Math.abs(fromRing - 30) - 6, y);
}
