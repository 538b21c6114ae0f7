import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { H264 } from "@shoal/testkit";
import { expect, it } from "vitest";
import { openedOf, videoIdentity } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const execFileAsync = promisify(execFile);
const jobs = useJobHarness();
const FPS = 25;

/** Returns the brightness in the middle of a picture, on the scale of video from 16 to 235. */
async function brightnessOf(object: string): Promise<number> {
  const path = jobs.harness.store.localPath(object);
  const args = ["-v", "error", "-i", path, "-vf", "crop=2:2", "-pix_fmt", "gray", "-f", "rawvideo", "-"];
  const { stdout } = await execFileAsync("ffmpeg", args, { encoding: "buffer" });
  // The picture has full range, so its value is converted to the range from 16 to 235.
  return (stdout[0] ?? 0) * (219 / 255) + 16;
}

it("each still is exactly the requested frame, in any segment, and empty after the end", async () => {
  // Each of the 150 frames is brighter than the previous one. The brightness is computed for a small frame, which is then enlarged.
  const lighter = "geq=lum='20+N':cb=128:cr=128,scale=320:180:flags=neighbor";
  const graded = ["-f", "lavfi", "-i", `color=black:s=16x16:r=${FPS}:d=6,${lighter}`];
  const path = await jobs.clips.make("grades.mp4", [
    ...graded,
    ...H264,
    "-bf",
    "2",
    "-movflags",
    "+faststart",
  ]);
  const source = await jobs.harness.addSource(path, "grades");
  const opened = openedOf(await jobs.harness.open(source));
  const index = (await jobs.harness.finish(source, opened)).get(opened.plan.rungs.at(-1)?.id ?? "");
  if (!index || index.segments.length < 2) throw new Error("Two segments are needed");
  await jobs.harness.store.put("index.json", Buffer.from(JSON.stringify(index)));
  const frames = [149, 0, 1, 99, 100, 101];
  const stillOf = (frame: number) => ({ sec: (frame + 0.5) / FPS, object: `stills/${frame}.jpg` });
  const result = await jobs.harness.run("make-stills", {
    job: "make-stills",
    ...videoIdentity,
    indexObject: "index.json",
    stills: [...frames, 400].map(stillOf),
  });
  expect(result).toEqual({ type: "stills", ...videoIdentity });
  expect(await jobs.harness.leftovers()).toEqual([]);
  for (const frame of frames)
    expect(Math.round((await brightnessOf(`stills/${frame}.jpg`)) - 20)).toBe(frame);
  expect(await jobs.harness.store.findSize("stills/400.jpg")).toBe(0);
});
