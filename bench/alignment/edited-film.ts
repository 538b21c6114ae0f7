import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { RangeKind } from "@shoal/align";
import { type ContentKind, type FilmPart, partsOf } from "./contents.ts";

const execFileAsync = promisify(execFile);
const FRAME_SIZE = "640:360";
const OLD_FPS = "24000/1001";
/** The minimum duration of a part, in seconds. A shorter remainder is a rounding error. */
const MIN_PASS_SEC = 0.5;

/** Returns inserted content, which does not occur in the old version. */
const insertedContentArgs = (seed: number) =>
  lavfiArgs(`sierpinski=s=640x360:r=24000/1001:type=triangle:jump=5:seed=${3 + seed}`);

const EDIT_KINDS = ["cut", "insert", "move", "regrade", "crop"] as const;
type EditKind = (typeof EDIT_KINDS)[number];
/** Typical colour grades of a shot. */
export const COLOUR_GRADES = {
  brighter: "eq=brightness=0.06:contrast=1.18:saturation=1.3",
  darker: "eq=gamma=0.9",
  lighter: "eq=gamma=1.15:saturation=0.8",
  flat: "eq=contrast=0.8:brightness=0.03",
  curves: "curves=preset=increase_contrast",
} as const;
export type ColourGrade = keyof typeof COLOUR_GRADES;
const editFiltersOf = (grade: ColourGrade): Partial<Record<EditKind, string>> => ({
  regrade: COLOUR_GRADES[grade],
  crop: "crop=iw*0.8:ih*0.8:iw*0.1:ih*0.05,scale=640:360",
});

/** A piece of the new version, with the frames of the old version from which it was made. */
export interface EditedRange {
  /** The first frame in the old version; undefined for inserted content. */
  oldFrame: number | undefined;
  frames: number;
  kinds: readonly RangeKind[];
  edit: EditKind | undefined;
}

/**
 * Returns the new version as a list of pieces, with an edit in each section of the old version.
 * @param seed determines which edit is made to which frames.
 */
function createEditList(frames: number, edits: number, seed: number): EditedRange[] {
  const length = Math.floor(frames / edits);
  const sections: EditedRange[][] = [];
  const moved: { piece: EditedRange; to: number }[] = [];
  for (let section = 0; section < edits; section++) {
    const first = section * length;
    const count = section === edits - 1 ? frames - first : length;
    const edit = EDIT_KINDS[(section + seed) % EDIT_KINDS.length] as EditKind;
    const [head, edited] = [
      Math.floor(count * 0.35),
      Math.floor(count * (0.2 + 0.02 * ((section + 3 * seed) % 7))),
    ];
    const keep = (oldFrame: number, kept: number, kinds: RangeKind[]): EditedRange => ({
      oldFrame,
      frames: kept,
      kinds,
      edit: undefined,
    });
    const untouched: RangeKind[] = ["same", "shortened"];
    const middle: Record<EditKind, EditedRange[]> = {
      cut: [],
      move: [],
      insert: [
        { oldFrame: undefined, frames: edited, kinds: ["new"], edit },
        keep(first + head, edited, untouched),
      ],
      regrade: [{ oldFrame: first + head, frames: edited, kinds: ["regraded"], edit }],
      crop: [{ oldFrame: first + head, frames: edited, kinds: ["reframed"], edit }],
    };
    if (edit === "move")
      moved.push({
        piece: { oldFrame: first + head, frames: edited, kinds: ["moved"], edit },
        to: (section + 8) % edits,
      });
    sections.push([
      keep(first, head, untouched),
      ...middle[edit],
      keep(first + head + edited, count - head - edited, untouched),
    ]);
  }
  for (const { piece, to } of moved) sections[to]?.push(piece);
  return sections.flat();
}

export interface EditedFilm {
  /** The files of both versions, each encoded like the lowest rung of a ladder. */
  oldRung: string;
  newRung: string;
  pieces: EditedRange[];
  frames: number;
}

interface FilmOptions {
  /** The duration of the old version in seconds. */
  seconds: number;
  edits: number;
  /** Determines which edits are made to which frames. */
  seed: number;
  content: ContentKind;
  grade: ColourGrade;
}

