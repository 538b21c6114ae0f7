import { type CSSProperties, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { presenceColour } from "../../../lib/person-color.ts";
import { PictureDrawings } from "../comments/picture-drawings.tsx";
import { DrawingLayer } from "../drawing/drawing-layer.tsx";
import { useFramePlayer } from "../player/use-frame-player.ts";
import { useReview } from "../review-context.ts";
import classes from "./live.module.css";
import { useRoom, useRoomState } from "./review-together.tsx";

/** Shows the drawings of comments, and the strokes and pointers of other participants, over the player's picture area. */
export function PictureOverlay() {
  return (
    <PictureDrawings>
      <ParticipantPointers />
    </PictureDrawings>
  );
}

function ParticipantPointers() {
  const { t } = useTranslation();
  const { player } = useReview();
  const room = useRoom();
  const state = useRoomState();
  const aspect = useFramePlayer(player, ({ picture }) => (picture ? picture.width / picture.height : 1));
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const picture = box.current;
    // The overlay does not receive pointer events, so they are observed on the stage around the picture area.
    const stage = picture?.closest("[data-picture]")?.parentElement;
    if (!room || !picture || !stage) return;
    const move = (event: PointerEvent) => {
      const { left, top, width, height } = picture.getBoundingClientRect();
      const at: [number, number] = [(event.clientX - left) / width, (event.clientY - top) / height];
      room.point(at.every((share) => share >= 0 && share <= 1) ? at : null);
    };
    const leave = () => room.point(null);
    stage.addEventListener("pointermove", move);
    stage.addEventListener("pointerleave", leave);
    return () => {
      stage.removeEventListener("pointermove", move);
      stage.removeEventListener("pointerleave", leave);
      leave();
    };
  }, [room]);
  // Guests do not receive the names of team members, so their pointers have no name.
  const personOf = (id: string) => state?.people.find((person) => person.id === id);
  const nameOf = (id: string) => personOf(id)?.name || t("together.team");
  return (
    <div ref={box} className={classes.others}>
      {[...(state?.drafts ?? [])].map(([id, shapes]) =>
        shapes.size === 0 ? null : (
          <DrawingLayer
            key={id}
            shapes={[...shapes.values()]}
            aspect={aspect}
            label={t("comments.drawingOf", { name: nameOf(id) })}
          />
        ),
      )}
      {[...(state?.pointers ?? [])].map(([id, [x, y]]) => (
        <div
          key={id}
          className={classes.pointer}
          role="img"
          aria-label={t("together.pointerOf", { name: nameOf(id) })}
          style={
            {
              "--person": presenceColour({ id, name: personOf(id)?.name ?? "" }),
              left: `${x * 100}%`,
              top: `${y * 100}%`,
            } as CSSProperties
          }
        >
          <svg width="16" height="18" viewBox="0 0 16 18" aria-hidden="true">
            <path d="M1 1l13 8.5-6 1.2L5 16z" fill="currentColor" stroke="#fff" strokeLinejoin="round" />
          </svg>
          <span className={classes.pointerName}>{nameOf(id)}</span>
        </div>
      ))}
    </div>
  );
}
