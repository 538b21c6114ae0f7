import { routes } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { DrawingCanvas } from "../drawing/drawing-canvas.tsx";
import { DrawingLayer } from "../drawing/drawing-layer.tsx";
import { useFramePlayer } from "../player/use-frame-player.ts";
import { useReview } from "../review-context.ts";
import { useComments, useCommentsContext, useComposer } from "./comments-context.ts";
import classes from "./picture-drawings.module.css";

/** Fills the player's picture area with the drawing of the selected comment, or the drawing in progress. */
export function PictureDrawings({ children }: { children?: ReactNode }) {
  const { player } = useReview();
  const { composer } = useCommentsContext();
  const { isDrawing } = useComposer(composer);
  const picture = useFramePlayer(player, (state) => state.picture);
  if (!picture || picture.height === 0) return null;
  const aspect = picture.width / picture.height;
  return (
    <div className={classes.picture}>
      {isDrawing ? (
        <DrawingCanvas board={composer.board} aspect={aspect} />
      ) : (
        <SelectedDrawing aspect={aspect} />
      )}
      {children}
    </div>
  );
}

/**
 * Shows the drawing while the player is at the frame or range of the comment. The drawing of a comment on the whole version is always
 * shown.
 */
function SelectedDrawing({ aspect }: { aspect: number }) {
  const { t } = useTranslation();
  const { player, call } = useReview();
  const { store, selected } = useCommentsContext();
  const comment = useComments(store).comments.get(selected ?? "");
  const { uuid = "", revision, hasDrawing = false, frame = null, endFrame = null } = comment ?? {};
  const isAtFrame = useFramePlayer(
    player,
    ({ shownFrame }) => frame === null || (shownFrame >= frame && shownFrame <= (endFrame ?? frame)),
  );
  const { data } = useQuery({
    queryKey: ["commentDrawing", uuid, revision],
    enabled: hasDrawing,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) => call(routes.getCommentDrawing, { params: { id: uuid } }, { signal }),
  });
  if (!comment || !hasDrawing || !data || !isAtFrame) return null;
  return (
    <DrawingLayer
      shapes={data.shapes}
      aspect={aspect}
      label={t("comments.drawingOf", { name: comment.author.name })}
    />
  );
}
