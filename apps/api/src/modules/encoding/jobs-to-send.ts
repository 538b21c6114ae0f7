import type { EncodePlan, JobPayload, PlaybackTrack, TrackOutput } from "@shoal/contract";
import { InputQualities } from "@shoal/contract";
import { listAudioParts } from "@shoal/media";
import type { Tx } from "../../platform/database.ts";
import type { JobQueue, NewJob } from "../../platform/queue/job-queue.ts";
import { createExtractionsRepository } from "../captions/index.ts";
import { mediaUuidOf, type VideoRow } from "../videos/index.ts";
import type { CutRow } from "./cuts.repository.ts";
import { createEncodingsRepository, type EncodingRow } from "./encodings.repository.ts";

/** Where the source of a video is kept. */
export const sourceObjectOf = (video: Pick<VideoRow, "uuid" | "source_object">) =>
  video.source_object ?? `uploads/${video.uuid}/source`;

type Queue = Pick<JobQueue, "send">;

function baseOf(video: VideoRow, availableBytes: number) {
  return {
    videoUuid: mediaUuidOf(video),
    generation: video.generation,
    source: {
      object: sourceObjectOf(video),
      // Until somebody tells the size, there is more than has arrived.
      sizeBytes: video.size_bytes ?? availableBytes + 1,
      availableBytes,
      originalName: video.original_name ?? "",
    },
  };
}

export async function sendOpen(tx: Tx, queue: Queue, video: VideoRow, availableBytes: number): Promise<void> {
  await queue.send(tx, "open-video", openingOf(video, availableBytes));
}

/** Lets workers bring files from their URLs. */
export async function sendFetches(tx: Tx, queue: Queue, videos: VideoRow[]): Promise<void> {
  const jobs = videos.flatMap((video) => {
    const { uuid: videoUuid, generation, sealed_source_url: sealedUrl } = video;
    if (sealedUrl === null) return [];
    const payload = { videoUuid, generation, sealedUrl, object: sourceObjectOf(video) };
    return [{ payload, key: `${keyOf(video)}:fetch`, isUrgent: video.is_accelerated }];
  });
  await queue.send(tx, "fetch-source", ...jobs);
}

/** Opens videos whose sources are there as a whole. */
export async function sendWholeOpens(tx: Tx, queue: Queue, videos: VideoRow[]): Promise<void> {
  await queue.send(tx, "open-video", ...videos.map((video) => openingOf(video, video.size_bytes ?? 0)));
}

function openingOf(video: VideoRow, availableBytes: number): NewJob<"open-video"> {
  const payload = {
    ...baseOf(video, availableBytes),
    qualities: InputQualities.parse(video.input_qualities),
    firstPass: video.first_pass,
    encoding: video.encoding,
  };
  return { payload, key: `${keyOf(video)}:open:${availableBytes}`, isUrgent: video.is_accelerated };
}

/** How much of a plan was sent. */
export type SentJobs = Pick<EncodingRow, "copy_pieces_sent" | "encode_pieces_sent" | "audio_parts_sent">;

/**
 * Sends what the bytes so far suffice for and was not sent before: the sound first, then the pieces in order.
 * @returns what is sent in all.
 */
export async function sendArrived(
  tx: Tx,
  queue: Queue,
  video: VideoRow,
  encoding: Pick<EncodingRow, "plan"> & SentJobs,
  availableBytes: number,
): Promise<SentJobs> {
  const { plan } = encoding;
  const base = { ...baseOf(video, availableBytes), plan };
  const isUrgent = video.is_accelerated;
  const hasMode = (wanted: "copy" | "encode") => plan.rungs.some(({ mode }) => mode === wanted);
  const isSoundEncoded = plan.audio.some(({ mode }) => mode === "encode");
  const parts = isSoundEncoded ? unsent(listAudioParts(plan), encoding.audio_parts_sent, availableBytes) : [];
  const sounds = parts.map((_, n) => {
    const partIndex = encoding.audio_parts_sent + n;
    return { payload: { ...base, partIndex }, key: `${keyOf(video)}:audio:${partIndex}`, isUrgent };
  });
  const copied = hasMode("copy") ? unsent(plan.pieces, encoding.copy_pieces_sent, availableBytes) : [];
  const encoded = hasMode("encode") ? unsent(plan.pieces, encoding.encode_pieces_sent, availableBytes) : [];
  await queue.send(tx, "encode-audio", ...sounds);
  await queue.send(tx, "copy-piece", ...copied.map(({ index }) => pieceOf(video, base, index, "copy")));
  await queue.send(tx, "encode-piece", ...encoded.map(({ index }) => pieceOf(video, base, index, "piece")));
  return {
    audio_parts_sent: encoding.audio_parts_sent + parts.length,
    copy_pieces_sent: encoding.copy_pieces_sent + copied.length,
    encode_pieces_sent: encoding.encode_pieces_sent + encoded.length,
  };
}

