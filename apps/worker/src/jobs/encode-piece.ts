import type { EncodePlan, Piece } from "@shoal/contract/stored-data";
import { withReadableSource } from "../media/continuous-source.ts";
import { encodeRungs } from "../media/make-tracks.ts";
import { requireBytes } from "../media/source.ts";
import { type JobHandler, resultBase } from "./job.ts";

/**
 * Encodes all rungs of one piece, which is decoded once. Piece 0 omits the rung that the opening job has already made.
 * @throws Error if the piece's bytes have not arrived yet.
 */
export const encodePiece: JobHandler<"encode-piece"> = async (asked, deps) => {
  const payload = await withReadableSource(asked, deps);
  const { plan, pieceIndex } = payload;
  const piece = getPiece(plan, pieceIndex);
  requireBytes(asked.source, piece.sourceEndByte);
  const rungs = plan.rungs.filter(
    ({ id, mode }) => mode === "encode" && !(pieceIndex === 0 && id === plan.firstRungId),
  );
  const { segmentFrom, segmentTo } = piece;
  const outputs = await encodeRungs({ payload, plan, segmentFrom, segmentTo }, rungs, deps);
  return { type: "piece", job: "encode-piece", ...resultBase(payload), pieceIndex, outputs };
};

/**
 * Returns one piece of a plan.
 * @throws Error if the plan does not have it.
 */
export function getPiece(plan: EncodePlan, pieceIndex: number): Piece {
  const piece = plan.pieces[pieceIndex];
  if (!piece) throw new Error(`The plan has no piece ${pieceIndex}`);
  return piece;
}
