import { InputQualities } from "@shoal/contract";
import type { PlaybackTrack } from "@shoal/contract/edge";
import type { JobPayload, PlanObject } from "@shoal/contract/jobs";
import { MAX_SHORT_SOUND_SEC } from "@shoal/contract/jobs";
import type { EncodePlan, TrackOutput } from "@shoal/contract/stored-data";
import { listAudioParts } from "@shoal/media";
import type { Tx } from "../../../platform/database.ts";
import type { JobQueue, NewJob } from "../../../platform/queue/job-queue.ts";
import { createExtractionsRepository } from "../captions/index.ts";
import { mediaUuidOf, type VideoRow } from "../videos/index.ts";
import type { CutRow } from "./cuts.repository.ts";
import { createEncodingsRepository, type EncodingRow, type OutputJob } from "./encodings.repository.ts";

/** Returns the name of a video's source in the media store. */
export const sourceObjectOf = (video: Pick<VideoRow, "uuid" | "source_object">) =>
  video.source_object ?? `uploads/${video.uuid}/source`;

/**
 * How many pieces of a video are queued beyond the last completed one: enough for many workers, while limiting what one
 * transaction adds or a deletion drops.
 */
const MAX_QUEUED_PIECES = 128;

type SendQueue = Pick<JobQueue, "send">;

/** What jobs need of a plan: its name in the media store, or the plan itself if it was not stored. */
export type PlannedEncoding = Pick<EncodingRow, "plan" | "plan_object">;
const queuedPlan = ({ plan, plan_object: object }: PlannedEncoding): EncodePlan | PlanObject =>
  object === null ? plan : { object };

function baseOf(video: VideoRow, availableBytes: number) {
  return {
    videoUuid: mediaUuidOf(video),
    generation: video.generation,
    source: {
      object: sourceObjectOf(video),
      // A file of unknown size counts as larger than what has arrived.
      sizeBytes: video.size_bytes ?? availableBytes + 1,
      availableBytes,
      originalName: video.original_name ?? "",
    },
  };
}

export async function sendOpen(
  tx: Tx,
  queue: SendQueue,
  video: VideoRow,
  availableBytes: number,
): Promise<void> {
  await queue.send(tx, "open-video", openingOf(video, availableBytes));
}

/** Queues the opening of a video whose source must first be copied. This takes long, so quick jobs have another queue. */
export async function sendLongOpen(tx: Tx, queue: SendQueue, video: VideoRow): Promise<void> {
  const { key, ...opening } = openingOf(video, video.size_bytes ?? 0);
  await queue.send(tx, "open-long-video", { ...opening, key: `${key}:long` });
}

/** Queues jobs that fetch files from their URLs. */
export async function sendFetches(tx: Tx, queue: SendQueue, videos: VideoRow[]): Promise<void> {
  const jobs = videos.flatMap((video) => {
    const { uuid: videoUuid, generation, sealed_source_url: sealedUrl } = video;
    if (sealedUrl === null) return [];
    const payload = { videoUuid, generation, sealedUrl, object: sourceObjectOf(video) };
    return [{ payload, ...turnOf(video), key: `${keyOf(video)}:fetch` }];
  });
  await queue.send(tx, "fetch-source", ...jobs);
}

/** Queues the opening of videos with complete sources. */
export async function sendWholeOpens(tx: Tx, queue: SendQueue, videos: VideoRow[]): Promise<void> {
  await queue.send(tx, "open-video", ...videos.map((video) => openingOf(video, video.size_bytes ?? 0)));
}

function openingOf(video: VideoRow, availableBytes: number): NewJob<"open-video"> {
  const payload = {
    ...baseOf(video, availableBytes),
    qualities: InputQualities.parse(video.input_qualities),
    firstPass: video.first_pass,
    encoding: video.encoding,
  };
  return { payload, ...turnOf(video), key: `${keyOf(video)}:open:${availableBytes}` };
}

const turnOf = ({ client_uuid: clientUuid, is_accelerated: isUrgent }: VideoRow) => ({
  clientUuid,
  isUrgent,
});

/** The number of jobs of a plan that were sent. */
export type SentJobs = Pick<EncodingRow, "copy_pieces_sent" | "encode_pieces_sent" | "audio_parts_sent">;

/** Returns how many pieces of a video should be queued or done, given the number of completed ones. */
const piecesAhead = (made: number) => made + MAX_QUEUED_PIECES;

/** Whether the completed piece leaves so few queued pieces that more should be sent. */
export const isRunningOut = (sent: number, pieceIndex: number) => pieceIndex + MAX_QUEUED_PIECES / 2 >= sent;

/**
 * Sends the jobs for which enough bytes have arrived and that were not sent before: audio first, then pieces in order, up to a
 * number beyond the completed pieces.
 * @returns everything sent so far.
 */
