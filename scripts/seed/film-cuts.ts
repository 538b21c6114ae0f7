import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** The scenes of the video from which the cuts are made, in order. */
const FILM_SCENES = [
  { source: "testsrc2=size=640x360:rate=25", forSec: 4 },
  { source: "mandelbrot=size=640x360:rate=25:start_scale=2", forSec: 4 },
  {
    source: "life=size=320x180:rate=25:mold=10:ratio=0.15:seed=7:death_color=#0b2545:life_color=#68a2f0",
    forSec: 4,
  },
  { source: "gradients=size=640x360:rate=25:seed=5:speed=0.08", forSec: 2 },
];

interface CutPart {
  fromSec: number;
  toSec: number;
  effect?: string;
}

/**
 * The versions of one video. In the second version, a second of the second scene is removed and the last scene is inserted. In the
 * third version, one scene is also graded and another one is cropped.
 */
const FILM_VERSIONS: readonly { title: string; parts: readonly CutPart[] }[] = [
  { title: "Harbour film, first cut", parts: [{ fromSec: 0, toSec: 12 }] },
  {
    title: "Harbour film, shorter opening",
    parts: [
      { fromSec: 0, toSec: 4 },
      { fromSec: 5, toSec: 8 },
      { fromSec: 12, toSec: 14 },
      { fromSec: 8, toSec: 12 },
    ],
  },
  {
    title: "Harbour film, graded",
    parts: [
      { fromSec: 0, toSec: 4, effect: "eq=brightness=0.1:saturation=0.5" },
      { fromSec: 5, toSec: 8 },
      { fromSec: 12, toSec: 14 },
      { fromSec: 8, toSec: 12, effect: "crop=iw*0.8:ih*0.8,scale=640:360" },
    ],
  },
];

/** The titles of the versions, the first version first. */
export const FILM_CUTS: readonly string[] = FILM_VERSIONS.map(({ title }) => title);

/** Encodes each scene once, and makes the cuts with these titles from the scenes. @returns the files of the cuts. */
export async function makeFilmCuts(folder: string, titles: readonly string[]): Promise<Map<string, string>> {
  const wanted = FILM_VERSIONS.filter(({ title }) => titles.includes(title));
  const files = new Map<string, string>();
  if (wanted.length === 0) return files;
  const film = join(folder, "film.mp4");
  await runFfmpeg([
    ...FILM_SCENES.flatMap(({ source }) => ["-f", "lavfi", "-i", source]),
    "-filter_complex",
    joinParts(FILM_SCENES.map(({ forSec }, n) => `[${n}:v]trim=0:${forSec},scale=640:360,setsar=1`)),
    "-map",
    "[v]",
    ...ENCODING_ARGS,
    "-crf",
    "16",
    film,
  ]);
  for (const [n, { title, parts }] of wanted.entries()) {
    const file = join(folder, `cut-${n}.mp4`);
    const shown = parts.map(
      ({ fromSec, toSec, effect = "null" }) => `[1:v]trim=${fromSec}:${toSec},${effect}`,
    );
    await runFfmpeg([
      ..."-f lavfi -i sine=frequency=330:sample_rate=48000 -i".split(" "),
      film,
      "-filter_complex",
      joinParts(shown),
      ..."-map [v] -map 0:a -shortest".split(" "),
      ...ENCODING_ARGS,
      ..."-g 50 -c:a aac -movflags +faststart".split(" "),
      file,
    ]);
    files.set(title, file);
  }
  return files;
}

const ENCODING_ARGS = ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv420p"];

/** Joins the parts one after the other, each from its beginning. */
const joinParts = (parts: readonly string[]) =>
  [
    ...parts.map((part, n) => `${part},setpts=PTS-STARTPTS,format=yuv420p[p${n}]`),
    `${parts.map((_, n) => `[p${n}]`).join("")}concat=n=${parts.length}[v]`,
  ].join(";");

const runFfmpeg = (args: readonly string[]) =>
  promisify(execFile)("ffmpeg", ["-v", "error", "-y", ...args], { timeout: 120_000 });