/** Those after the ones that were sent, up to the first one that lacks bytes. */
function unsent<T extends { sourceEndByte: number }>(all: T[], sent: number, availableBytes: number): T[] {
  const waiting = all.slice(sent);
  const missing = waiting.findIndex(({ sourceEndByte }) => sourceEndByte > availableBytes);
  return missing < 0 ? waiting : waiting.slice(0, missing);
}

/** Reads a source that is there as a whole once more, for a truncation that opening could not see. */
export async function sendVerification(
  tx: Tx,
  queue: Queue,
  video: VideoRow,
  plan: EncodePlan,
): Promise<void> {
  const payload = { ...baseOf(video, video.size_bytes ?? 0), plan, job: "verify-source" as const };
  await queue.send(tx, "verify-source", {
    payload,
    key: `${keyOf(video)}:verify`,
    isUrgent: video.is_accelerated,
  });
}

function pieceOf<T extends object>(video: VideoRow, base: T, pieceIndex: number, kind: "copy" | "piece") {
  return {
    payload: { ...base, pieceIndex },
    key: `${keyOf(video)}:${kind}:${pieceIndex}`,
    place: pieceIndex,
    isUrgent: video.is_accelerated,
  };
}

/** Sends the pictures: of the first segment as soon as it is there, of the whole at the end. */
export async function sendStoryboard(
  tx: Tx,
  queue: Queue,
  video: VideoRow,
  of: { plan: EncodePlan; lowestRung: TrackOutput; which: "first" | "whole" },
): Promise<void> {
  const { plan, lowestRung, which } = of;
  const payload = {
    ...{ ...baseOf(video, video.size_bytes ?? 0), plan, lowestRung, isWhole: which === "whole" },
    job: "make-storyboard" as const,
  };
  const key = `${keyOf(video)}:storyboard:${which}`;
  await queue.send(tx, "make-storyboard", { payload, key, isUrgent: video.is_accelerated });
}

/** Asks for the waveform of the first sound track that is published, if there is one. */
export async function sendWaveform(
  tx: Tx,
  queue: Queue,
  video: VideoRow,
  tracks: readonly PlaybackTrack[],
): Promise<void> {
  const sound = tracks.find(({ kind }) => kind === "audio");
  if (!sound) return;
  const { generation, is_accelerated: isUrgent } = video;
  const videoUuid = mediaUuidOf(video);
  const payload = {
    ...{ videoUuid, generation, indexObject: sound.indexObject },
    job: "make-waveform" as const,
  };
  await queue.send(tx, "make-waveform", { payload, key: `${keyOf(video)}:waveform`, isUrgent });
  const waveform = JSON.stringify({ state: "pending", askedAtMs: Date.now() });
  await createEncodingsRepository(tx).updateEncoding(videoUuid, generation, { waveform });
}

/** Has the subtitles in a source that is there as a whole taken out, once whatever its generation. */
export async function sendExtraction(tx: Tx, queue: Queue, video: VideoRow): Promise<void> {
  if (!(await createExtractionsRepository(tx).beginExtraction(video.uuid))) return;
  const payload = { ...baseOf(video, video.size_bytes ?? 0), job: "extract-captions" as const };
  await queue.send(tx, "extract-captions", {
    payload,
    key: `${video.uuid}:captions`,
    isUrgent: video.is_accelerated,
  });
}

/** Begins the work on cuts whose rows are new or of a new generation: the lowest rung and the sound before the rest. */
export async function sendCuts(tx: Tx, queue: Queue, videos: VideoRow[], cuts: CutRow[]): Promise<void> {
  for (const { video_uuid, tracks, plan, in_sec: inSec, out_sec: outSec } of cuts) {
    const video = videos.find(({ uuid }) => uuid === video_uuid);
    if (!video) continue;
    const encodings = createEncodingsRepository(tx);
    await encodings.addEncoding(video.uuid, video.generation, plan);
    await encodings.updateEncoding(video.uuid, video.generation, { is_queued: true });
    const payload = { ...cutIdentity(video), tracks, plan, inSec, outSec };
    const videoJobs = piecesOf(plan).map((piece, pieceIndex) => ({
      payload: { ...payload, ...piece, pieceIndex },
      key: `${keyOf(video)}:cut:${pieceIndex}`,
      // Sound that is encoded whole comes between them.
      place: pieceIndex * 2,
    }));
    await queue.send(tx, "cut-video", ...videoJobs);
    if (plan.audio.some(({ mode }) => mode === "encode")) await sendCutSound(tx, queue, video, payload);
  }
}

/** Rungs and sound tracks of each piece of a cut. */
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

/** The sound of a cut alone, where it is encoded anew. */
export async function sendCutSound(
  tx: Tx,
  queue: Queue,
  video: VideoRow,
  cut: Omit<JobPayload<"cut-audio">, "videoUuid" | "generation">,
): Promise<void> {
  const payload = { ...cut, ...cutIdentity(video) };
  await queue.send(tx, "cut-audio", { payload, key: `${keyOf(video)}:cut:audio`, place: 1 });
}

const keyOf = (video: VideoRow) => `${mediaUuidOf(video)}:${video.generation}`;
