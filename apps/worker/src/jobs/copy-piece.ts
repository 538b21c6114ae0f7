import { copyTracks } from "../media/make-tracks.ts";
import { requireBytes } from "../media/source.ts";
import { getPiece } from "./encode-piece.ts";
import { type JobHandler, resultBase } from "./job.ts";

/**
 * The source's own picture for one piece, and with it the sound that is kept as it is, so that a file plays while it
 * arrives. @throws Error when the piece's bytes are not there yet.
 */
export const copyPiece: JobHandler<"copy-piece"> = async (payload, deps) => {
  const { plan, pieceIndex, source } = payload;
  const { segmentFrom, segmentTo, sourceEndByte } = getPiece(plan, pieceIndex);
  requireBytes(source, sourceEndByte);
  const outputs = await copyTracks({ payload, plan, segmentFrom, segmentTo }, { withVideo: true }, deps);
  return { type: "piece", job: "copy-piece", ...resultBase(payload), pieceIndex, outputs };
};
