import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Alignment, alignVersions, carryRange, readSignatures, SIGNATURE_ARGS } from "@shoal/align";
import { convertFrame, FPS_23_976, FPS_25, frameRange } from "@shoal/frames";
import { CONTENT_KINDS } from "./alignment/contents.ts";
import {
  COLOUR_GRADES,
  type ColourGrade,
  convertRate,
  type EditedFilm,
  type EditedRange,
  makeEditedFilm,
} from "./alignment/edited-film.ts";
import type { Bench, Figure } from "./bench.ts";

const execFileAsync = promisify(execFile);
const FILM_MINUTES = Number(process.env.SHOAL_BENCH_MINUTES ?? 10);
/** Determines which edits are made to which frames. */
const EDIT_SEED = Number(process.env.SHOAL_BENCH_SEED ?? 0);
/** The kind of footage, optionally followed by the name of another colour grade. */
const CONTENT_KIND = readChoice("SHOAL_BENCH_CONTENT", CONTENT_KINDS);
const COLOUR_GRADE = readChoice("SHOAL_BENCH_GRADE", Object.keys(COLOUR_GRADES) as ColourGrade[]);
const EDIT_COUNT = 30;
const MIN_RIGHT_PCT = 98;
const MAX_CPU_RATIO = 2;
/** The number of frames by which a comment may be misplaced. */
const COMMENT_TOLERANCE_FRAMES = 1;
const MAX_RAW_BYTES = 512 * 2 ** 20;

/** Returns the value of an environment variable. Without the variable, it is the first choice. @throws Error for an unknown name. */
function readChoice<T extends string>(variable: string, names: readonly T[]): T {
  const wanted = process.env[variable] ?? names[0];
  const chosen = names.find((name) => name === wanted);
  if (!chosen) throw new Error(`${variable}: one of ${names.join(", ")}`);
  return chosen;
}

interface CpuCost {
  cpuSec: number;
}

/** Runs ffmpeg and returns the CPU time that it reports, in seconds. */
async function measureFfmpegCpu(args: string[]): Promise<CpuCost & { output: Buffer }> {
  const head = ["-nostdin", "-benchmark", "-v", "info", "-nostats", "-threads", "1"];
  const { stdout, stderr } = await execFileAsync("ffmpeg", [...head, ...args], {
    encoding: "buffer",
    maxBuffer: MAX_RAW_BYTES,
  });
  const [, user = 0, system = 0] = /utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr.toString()) ?? [];
  return { output: stdout, cpuSec: Number(user) + Number(system) };
}

const signaturesOf = (file: string) => measureFfmpegCpu(["-i", file, ...SIGNATURE_ARGS, "-"]);

/** The frame of the old version from which each frame of the new version was made. */
interface TrueOrigins {
  oldFrame: number;
  piece: EditedRange;
}

const trueOriginsOf = (pieces: readonly EditedRange[]): TrueOrigins[] =>
  pieces.flatMap((piece) =>
    Array.from({ length: piece.frames }, (_, n) => ({
      oldFrame: piece.oldFrame === undefined ? -1 : piece.oldFrame + n,
      piece,
    })),
  );

interface ClassScore {
  right: number;
  all: number;
  /** The number of wrong positions that the alignment marked as certain. */
  wrongSure: number;
  faults: string[];
}

function scoreClasses(alignment: Alignment, truth: readonly TrueOrigins[]): ClassScore {
  const score: ClassScore = { right: 0, all: truth.length, wrongSure: 0, faults: [] };
  for (const [frame, { piece, oldFrame }] of truth.entries()) {
    const kind = alignment.kindOfNew[frame];
    if (kind && piece.kinds.includes(kind)) score.right += 1;
    else score.faults.push(`${frame} (old ${oldFrame}, ${piece.kinds[0]}) as ${kind}`);
  }
  return score;
}