/** Makes both versions with ffmpeg. */
export async function makeEditedFilm(
  folder: string,
  { seconds, edits, seed, content, grade }: FilmOptions,
): Promise<EditedFilm> {
  const master = await makeMaster(folder, seconds, (pass) => partsOf(content, seed, pass));
  const effects = editFiltersOf(grade);
  const frames = await countFrames(master);
  const pieces = createEditList(frames, edits, seed);
  const files: string[] = [];
  let inserted = 0;
  for (const [n, piece] of pieces.entries()) {
    const file = join(folder, `piece-${n}.mkv`);
    const from =
      piece.oldFrame === undefined
        ? insertedContentArgs(seed)
        : ["-ss", `${(((piece.oldFrame - 0.5) * 1_001) / 24_000).toFixed(6)}`, "-i", master];
    const skip = piece.oldFrame === undefined ? `trim=start_frame=${inserted},setpts=PTS-STARTPTS,` : "";
    if (piece.oldFrame === undefined) inserted += piece.frames;
    const effect = `${skip}${(piece.edit && effects[piece.edit]) ?? "null"}`;
    await runFfmpeg([...from, "-vf", effect, "-frames:v", `${piece.frames}`, ...INTRA_ARGS, file]);
    files.push(file);
  }
  const list = join(folder, "pieces.txt");
  await writeFile(list, files.map((file) => `file '${file}'`).join("\n"));
  const joined = join(folder, "new.mkv");
  await runFfmpeg(["-f", "concat", "-safe", "0", "-i", list, "-c", "copy", joined]);
  const [oldRung, newRung] = [join(folder, "old-360p.mp4"), join(folder, "new-360p.mp4")];
  await encodeRung(master, oldRung, 26);
  await encodeRung(joined, newRung, 23);
  return { oldRung, newRung, pieces, frames };
}

/** Converts a video to 25 frames per second, which repeats some frames. */
export async function convertRate(rung: string, folder: string): Promise<string> {
  const file = join(folder, "at-25.mp4");
  await runFfmpeg(["-i", rung, "-vf", "fps=25", ...RUNG_ARGS, "-crf", "23", file]);
  return file;
}

const INTRA_ARGS = [
  "-an",
  "-r",
  OLD_FPS,
  "-c:v",
  "libx264",
  "-preset",
  "ultrafast",
  "-g",
  "1",
  "-crf",
  "12",
  "-pix_fmt",
  "yuv420p",
];
const RUNG_ARGS = ["-an", "-c:v", "libx264", "-preset", "veryfast", "-g", "48", "-pix_fmt", "yuv420p"];

const encodeRung = (from: string, to: string, crf: number) =>
  runFfmpeg(["-i", from, "-fps_mode", "passthrough", ...RUNG_ARGS, "-crf", `${crf}`, to]);

async function makeMaster(
  folder: string,
  seconds: number,
  parts: (pass: number) => readonly FilmPart[],
): Promise<string> {
  const files: string[] = [];
  // The material is half a minute long. A longer video continues with other excerpts of it.
  for (let [pass, leftSec] = [0, seconds]; leftSec > MIN_PASS_SEC; pass++) {
    const each = parts(pass);
    const shares = each.reduce((sum, { share }) => sum + share, 0);
    for (const [n, { input, filter, share }] of each.entries()) {
      const file = join(folder, `part-${pass}-${n}.mkv`);
      const lengthSec = Math.min(30, (seconds * share) / shares, leftSec);
      if (lengthSec <= 0) break;
      const toSize = `${filter},scale=${FRAME_SIZE},setsar=1,settb=1001/24000,setpts=N,fps=${OLD_FPS}`;
      await runFfmpeg([...input, "-vf", toSize, "-t", `${lengthSec}`, ...INTRA_ARGS, file]);
      files.push(file);
      leftSec -= lengthSec;
    }
  }
  const list = join(folder, "parts.txt");
  await writeFile(list, files.map((file) => `file '${file}'`).join("\n"));
  const master = join(folder, "master.mkv");
  await runFfmpeg(["-f", "concat", "-safe", "0", "-i", list, "-c", "copy", master]);
  return master;
}

async function countFrames(file: string): Promise<number> {
  const wanted = ["-count_packets", "-select_streams", "v:0", "-show_entries", "stream=nb_read_packets"];
  const { stdout } = await execFileAsync("ffprobe", ["-v", "error", ...wanted, "-of", "csv=p=0", file]);
  return Number(stdout.trim().replace(",", ""));
}

function lavfiArgs(source: string): string[] {
  return ["-f", "lavfi", "-i", source];
}

const runFfmpeg = (args: string[]) => execFileAsync("ffmpeg", ["-nostdin", "-v", "error", "-y", ...args]);