export async function sendArrived(
  tx: Tx,
  queue: SendQueue,
  video: VideoRow,
  encoding: EncodingRow,
  availableBytes: number,
): Promise<SentJobs> {
  const { plan } = encoding;
  const base = { ...baseOf(video, availableBytes), plan: queuedPlan(encoding) };
  const hasMode = (wanted: "copy" | "encode") => plan.rungs.some(({ mode }) => mode === wanted);
  const isSoundEncoded = plan.audio.some(({ mode }) => mode === "encode");
  const parts = isSoundEncoded
    ? unsentJobs(listAudioParts(plan), encoding.audio_parts_sent, availableBytes)
    : [];
  const sounds = parts.map(({ segmentTo }, n) => {
    const partIndex = encoding.audio_parts_sent + n;
    const job = {
      payload: { ...base, partIndex },
      ...turnOf(video),
      key: `${keyOf(video)}:audio:${partIndex}`,
    };
    return { job, isLong: isLongSound(plan, plan.segmentStartsSec[segmentTo]) };
  });
  const soundJobs = (wanted: boolean) =>
    sounds.flatMap(({ job, isLong }) => (isLong === wanted ? [job] : []));
  const made = await createEncodingsRepository(tx).countInOrder(encoding.video_uuid, encoding.generation);
  const upTo = (job: "copy-piece" | "encode-piece") => plan.pieces.slice(0, piecesAhead(made[job]));
  const copied = hasMode("copy")
    ? unsentJobs(upTo("copy-piece"), encoding.copy_pieces_sent, availableBytes)
    : [];
  const encoded = hasMode("encode")
    ? unsentJobs(upTo("encode-piece"), encoding.encode_pieces_sent, availableBytes)
    : [];
  await queue.send(tx, "encode-audio", ...soundJobs(false));
  await queue.send(tx, "encode-long-audio", ...soundJobs(true));
  await queue.send(tx, "copy-piece", ...copied.map(({ index }) => pieceOf(video, base, index, "copy")));
  await queue.send(tx, "encode-piece", ...encoded.map(({ index }) => pieceOf(video, base, index, "piece")));
  return {
    audio_parts_sent: encoding.audio_parts_sent + parts.length,
    copy_pieces_sent: encoding.copy_pieces_sent + copied.length,
    encode_pieces_sent: encoding.encode_pieces_sent + encoded.length,
  };
}

/**
 * Whether the audio takes too long for the quick queue, by the total length of all tracks. Each part is encoded from the
 * beginning, so it counts up to its end.
 */
function isLongSound({ audio }: EncodePlan, endSec = Number.POSITIVE_INFINITY): boolean {
  return endSec * audio.filter(({ mode }) => mode === "encode").length > MAX_SHORT_SOUND_SEC;
}

/** Returns the pieces that were not sent yet, up to the first one that lacks bytes. */
function unsentJobs<T extends { sourceEndByte: number }>(
  all: T[],
  sent: number,
  availableBytes: number,
): T[] {
  const waiting = all.slice(sent);
  const missing = waiting.findIndex(({ sourceEndByte }) => sourceEndByte > availableBytes);
  return missing < 0 ? waiting : waiting.slice(0, missing);
}

/** Queues a job that reads a complete source once more, to find a truncation that opening could not detect. */
export async function sendVerification(
  tx: Tx,
  queue: SendQueue,
  video: VideoRow,
  encoding: PlannedEncoding,
): Promise<void> {
  const plan = queuedPlan(encoding);
  const payload = { ...baseOf(video, video.size_bytes ?? 0), plan, job: "verify-source" as const };
  await queue.send(tx, "verify-source", { payload, ...turnOf(video), key: `${keyOf(video)}:verify` });
}

function pieceOf<T extends object>(video: VideoRow, base: T, pieceIndex: number, kind: "copy" | "piece") {
  return {
    payload: { ...base, pieceIndex },
    ...turnOf(video),
    key: `${keyOf(video)}:${kind}:${pieceIndex}`,
    place: pieceIndex,
  };
}

/** Sends a job of an encoded video again, before other work of its client. */
export async function sendRepair(
  tx: Tx,
  queue: SendQueue,
  video: VideoRow,
  encoding: PlannedEncoding,
  { job, pieceIndex }: { job: OutputJob; pieceIndex: number },
): Promise<void> {
  const urgent = { ...video, is_accelerated: true };
  const base = { ...baseOf(video, video.size_bytes ?? 0), plan: queuedPlan(encoding) };
  switch (job) {
    case "open":
      return sendLongOpen(tx, queue, urgent);
    case "audio": {
      const payload = { ...base, partIndex: pieceIndex };
      const key = `${keyOf(video)}:audio:${pieceIndex}`;
      const isLong = isLongSound(encoding.plan);
      return queue.send(tx, isLong ? "encode-long-audio" : "encode-audio", {
        payload,
        ...turnOf(urgent),
        key,
      });
    }
    case "copy-piece":
      return queue.send(tx, job, pieceOf(urgent, base, pieceIndex, "copy"));
    case "encode-piece":
      return queue.send(tx, job, pieceOf(urgent, base, pieceIndex, "piece"));
  }
}

