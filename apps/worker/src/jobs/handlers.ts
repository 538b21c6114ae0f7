import { JOBS, type JobName, type JobResult, PlanObject } from "@shoal/contract/jobs";
import type { MediaStore } from "@shoal/store";
import { alignTwoVersions } from "./align-versions.ts";
import { copyPiece } from "./copy-piece.ts";
import { cutAudio } from "./cut-audio.ts";
import { cutVideo } from "./cut-video.ts";
import { encodeWholeAudio } from "./encode-audio.ts";
import { encodePiece } from "./encode-piece.ts";
import { extractCaptions } from "./extract-captions.ts";
import { fetchSource } from "./fetch-source.ts";
import type { JobDeps, JobHandler } from "./job.ts";
import { makePicture } from "./make-picture.ts";
import { makePreview } from "./make-preview.ts";
import { makeStills } from "./make-stills.ts";
import { makeStoryboard } from "./make-storyboard.ts";
import { makeThumbnail } from "./make-thumbnail.ts";
import { makeWaveform } from "./make-waveform.ts";
import { openLongVideo, openVideo } from "./open-video.ts";
import { verifySource } from "./verify-source.ts";

/**
 * The kinds of slot that jobs can run in. `first` is reserved for quick jobs that a viewer waits for. `long` is for jobs that take
 * as long as their video, and `fetch` is for jobs that wait for remote servers. `align` is for comparing versions, one at a time,
 * because a comparison needs much memory and must not block jobs that viewers wait for.
 */
export type SlotKind = "first" | "piece" | "long" | "fetch" | "align";

/** A job as the queue runs it, which validates any payload and returns a result. */
export interface RegisteredJob {
  name: JobName;
  slots: SlotKind;
  run(payload: unknown, deps: JobDeps): Promise<JobResult>;
}

function registerJob<N extends JobName>(name: N, slots: SlotKind, handler: JobHandler<N>): RegisteredJob {
  const schema = JOBS[name];
  return {
    name,
    slots,
    run: async (payload, deps) => handler(schema.parse(await withPlan(payload, deps.store)) as never, deps),
  };
}

/** Returns the payload with its plan. A plan that is only referenced is loaded. */
async function withPlan(payload: unknown, store: Pick<MediaStore, "read">): Promise<unknown> {
  const { plan } = payload as { plan?: unknown };
  const named = PlanObject.safeParse(plan);
  if (!named.success) return payload;
  const bytes = await store.read(named.data.object);
  return { ...(payload as object), plan: JSON.parse(Buffer.from(bytes).toString()) };
}

/** All jobs. Among the jobs of one kind of slot, those listed first are claimed first. */
export const JOB_HANDLERS: readonly RegisteredJob[] = [
  registerJob("open-video", "first", openVideo),
  // A user waits for these jobs, which take half a second.
  registerJob("make-thumbnail", "first", makeThumbnail),
  registerJob("cut-video", "first", cutVideo),
  registerJob("cut-audio", "first", cutAudio),
  // A user waits on the page for this job, which takes seconds.
  registerJob("make-picture", "first", makePicture),
  registerJob("encode-audio", "first", encodeWholeAudio),
  registerJob("copy-piece", "first", copyPiece),
  // The library shows this result for a new video. The job is short, so it must not wait behind pieces.
  registerJob("make-stills", "piece", makeStills),
  registerJob("preview-chat-file", "piece", makePreview),
  registerJob("preview-attachment", "piece", makePreview),
  registerJob("make-storyboard", "piece", makeStoryboard),
  registerJob("extract-captions", "piece", extractCaptions),
  registerJob("encode-piece", "piece", encodePiece),
  registerJob("make-waveform", "piece", makeWaveform),
  registerJob("verify-source", "piece", verifySource),
  registerJob("open-long-video", "long", openLongVideo),
  registerJob("cut-long-audio", "long", cutAudio),
  registerJob("encode-long-audio", "long", encodeWholeAudio),
  registerJob("fetch-source", "fetch", fetchSource),
  registerJob("align-versions", "align", alignTwoVersions),
];

/** Checks that every job has one handler. @throws Error that names every job without a handler or with two. */
export function checkHandlers(handlers: readonly RegisteredJob[]): void {
  const faults = Object.keys(JOBS)
    .map((name) => ({ name, count: handlers.filter((each) => each.name === name).length }))
    .filter(({ count }) => count !== 1)
    .map(({ name, count }) => `${name} has ${count} handlers`);
  if (faults.length > 0) throw new Error(faults.join(", "));
}