/** Scores the positions of comments at every third frame of the old version. */
function scoreComments(alignment: Alignment, wantedOf: readonly (readonly number[])[]): ClassScore {
  const score: ClassScore = { right: 0, all: 0, wrongSure: 0, faults: [] };
  for (let oldFrame = 0; oldFrame < wantedOf.length; oldFrame += 3) {
    const wanted = wantedOf[oldFrame] ?? [];
    const { at, kind, isSure } = carryRange(alignment, frameRange(oldFrame));
    const isRight =
      wanted.length === 0
        ? kind === "gone"
        : kind !== "gone" &&
          wanted.some((frame) => Math.abs(frame - at.firstFrame) <= COMMENT_TOLERANCE_FRAMES);
    score.all += 1;
    if (isRight) score.right += 1;
    else {
      if (isSure) score.wrongSure += 1;
      score.faults.push(
        `${oldFrame} to ${at.firstFrame} (${kind}${isSure ? ", sure" : ""}), not ${wanted.join("/")}`,
      );
    }
  }
  return score;
}

function placesOf(truth: readonly TrueOrigins[], oldFrames: number): number[][] {
  const places: number[][] = Array.from({ length: oldFrames }, () => []);
  for (const [frame, { oldFrame }] of truth.entries()) places[oldFrame]?.push(frame);
  return places;
}

const percentOf = ({ right, all }: ClassScore) => (100 * right) / all;
const someOf = ({ faults }: ClassScore) =>
  faults.length === 0
    ? ""
    : `wrong: ${faults.filter((_, n) => n % Math.ceil(faults.length / 8) === 0).join("; ")}`;

function carriedFigure(name: string, score: ClassScore): Figure {
  return {
    name,
    value: `${percentOf(score).toFixed(2)} %, ${score.wrongSure} wrong ones called sure`,
    reach: `≥ ${MIN_RIGHT_PCT} %, 0`,
    isReached: percentOf(score) >= MIN_RIGHT_PCT && score.wrongSure === 0,
    detail: someOf(score),
  };
}

async function figuresOf(film: EditedFilm, folder: string): Promise<Figure[]> {
  const old = await signaturesOf(film.oldRung);
  const recent = await signaturesOf(film.newRung);
  const decode = await measureFfmpegCpu(["-i", film.newRung, "-f", "null", "-"]);
  const before = process.cpuUsage();
  const oldSignatures = readSignatures(old.output);
  const alignment = alignVersions(oldSignatures, readSignatures(recent.output));
  const used = process.cpuUsage(before);
  const alignSec = (used.user + used.system) / 1e6;
  const truth = trueOriginsOf(film.pieces);
  const classes = scoreClasses(alignment, truth);
  const comments = scoreComments(alignment, placesOf(truth, film.frames));
  const ratio = (recent.cpuSec + alignSec) / decode.cpuSec;
  const other = await signaturesOf(await convertRate(film.oldRung, folder));
  const converted = alignVersions(oldSignatures, readSignatures(other.output));
  const wanted = Array.from({ length: film.frames }, (_, frame) => [convertFrame(frame, FPS_23_976, FPS_25)]);
  return [
    {
      name: `versions of ${FILM_MINUTES} minutes with ${EDIT_COUNT} edits: frames classed right`,
      value: `${percentOf(classes).toFixed(2)} %`,
      reach: `≥ ${MIN_RIGHT_PCT} %`,
      isReached: percentOf(classes) >= MIN_RIGHT_PCT,
      detail: someOf(classes),
    },
    carriedFigure("comments carried to the right frame ±1", comments),
    carriedFigure("comments carried from 23.976 to 25 frames a second", scoreComments(converted, wanted)),
    {
      name: "alignment with its signatures: CPU / decoding the lowest rung once",
      value: ratio.toFixed(2),
      reach: `≤ ${MAX_CPU_RATIO}`,
      isReached: ratio <= MAX_CPU_RATIO,
      detail: `decoding ${decode.cpuSec.toFixed(1)} s, decoding with signatures ${recent.cpuSec.toFixed(1)} s, alignment ${alignSec.toFixed(1)} s`,
    },
  ];
}

export const versionAlignmentBench: Bench[] = [
  {
    name: "version-alignment",
    async run() {
      const folder = await mkdtemp(join(tmpdir(), "shoal-align-"));
      try {
        return await figuresOf(
          await makeEditedFilm(folder, {
            seconds: FILM_MINUTES * 60,
            edits: EDIT_COUNT,
            seed: EDIT_SEED,
            content: CONTENT_KIND,
            grade: COLOUR_GRADE,
          }),
          folder,
        );
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  },
];