/** Requests thumbnails: of the first segment once it is available, and of the whole video at the end. */
export async function sendStoryboard(
  tx: Tx,
  queue: SendQueue,
  video: VideoRow,
  of: { encoding: PlannedEncoding; lowestRung: TrackOutput; which: "first" | "whole" },
): Promise<void> {
  const { encoding, lowestRung, which } = of;
  const plan = queuedPlan(encoding);
  const payload = {
    ...baseOf(video, video.size_bytes ?? 0),
    plan,
    lowestRung,
    isWhole: which === "whole",
    job: "make-storyboard" as const,
  };
  const key = `${keyOf(video)}:storyboard:${which}`;
  await queue.send(tx, "make-storyboard", { payload, ...turnOf(video), key });
}

/** Requests the waveform of the first published audio track, if there is one. */
export async function sendWaveform(
  tx: Tx,
  queue: SendQueue,
  video: VideoRow,
  tracks: readonly PlaybackTrack[],
): Promise<void> {
  const sound = tracks.find(({ kind }) => kind === "audio");
  if (!sound) return;
  const { generation } = video;
  const videoUuid = mediaUuidOf(video);
  const payload = {
    videoUuid,
    generation,
    indexObject: sound.indexObject,
    job: "make-waveform" as const,
  };
  await queue.send(tx, "make-waveform", { payload, ...turnOf(video), key: `${keyOf(video)}:waveform` });
  const waveform = JSON.stringify({ state: "pending", askedAtMs: Date.now() });
  await createEncodingsRepository(tx).updateEncoding(videoUuid, generation, { waveform });
}

/** Queues the extraction of a complete source's subtitles, once for all generations. */
export async function sendExtraction(tx: Tx, queue: SendQueue, video: VideoRow): Promise<void> {
  if (!(await createExtractionsRepository(tx).beginExtraction(video.uuid))) return;
  const payload = { ...baseOf(video, video.size_bytes ?? 0), job: "extract-captions" as const };
  await queue.send(tx, "extract-captions", { payload, ...turnOf(video), key: `${video.uuid}:captions` });
}

/** Queues the jobs of cuts that are new or have a new generation, with the lowest rung and the audio first. */
export async function sendCuts(tx: Tx, queue: SendQueue, videos: VideoRow[], cuts: CutRow[]): Promise<void> {
  for (const { video_uuid, tracks, plan, in_sec: inSec, out_sec: outSec } of cuts) {
    const video = videos.find(({ uuid }) => uuid === video_uuid);
    if (!video) continue;
    const encodings = createEncodingsRepository(tx);
    await encodings.addEncoding(video.uuid, video.generation, plan);
    await encodings.updateEncoding(video.uuid, video.generation, { is_queued: true });
    const payload = { ...cutIdentity(video), tracks, plan, inSec, outSec };
    const videoJobs = piecesOf(plan).map((piece, pieceIndex) => ({
      payload: { ...payload, ...piece, pieceIndex },
      clientUuid: video.client_uuid,
      key: `${keyOf(video)}:cut:${pieceIndex}`,
      // The even places leave room for audio tracks that are encoded whole.
      place: pieceIndex * 2,
    }));
    await queue.send(tx, "cut-video", ...videoJobs);
    if (plan.audio.some(({ mode }) => mode === "encode")) await sendCutSound(tx, queue, video, payload);
  }
}

/** Returns the rungs and audio tracks of each piece of a cut. */
function piecesOf({
  rungs,
  audio,
  pieces,
}: EncodePlan): Pick<JobPayload<"cut-video">, "rungIds" | "audioIds">[] {
  const ids = rungs.map(({ id }) => id);
  const audioIds = audio.flatMap(({ id, mode }) => (mode === "copy" ? [id] : []));
  if (pieces.length === 1) return [{ rungIds: ids, audioIds }];
  return [
    { rungIds: ids.slice(0, 1), audioIds },
    { rungIds: ids.slice(1), audioIds: [] },
  ];
}

const cutIdentity = ({ uuid, generation }: VideoRow) => ({ videoUuid: uuid, generation });

/** Queues only the re-encoded audio of a cut. */
export async function sendCutSound(
  tx: Tx,
  queue: SendQueue,
  video: VideoRow,
  cut: Omit<JobPayload<"cut-audio">, "videoUuid" | "generation">,
): Promise<void> {
  const payload = { ...cut, ...cutIdentity(video) };
  const { client_uuid: clientUuid } = video;
  const isLong = isLongSound(cut.plan, cut.outSec - cut.inSec);
  const name = isLong ? "cut-long-audio" : "cut-audio";
  await queue.send(tx, name, { payload, clientUuid, key: `${keyOf(video)}:cut:audio`, place: 1 });
}

const keyOf = (video: VideoRow) => `${mediaUuidOf(video)}:${video.generation}`;
