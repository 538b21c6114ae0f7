import { H264, testPicture } from "@shoal/testkit";
import { expect, it } from "vitest";
import { openedOf } from "../testing/job-harness.ts";
import { useJobHarness } from "../testing/use-job-harness.ts";

const jobs = useJobHarness();

it.each([
  ["of a QuickTime file with a timecode track", "reel.mov", ["-timecode", "01:00:00:00"], "01:00:00:00"],
  ["with drop frame", "drop.mov", ["-timecode", "10:59:58;12"], "10:59:58;12"],
  ["of a file without one", "plain.mp4", [], undefined],
  ["that is far too long for one", "odd.mkv", ["-metadata", `timecode=${"9".repeat(60)}`], undefined],
])("reads the start timecode %s", async (_, name, args, timecode) => {
  const picture = testPicture({ durationSec: 1, rate: "30000/1001" });
  const path = await jobs.clips.make(name, [...picture, ...H264, ...args]);
  const { plan } = openedOf(await jobs.harness.open(await jobs.harness.addSource(path, name)));
  expect(plan.info.video.timecode).toBe(timecode);
});
