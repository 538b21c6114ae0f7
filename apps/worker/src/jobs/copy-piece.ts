import { copyTracks } from "../media/make-tracks.ts";
import { requireBytes } from "../media/source.ts";
import { getPiece } from "./encode-piece.ts";
import { type JobHandler, resultBase } from "./job.ts";

/**
 * Copies the source's own video for one piece, with the audio that does not need encoding, so that a file plays while it is being
 * uploaded.
 * @throws Error if the piece's bytes have not arrived yet.
 */
export const copyPiece: JobHandler<"copy-piece"> = async (payload, deps) => {
  const { plan, pieceIndex, source } = payload;
  const { segmentFrom, segmentTo, sourceEndByte } = getPiece(plan, pieceIndex);
  requireBytes(source, sourceEndByte);
  const outputs = await copyTracks({ payload, plan, segmentFrom, segmentTo }, { withVideo: true }, deps);
  return { type: "piece", job: "copy-piece", ...resultBase(payload), pieceIndex, outputs };
};
