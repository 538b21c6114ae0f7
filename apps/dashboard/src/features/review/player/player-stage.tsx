import { Button, Loader } from "@mantine/core";
import { type PointerEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ManagedFramePlayer } from "./create-frame-player.ts";
import type { FramePlayer } from "./frame-player.types.ts";
import classes from "./player.module.css";
import { useFramePlayer } from "./use-frame-player.ts";

interface PlayerStageProps {
  player: ManagedFramePlayer;
  title: string;
  /** Content that covers the picture area, and moves and scales with it. */
  children?: ReactNode;
}

/** The distance, in pixels, below which a movement of the pressed pointer counts as a click. */
const CLICK_PX = 4;
const WHEEL_STEP = 0.002;

/** Shows the frame as large as fits. The user can zoom and move it. */
export function PlayerStage({ player, title, children }: PlayerStageProps) {
  const { t } = useTranslation();
  const stage = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (stage.current && video.current) return player.attach(stage.current, video.current);
  }, [player]);
  useWheelZoom(stage, player);
  const status = useFramePlayer(player, (state) => state.status);
  const picture = useFramePlayer(player, (state) => state.picture);
  const isZoomed = useFramePlayer(player, (state) => state.zoom > 1);
  const drag = useDrag(player);
  return (
    <div ref={stage} className={classes.stage} data-zoomed={isZoomed} data-status={status} {...drag}>
      {/* biome-ignore lint/a11y/useMediaCaption: captions are reviewed as text, not over the picture */}
      <video
        ref={video}
        className={classes.video}
        playsInline
        preload="auto"
        aria-label={title}
        style={picture}
      />
      {picture && (
        <div className={classes.overlay} style={picture} data-picture>
          {children}
        </div>
      )}
      {status === "loading" && (
        <div className={classes.notice} role="status">
          <Loader size="sm" color="gray" aria-hidden />
          {t("review.loading")}
        </div>
      )}
      {status === "failed" && (
        <div className={classes.notice} role="alert">
          {t("review.failed")}
          <Button size="xs" variant="default" onClick={() => player.retry()}>
            {t("review.again")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Zooms at the pointer with Ctrl and the wheel, or by pinching on a touchpad. */
function useWheelZoom(stage: { current: HTMLElement | null }, player: FramePlayer): void {
  useEffect(() => {
    const element = stage.current;
    function handleWheel(event: WheelEvent): void {
      const { picture, zoom } = player.getSnapshot();
      if (!element || !picture || !event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = element.getBoundingClientRect();
      const at = {
        x: (event.clientX - left - picture.left) / picture.width,
        y: (event.clientY - top - picture.top) / picture.height,
      };
      player.setZoom(zoom * Math.exp(-event.deltaY * WHEEL_STEP), at);
    }
    element?.addEventListener("wheel", handleWheel, { passive: false });
    return () => element?.removeEventListener("wheel", handleWheel);
  }, [stage, player]);
}

/** Handles clicks, which play or pause, and dragging, which moves a zoomed frame. */
function useDrag(player: FramePlayer) {
  const from = useRef<{ x: number; y: number; isMoved: boolean }>(undefined);
  function handleDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || event.defaultPrevented || isOverControl(event)) return;
    from.current = { x: event.clientX, y: event.clientY, isMoved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function handleMove(event: PointerEvent<HTMLElement>): void {
    const start = from.current;
    if (!start) return;
    const [left, top] = [event.clientX - start.x, event.clientY - start.y];
    if (!start.isMoved && Math.hypot(left, top) < CLICK_PX) return;
    player.pan(left, top);
    from.current = { x: event.clientX, y: event.clientY, isMoved: true };
  }
  function handleUp(): void {
    const start = from.current;
    from.current = undefined;
    if (!start || start.isMoved) return;
    if (player.getSnapshot().isPlaying) player.pause();
    else player.play(1);
  }
  return {
    onPointerDown: handleDown,
    onPointerMove: handleMove,
    onPointerUp: handleUp,
    onPointerCancel: () => {
      from.current = undefined;
    },
  };
}

/** Whether the pointer is on a control or the drawing area, which handle pointer events themselves. */
const isOverControl = ({ target }: PointerEvent<HTMLElement>) =>
  target instanceof Element && target.closest("button, a, input, textarea, [data-drawing-canvas]") !== null;
