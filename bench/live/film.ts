import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { REPOSITORY_ROOT } from "../../apps/start/src/settings.ts";

/** The source of the video. Its frames are moving and grainy like those of a camera. */
const FILM_SOURCE = "testsrc2=s=1280x720:r=30,noise=alls=8:allf=t";

/** Publishes a file in real time, without encoding it. */
export const playFilm = (film: string, target: string) =>
  spawn("ffmpeg", ["-v", "error", "-re", "-i", film, "-c", "copy", "-f", "flv", target], {
    stdio: ["ignore", "pipe", "ignore"],
  });

/**
 * Makes a 720p30 video with a tone. The video is encoded once and kept on this machine.
 * @returns its path.
 */
export async function makeFilm({ kbps, seconds }: { kbps: number; seconds: number }): Promise<string> {
  const folder = join(REPOSITORY_ROOT, "bench/out");
  const film = join(folder, `live-${seconds}-${kbps}.flv`);
  if (existsSync(film)) return film;
  await mkdir(folder, { recursive: true });
  const draft = `${film}.${process.pid}`;
  await promisify(execFile)("ffmpeg", [
    "-v",
    "error",
    "-y",
    "-f",
    "lavfi",
    "-i",
    FILM_SOURCE,
    "-f",
    "lavfi",
    "-i",
    "sine=f=440:r=48000",

    "-t",
    `${seconds}`,
    "-c:v",
    "libx264",
    "-preset",
    "veryfast",
    "-g",
    "60",
    "-b:v",
    `${kbps}k`,

    "-maxrate",
    `${kbps}k`,
    "-bufsize",
    `${kbps}k`,
    "-bf",
    "0",
    "-sc_threshold",
    "0",

    "-pix_fmt",
    "yuv420p",
    "-c:a",
    "aac",
    "-f",
    "flv",
    draft,
  ]);
  await rename(draft, film);
  return film;
}
