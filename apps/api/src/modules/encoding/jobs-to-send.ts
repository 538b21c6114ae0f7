import type { EncodePlan, JobPayload } from "@shoal/contract";
import { InputQualities } from "@shoal/contract";
import type { Tx } from "../../platform/database.ts";
import type { JobQueue } from "../../platform/queue/job-queue.ts";
import type { VideoRow } from "../videos/index.ts";
import type { EncodingRow } from "./encodings.repository.ts";

/** Where the source of a video is kept. */
export const sourceObjectOf = (video: Pick<VideoRow, "uuid">) => `uploads/${video.uuid}/source`;

type Queue = Pick<JobQueue, "send">;

export function baseOf(video: VideoRow, availableBytes: number) {
  return {
    videoUuid: video.uuid,
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
  const payload: JobPayload<"open-video"> = {
    ...baseOf(video, availableBytes),
    qualities: InputQualities.parse(video.input_qualities),
    firstPass: video.first_pass,
    encoding: video.encoding,
  };
  await queue.send(tx, "open-video", payload, `${keyOf(video)}:open:${availableBytes}`);
}

/** Sends the copy pieces that the bytes so far suffice for; returns how many are sent in all. */
export async function sendCopyPieces(
  tx: Tx,
  queue: Queue,
  video: VideoRow,
  encoding: Pick<EncodingRow, "plan" | "copy_pieces_sent">,
  availableBytes: number,
): Promise<number> {
  const { plan } = encoding;
  if (!plan.rungs.some(({ mode }) => mode === "copy")) return 0;
  let sent = encoding.copy_pieces_sent;
  for (const piece of plan.pieces.slice(sent)) {
    if (piece.sourceEndByte > availableBytes) break;
    const payload = { ...baseOf(video, availableBytes), plan, pieceIndex: piece.index };
    await queue.send(tx, "copy-piece", payload, `${keyOf(video)}:copy:${piece.index}`, piece.index);
    sent += 1;
  }
  return sent;
}

/** Sends all that needs the whole source: the sound first, then the pieces in order, then the check for truncation. */
export async function sendWholeLadder(
  tx: Tx,
  queue: Queue,
  video: VideoRow,
  plan: EncodePlan,
): Promise<void> {
  const base = { ...baseOf(video, video.size_bytes ?? 0), plan };
  if (plan.audio.some(({ mode }) => mode === "encode"))
    await queue.send(tx, "encode-audio", base, `${keyOf(video)}:audio`);
  if (plan.rungs.some(({ mode }) => mode === "encode"))
    for (const { index } of plan.pieces)
      await queue.send(
        tx,
        "encode-piece",
        { ...base, pieceIndex: index },
        `${keyOf(video)}:piece:${index}`,
        index,
      );
  await queue.send(tx, "verify-source", base, `${keyOf(video)}:verify`);
}

const keyOf = (video: VideoRow) => `${video.uuid}:${video.generation}`;
