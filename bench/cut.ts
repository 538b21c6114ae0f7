import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { identity, type JobRig, makeJobRig, openedOf } from "../apps/worker/src/testing/job-rig.ts";
import type { EncodePlan, JobPayload, SegmentIndex, TrackOutput } from "../packages/contract/src/index.ts";
import type { Bench, Figure } from "./bench.ts";
import { FILM, LADDER, measure, plainFfmpeg } from "./encode.ts";

const run = promisify(execFile);
const CUT = { inSec: 15.25, outSec: 75.25 };
const HOUR_SEC = 3_600;
const CPU_RATIO = 1.2;
const READY_SEC = 3;
const PICTURES_CPU_SEC = 15;

/** What a cut of a minute costs, beside one ffmpeg that encodes as much of the film as the cut encodes anew. */
async function cutFigures(rig: JobRig): Promise<Figure[]> {
  const path = join(rig.folder, "film.mkv");
  await run("ffmpeg", ["-v", "error", "-y", "-stream_loop", "2", "-i", FILM, "-c", "copy", path]);
  const source = await rig.addSource(path, "film");
  const opened = openedOf(await rig.open(source));
  const payload = await cutOf(rig, opened.plan, await rig.finish(source, opened));
  const [lowest = "", ...others] = payload.plan.rungs.map(({ id }) => id);
  const first = await measure(async () => [
    await rig.run("cut-video", { ...payload, pieceIndex: 0, rungIds: [lowest] }),
    await rig.run("cut-audio", payload),
  ]);
  const rest = await measure(() => rig.run("cut-video", { ...payload, pieceIndex: 1, rungIds: others }));
  const results = [...first.value, rest.value];
  if (results.some(({ type }) => type === "failed")) throw new Error(JSON.stringify(results));
  // Two seconds a group of pictures: from 15.25 to 16, and from 74 to 75.25.
  const edges = await measure(async () => {
    await plainFfmpeg(path, LADDER, 0.75);
    await plainFfmpeg(path, LADDER, 1.25);
  });
  const ratio = (first.cpu + rest.cpu) / edges.cpu;
  const detail = `sound of 60 s and all: ${(first.cpu + rest.cpu).toFixed(2)} s of CPU, the edges by plain ffmpeg ${edges.cpu.toFixed(2)} s; the length of the film costs nothing`;
  return [
    {
      name: "accurate cut of 60 s: CPU / plain encoding of its edges",
      value: ratio.toFixed(2),
      reach: `≤ ${CPU_RATIO}`,
      isReached: ratio <= CPU_RATIO,
      detail,
    },
    {
      name: "accurate cut of 60 s: playable after",
      value: `${first.wall.toFixed(2)} s`,
      reach: `≤ ${READY_SEC} s`,
      isReached: first.wall <= READY_SEC,
    },
  ];
}

/** Publishes the tracks and plans the cut as the api does. */
async function cutOf(
  rig: JobRig,
  plan: EncodePlan,
  indexes: Map<string, SegmentIndex>,
): Promise<JobPayload<"cut-audio">> {
  const tracks: JobPayload<"cut-audio">["tracks"] = [];
  for (const [trackId, index] of indexes) {
    const indexObject = `indexes/${trackId}.json`;
    await rig.store.put(indexObject, Buffer.from(JSON.stringify(index)));
    tracks.push({ trackId, kind: trackId.startsWith("v") ? "video" : "audio", indexObject });
  }
  return { videoUuid: "00000000-0000-4000-8000-0000000000c0", generation: 1, tracks, plan, ...CUT };
}

/** Thumbnail and storyboard of an hour of film, whose pictures are the source's own. */
async function picturesOfAnHour(rig: JobRig): Promise<Figure> {
  const path = join(rig.folder, "hour.mp4");
  const loops = Math.ceil(HOUR_SEC / 30) - 1;
  await run("ffmpeg", [
    ...["-v", "error", "-y", "-stream_loop", `${loops}`, "-i", FILM, "-an", "-c", "copy"],
    ...["-t", `${HOUR_SEC}`, "-movflags", "+faststart", path],
  ]);
  const source = await rig.addSource(path, "hour");
  const { plan } = openedOf(await rig.open(source));
  const copied = { ...plan, rungs: plan.rungs.filter(({ mode }) => mode === "copy") };
  const outputs: TrackOutput[] = [];
  for (const { index } of plan.pieces) {
    const result = await rig.run("copy-piece", { ...identity, source, plan: copied, pieceIndex: index });
    if (result.type !== "piece") throw new Error(JSON.stringify(result));
    outputs.push(...result.outputs);
  }
  const [head] = outputs;
  if (!head) throw new Error("Nothing was copied");
  const lowestRung = { ...head, segments: outputs.flatMap(({ segments }) => segments) };
  const { cpu } = await measure(() =>
    rig.run("make-storyboard", { ...identity, source, plan: copied, lowestRung }),
  );
  return {
    name: "storyboard and thumbnail of an hour: CPU",
    value: `${cpu.toFixed(1)} s`,
    reach: `≤ ${PICTURES_CPU_SEC} s`,
    isReached: cpu <= PICTURES_CPU_SEC,
    detail: "from 1080p, the dearest case: a ladder has 360p",
  };
}

export const cutBench: Bench[] = [
  {
    name: "cut",
    async run() {
      const rig = await makeJobRig("limited");
      try {
        return [...(await cutFigures(rig)), await picturesOfAnHour(rig)];
      } finally {
        await rig.dispose();
      }
    },
  },
];
