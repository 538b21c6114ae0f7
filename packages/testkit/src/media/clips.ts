import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

/** Returns ffmpeg's arguments for moving colours with a clock, from its own generator. */
export const testPicture = (options: { size?: string; rate?: string; durationSec?: number } = {}) => {
  const { size = "320x180", rate = "25", durationSec = 6 } = options;
  return ["-f", "lavfi", "-i", `testsrc2=size=${size}:rate=${rate}:duration=${durationSec}`];
};

/** Returns ffmpeg's arguments for a tone. */
export const testTone = (durationSec = 6, hz = 440) => [
  "-f",
  "lavfi",
  "-i",
  `sine=frequency=${hz}:sample_rate=48000:duration=${durationSec}`,
];

/** H.264 as cameras encode it: fast, small, with a key frame every second. */
export const H264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "25", "-pix_fmt", "yuv420p"];

/** A folder of generated clips. `dispose` removes it. */
export interface ClipFolder {
  path: string;
  /** Runs ffmpeg with these arguments and the clip's path as output. Resolves to the path. */
  make(name: string, args: readonly string[]): Promise<string>;
  dispose(): Promise<void>;
}

/** @example const clips = await makeClipFolder(); onTestFinished(clips.dispose); await clips.make("a.mkv", [...testPicture(), ...H264]); */
export async function makeClipFolder(): Promise<ClipFolder> {
  const path = await mkdtemp(join(tmpdir(), "shoal-clips-"));
  const dispose = () => rm(path, { recursive: true, force: true });
  return {
    path,
    dispose,
    async make(name, args) {
      const file = join(path, name);
      await execFileAsync("ffmpeg", ["-v", "error", "-y", "-nostdin", ...args, file]);
      return file;
    },
  };
}

/** Generates one clip or picture and returns its bytes. @param args ffmpeg's arguments without the output file. */
export async function makeClip(name: string, args: readonly string[]): Promise<Buffer> {
  const clips = await makeClipFolder();
  try {
    return await readFile(await clips.make(name, args));
  } finally {
    await clips.dispose();
  }
}
