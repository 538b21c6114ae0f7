import { FILM } from "../encode.ts";

/** Consecutive frames of one kind. */
export interface Part {
  input: string[];
  filter: string;
  /** The share of the video that these frames make up. */
  share: number;
}

export const CONTENTS = ["film", "patterns", "travels", "grain"] as const;
/** A kind of content for the old version. */
export type Content = (typeof CONTENTS)[number];

/**
 * Returns the parts of a film.
 * @param seed different seeds give different frames.
 * @param pass 0 shows whole pictures; each later pass shows a part of them, and other generated ones.
 */
export function partsOf(content: Content, seed: number, pass: number): readonly Part[] {
  const parts = PARTS[content](seed + 1_000 * pass);
  const part = PICTURE_PARTS[(pass - 1) % PICTURE_PARTS.length];
  if (pass === 0 || part === undefined) return parts;
  const scale = 2 + Math.floor((pass - 1) / PICTURE_PARTS.length);
  return parts.map((each) => ({
    ...each,
    filter: `${each.filter},crop=iw/${scale}:ih/${scale}:${part}`,
  }));
}

/** The upper left corners of quarters of a picture. */
const PICTURE_PARTS = ["iw-ow:ih-oh", "iw-ow:0", "0:ih-oh", "(iw-ow)/2:(ih-oh)/2"];

const RATE = "24000/1001";

const lavfi = (source: string, share: number, filter = "null"): Part => ({
  input: ["-f", "lavfi", "-i", `${source}${source.includes("=") ? ":" : "="}r=${RATE}`],
  filter,
  share,
});

const filmed = (filter: string, share: number): Part => ({ input: ["-i", FILM], filter, share });

/** Returns a filter for a window of 640 by 360 that moves over a larger frame by these expressions of the frame number. */
const windowAt = (x: string, y: string) => `crop=640:360:'(iw-640)*(${x})':'(ih-360)*(${y})'`;

const PARTS: Record<Content, (seed: number) => readonly Part[]> = {
  /** Eight kinds of animation, fractals, noise, test cards, black and a still. */
  film: (seed) => [
    ...[
      "null",
      "hflip",
      "vflip",
      "hflip,vflip",
      "transpose=1",
      "negate",
      "transpose=2",
      "crop=iw/2:ih/2:0:0",
    ].map((filter) => filmed(filter, 50)),
    lavfi("mandelbrot=s=640x360", 60),
    lavfi("color=black:s=640x360", 5),
    lavfi(`life=s=64x36:ratio=0.3:seed=${7 + seed}`, 25),
    lavfi(`cellauto=s=160x90:rule=110:seed=${9 + seed}`, 25),
    lavfi("testsrc2=s=640x360", 60),
    lavfi("smptehdbars=s=640x360", 5),
  ],
  /** Rotating gradients, automata, triangles and cards: no camera was used. */
  patterns: (seed) => [
    lavfi(`gradients=s=640x360:seed=${11 + seed}:speed=0.02:nb_colors=6`, 60),
    lavfi(`life=s=80x45:ratio=0.4:seed=${21 + seed}:mold=10:life_color=#e0c040:death_color=#204060`, 60),
    lavfi(`sierpinski=s=640x360:type=carpet:seed=${31 + seed}`, 60),
    lavfi(`gradients=s=640x360:seed=${41 + seed}:speed=0.005:nb_colors=3`, 60),
    lavfi(`cellauto=s=160x90:rule=30:seed=${51 + seed}`, 60),
    lavfi("testsrc=s=640x360", 40),
    lavfi("mptestsrc", 40),
  ],
  /** A camera that pans over large images, partly back and forth, so that some content appears twice. */
  travels: (seed) => [
    lavfi(
      "mandelbrot=s=1280x720:start_scale=0.02:end_scale=0.019:start_x=-0.7435:start_y=0.1314",
      60,
      windowAt("mod(n/700,1)", "0.4"),
    ),
    lavfi(
      `gradients=s=1280x720:seed=${61 + seed}:speed=0.00001:nb_colors=8`,
      60,
      // A window that moves along its bands would show the same frame all the time.
      windowAt("mod(n/400,1)", "1-mod(n/900,1)"),
    ),
    lavfi(
      `life=s=1280x720:ratio=0.2:seed=${71 + seed}`,
      60,
      windowAt("0.5+0.4*sin(n/40)", "0.5+0.4*cos(n/70)"),
    ),
    lavfi("colorspectrum=s=1280x720", 60, windowAt("abs(1-mod(n/300,2))", "abs(1-mod(n/170,2))")),
    filmed(
      // The first frames of this film are black, so a later frame is repeated.
      `trim=start_frame=200:end_frame=201,loop=loop=-1:size=1,scale=1920:1080,${windowAt("mod(n/500,1)", "mod(n/800,1)")}`,
      60,
    ),
    filmed(
      `trim=start_frame=400:end_frame=401,loop=loop=-1:size=1,scale=1920:1080,${windowAt("0.5+0.5*sin(n/60)", "0.3")}`,
      60,
    ),
  ],
  /** Dark, slow, grainy, out of focus: the hardest content for signatures to tell apart. */
  grain: (seed) => [
    filmed(`setpts=2*PTS,fps=${RATE},noise=alls=18:allf=t:all_seed=${81 + seed}`, 60),
    filmed("hflip,eq=brightness=-0.25:contrast=0.5", 60),
    filmed(`vflip,boxblur=20,noise=alls=8:allf=t:all_seed=${91 + seed}`, 60),
    filmed("setpts=3*PTS,negate,gblur=sigma=12", 60),
    filmed(`hflip,vflip,hue=s=0,noise=alls=30:allf=t:all_seed=${95 + seed}`, 60),
    lavfi(
      `gradients=s=640x360:seed=${99 + seed}:speed=0.002:nb_colors=2`,
      60,
      "eq=brightness=-0.3:contrast=0.4",
    ),
  ],
};
