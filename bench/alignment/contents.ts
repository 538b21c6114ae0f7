import { FILM_PATH } from "../encode.ts";

/** Consecutive frames of one kind. */
export interface FilmPart {
  input: string[];
  filter: string;
  /** The share of the video that these frames make up. */
  share: number;
}

export const CONTENT_KINDS = ["film", "patterns", "travels", "grain"] as const;
/** The kind of footage from which the old version is generated. */
export type ContentKind = (typeof CONTENT_KINDS)[number];

/**
 * Returns the parts of a video.
 * @param seed different seeds give different frames.
 * @param pass 0 shows whole frames; each later pass shows a part of them, and other generated frames.
 */
export function partsOf(content: ContentKind, seed: number, pass: number): readonly FilmPart[] {
  const parts = PARTS_BY_CONTENT[content](seed + 1_000 * pass);
  const part = PICTURE_PARTS[(pass - 1) % PICTURE_PARTS.length];
  if (pass === 0 || part === undefined) return parts;
  const scale = 2 + Math.floor((pass - 1) / PICTURE_PARTS.length);
  return parts.map((each) => ({
    ...each,
    filter: `${each.filter},crop=iw/${scale}:ih/${scale}:${part}`,
  }));
}

/** The upper left corners of a frame's quarters. */
const PICTURE_PARTS = ["iw-ow:ih-oh", "iw-ow:0", "0:ih-oh", "(iw-ow)/2:(ih-oh)/2"];

const FRAME_RATE = "24000/1001";

const generatedPart = (source: string, share: number, filter = "null"): FilmPart => ({
  input: ["-f", "lavfi", "-i", `${source}${source.includes("=") ? ":" : "="}r=${FRAME_RATE}`],
  filter,
  share,
});

const filmedPart = (filter: string, share: number): FilmPart => ({ input: ["-i", FILM_PATH], filter, share });

/** Returns a filter for a 640 by 360 window that moves over a larger frame. Both coordinates are expressions of the frame number. */
const windowFilterAt = (x: string, y: string) => `crop=640:360:'(iw-640)*(${x})':'(ih-360)*(${y})'`;

const PARTS_BY_CONTENT: Record<ContentKind, (seed: number) => readonly FilmPart[]> = {
  /** The source film in eight variations, with fractals, cellular automata, test cards and black. */
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
    ].map((filter) => filmedPart(filter, 50)),
    generatedPart("mandelbrot=s=640x360", 60),
    generatedPart("color=black:s=640x360", 5),
    generatedPart(`life=s=64x36:ratio=0.3:seed=${7 + seed}`, 25),
    generatedPart(`cellauto=s=160x90:rule=110:seed=${9 + seed}`, 25),
    generatedPart("testsrc2=s=640x360", 60),
    generatedPart("smptehdbars=s=640x360", 5),
  ],
  /** Computer-generated patterns: gradients, cellular automata, fractals and test cards. */
  patterns: (seed) => [
    generatedPart(`gradients=s=640x360:seed=${11 + seed}:speed=0.02:nb_colors=6`, 60),
    generatedPart(
      `life=s=80x45:ratio=0.4:seed=${21 + seed}:mold=10:life_color=#e0c040:death_color=#204060`,
      60,
    ),
    generatedPart(`sierpinski=s=640x360:type=carpet:seed=${31 + seed}`, 60),
    generatedPart(`gradients=s=640x360:seed=${41 + seed}:speed=0.005:nb_colors=3`, 60),
    generatedPart(`cellauto=s=160x90:rule=30:seed=${51 + seed}`, 60),
    generatedPart("testsrc=s=640x360", 40),
    generatedPart("mptestsrc", 40),
  ],
  /** A camera that pans over large images, partly back and forth, so some content appears twice. */
  travels: (seed) => [
    generatedPart(
      "mandelbrot=s=1280x720:start_scale=0.02:end_scale=0.019:start_x=-0.7435:start_y=0.1314",
      60,
      windowFilterAt("mod(n/700,1)", "0.4"),
    ),
    generatedPart(
      `gradients=s=1280x720:seed=${61 + seed}:speed=0.00001:nb_colors=8`,
      60,
      // A window that moves along the gradient's bands would show the same frame all the time.
      windowFilterAt("mod(n/400,1)", "1-mod(n/900,1)"),
    ),
    generatedPart(
      `life=s=1280x720:ratio=0.2:seed=${71 + seed}`,
      60,
      windowFilterAt("0.5+0.4*sin(n/40)", "0.5+0.4*cos(n/70)"),
    ),
    generatedPart(
      "colorspectrum=s=1280x720",
      60,
      windowFilterAt("abs(1-mod(n/300,2))", "abs(1-mod(n/170,2))"),
    ),
    filmedPart(
      // The film starts with black frames, so a later frame is repeated.
      `trim=start_frame=200:end_frame=201,loop=loop=-1:size=1,scale=1920:1080,${windowFilterAt("mod(n/500,1)", "mod(n/800,1)")}`,
      60,
    ),
    filmedPart(
      `trim=start_frame=400:end_frame=401,loop=loop=-1:size=1,scale=1920:1080,${windowFilterAt("0.5+0.5*sin(n/60)", "0.3")}`,
      60,
    ),
  ],
  /** Dark, slow, grainy, out of focus: the hardest content for signatures to tell apart. */
  grain: (seed) => [
    filmedPart(`setpts=2*PTS,fps=${FRAME_RATE},noise=alls=18:allf=t:all_seed=${81 + seed}`, 60),
    filmedPart("hflip,eq=brightness=-0.25:contrast=0.5", 60),
    filmedPart(`vflip,boxblur=20,noise=alls=8:allf=t:all_seed=${91 + seed}`, 60),
    filmedPart("setpts=3*PTS,negate,gblur=sigma=12", 60),
    filmedPart(`hflip,vflip,hue=s=0,noise=alls=30:allf=t:all_seed=${95 + seed}`, 60),
    generatedPart(
      `gradients=s=640x360:seed=${99 + seed}:speed=0.002:nb_colors=2`,
      60,
      "eq=brightness=-0.3:contrast=0.4",
    ),
  ],
};
