import { ActionIcon, Group } from "@mantine/core";
import type { VersionVideo } from "@shoal/contract";
import { formatTimecode } from "@shoal/frames";
import { IconArrowsHorizontal, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import {
  clampView,
  showInView,
  spanOf,
  type TimelineView,
  zoomView,
} from "../../../components/video/range/timeline-view.ts";
import { type RequestWaveform, waveformQuery } from "../../../components/video/range/waveform.ts";
import { WaveformCanvas } from "../../../components/video/range/waveform-canvas.tsx";
import { initialsOf } from "../../../lib/person-color.ts";
import type { CommentMark, FramePlayer } from "../player/frame-player.types.ts";
import { useFramePlayer } from "../player/use-frame-player.ts";
import { HoverPicture } from "./hover-picture.tsx";
import { clusterMarks, type MarkCluster } from "./mark-clusters.ts";
import classes from "./timeline.module.css";

interface TimelineProps {
  player: FramePlayer;
  video: VersionVideo;
  /** Requests the waveform; if omitted, no waveform is shown. */
  requestWaveform?: RequestWaveform;
  /** Whether thumbnails are shown under the pointer: only members may load them. */
  hasPictures: boolean;
  marks: readonly CommentMark[];
  /** Uuid of the selected comment. */
  selected: string | undefined;
  onMark: (mark: CommentMark) => void;
  /** The accessible name, which distinguishes this timeline from others on the page. */
  label?: string;
}

/** Width of a comment's dot in pixels, with some space around it. */
const DOT_PX = 26;

/** Shows the whole video or a zoomed part of it, with the waveform, the marked range, the comments and the playhead. */
export function Timeline(props: TimelineProps) {
  const clock = useFramePlayer(props.player, (state) => state.clock);
  const frames = useFramePlayer(props.player, (state) => state.frameCount);
  if (!clock || frames === 0) return <div className={classes.empty} />;
  return <KnownTimeline {...props} durationSec={clock.startSec(frames)} />;
}

function KnownTimeline({
  player,
  video,
  requestWaveform,
  hasPictures,
  marks,
  selected,
  onMark,
  label,
  durationSec,
}: TimelineProps & { durationSec: number }) {
  const { t } = useTranslation();
  const [view, setView] = useState<TimelineView>({ start: 0, end: durationSec });
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  useWheel(place, setView, durationSec);
  const hover = useHover(place);
  const scrub = useScrub(player, place, view);
  const span = spanOf(view);
  const isWhole = span >= durationSec;
  const zoom = (way: "in" | "out") =>
    setView((known) => zoomView(known, way, playheadSec(player), durationSec));
  const shownSec = hover === undefined ? undefined : view.start + hover * span;
  return (
    <section aria-label={label ?? t("review.timeline")} className={classes.timeline}>
      <div ref={place} className={classes.track} {...scrub.handlers}>
        {requestWaveform && <TimelineWaveform video={video} view={view} ask={requestWaveform} />}
        <MarkedRangeBar player={player} view={view} />
        <Playhead
          player={player}
          view={view}
          durationSec={durationSec}
          label={label}
          onOutside={(sec) => setView((known) => showInView(known, sec, durationSec))}
        />
        <CommentMarks
          player={player}
          marks={marks}
          view={view}
          width={width}
          selected={selected}
          onMark={onMark}
        />
        {shownSec !== undefined && hover !== undefined && (
          <HoverPicture
            player={player}
            video={video}
            sec={shownSec}
            share={hover}
            hasPictures={hasPictures}
          />
        )}
      </div>
      <Group gap={4} justify="flex-end" className={classes.tools}>
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={t("review.longer")}
          onClick={() => zoom("in")}
        >
          <IconZoomIn size={16} />
        </ActionIcon>
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={t("review.shorter")}
          disabled={isWhole}
          onClick={() => zoom("out")}
        >
          <IconZoomOut size={16} />
        </ActionIcon>
        <ActionIcon
          size={28}
          variant="subtle"
          color="gray"
          aria-label={t("review.whole")}
          disabled={isWhole}
          onClick={() => setView({ start: 0, end: durationSec })}
        >
          <IconArrowsHorizontal size={16} />
        </ActionIcon>
      </Group>
    </section>
  );
}

function playheadSec(player: FramePlayer): number {
  const { clock, wantedFrame } = player.getSnapshot();
  return clock?.startSec(wantedFrame) ?? 0;
}

const percentIn = ({ start, end }: TimelineView, sec: number): number =>
  (100 * (sec - start)) / (end - start);

/** Draws the waveform; draws nothing if the video has no audio, or the waveform is not available yet. */
function TimelineWaveform({
  video,
  view,
  ask,
}: {
  video: VersionVideo;
  view: TimelineView;
  ask: RequestWaveform;
}) {
  const { data } = useQuery(waveformQuery(video.uuid, ask));
  if (data?.state !== "ready") return null;
  return (
    <div className={classes.sound}>
      <WaveformCanvas waveform={data} view={view} rangeSec={NO_COMMENT_CHOSEN} />
    </div>
  );
}

const NO_COMMENT_CHOSEN = { start: -1, end: -1 };

function MarkedRangeBar({ player, view }: { player: FramePlayer; view: TimelineView }) {
  const clock = useFramePlayer(player, (state) => state.clock);
  const frames = useFramePlayer(player, (state) => state.frameCount);
  const { inFrame, outFrame } = useFramePlayer(player, (state) => state.range);
  if (!clock || (inFrame === null && outFrame === null)) return null;
  const from = percentIn(view, clock.startSec(inFrame ?? 0));
  const to = percentIn(view, clock.startSec((outFrame ?? frames - 1) + 1));
  return <div className={classes.range} style={{ left: `${from}%`, width: `${to - from}%` }} data-range />;
}

interface CommentMarksProps extends Pick<TimelineProps, "player" | "marks" | "selected" | "onMark"> {
  view: TimelineView;
  width: number;
}

function CommentMarks({ player, marks, view, width, selected, onMark }: CommentMarksProps) {
  const clock = useFramePlayer(player, (state) => state.clock);
  const frames = useFramePlayer(player, (state) => state.frameCount);
  const clusters = useMemo(() => {
    if (!clock || width === 0) return [];
    const fromFrame = clock.frameAt(view.start);
    const toFrame = clock.frameAt(view.end);
    const shown = marks.filter(
      ({ frame, endFrame }) => frame < frames && (endFrame ?? frame) >= fromFrame && frame <= toFrame,
    );
    return clusterMarks(shown, ((toFrame - fromFrame) * DOT_PX) / width);
  }, [clock, frames, marks, view, width]);
  if (!clock) return null;
  return clusters.map((cluster) => (
    <ClusterDot
      key={cluster.frame}
      cluster={cluster}
      player={player}
      selected={selected}
      onMark={onMark}
      left={percentIn(view, clock.startSec(cluster.frame))}
      percentOf={(frame) => percentIn(view, clock.startSec(frame))}
    />
  ));
}

interface ClusterDotProps extends Pick<CommentMarksProps, "player" | "selected" | "onMark"> {
  cluster: MarkCluster;
  left: number;
  percentOf: (frame: number) => number;
}

/** A dot for one or several comments; pressing it again selects the next of them. */
function ClusterDot({ cluster, player, selected, onMark, left, percentOf }: ClusterDotProps) {
  const { t } = useTranslation();
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const { marks, frame } = cluster;
  const [first] = marks;
  if (!first || !timecode) return null;
  const at = formatTimecode(frame, timecode);
  const label =
    marks.length === 1
      ? t("review.commentAt", { author: first.author, timecode: at })
      : t("review.commentsAt", { count: marks.length, timecode: at });
  const isResolved = marks.every((mark) => mark.isResolved);
  const chosen = marks.findIndex(({ uuid }) => uuid === selected);
  return (
    <>
      {marks.map(({ uuid, frame: from, endFrame }) =>
        endFrame === null || endFrame === from ? null : (
          <span
            key={uuid}
            className={classes.stretch}
            data-selected={uuid === selected}
            style={{ left: `${percentOf(from)}%`, width: `${percentOf(endFrame + 1) - percentOf(from)}%` }}
          />
        ),
      )}
      <button
        type="button"
        className={classes.mark}
        style={{ left: `${Math.max(left, 0)}%` }}
        data-resolved={isResolved}
        data-selected={chosen >= 0}
        aria-label={isResolved ? t("review.resolvedMark", { label }) : label}
        title={marks.length === 1 ? first.text.slice(0, 200) || label : label}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={() => onMark(marks[(chosen + 1) % marks.length] ?? first)}
      >
        {marks.length > 1 ? marks.length : initialsOf(first.author)}
      </button>
    </>
  );
}

interface PlayheadProps {
  player: FramePlayer;
  view: TimelineView;
  durationSec: number;
  label: string | undefined;
  onOutside: (sec: number) => void;
}

function Playhead({ player, view, label, onOutside }: PlayheadProps) {
  const { t } = useTranslation();
  const frame = useFramePlayer(player, (state) => (state.isPlaying ? state.shownFrame : state.wantedFrame));
  const clock = useFramePlayer(player, (state) => state.clock);
  const frames = useFramePlayer(player, (state) => state.frameCount);
  const timecode = useFramePlayer(player, (state) => state.timecode);
  const isSeeking = useFramePlayer(player, (state) => state.isSeeking || state.status !== "ready");
  const sec = clock?.startSec(frame) ?? 0;
  const follow = useRef(onOutside);
  follow.current = onOutside;
  // Makes a zoomed view follow the playhead.
  useEffect(() => follow.current(sec), [sec]);
  const secondFrames = timecode ? Math.round(timecode.rate.num / timecode.rate.den) : 1;
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -secondFrames,
    PageUp: secondFrames,
    Home: -frames,
    End: frames,
  };
  function handleKey(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    void player.step(event.shiftKey ? step * secondFrames : step);
  }
  return (
    <div
      role="slider"
      tabIndex={0}
      className={classes.playhead}
      style={{ left: `${percentIn(view, sec)}%` }}
      aria-label={label ?? t("review.position")}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, frames - 1)}
      aria-valuenow={frame}
      aria-valuetext={timecode && formatTimecode(frame, timecode)}
      // Contains the number of the frame on screen; absent during a seek.
      data-shown-frame={isSeeking ? undefined : frame}
      onKeyDown={handleKey}
    />
  );
}

/** Handles pressing and dragging, which seek. */
function useScrub(player: FramePlayer, place: RefObject<HTMLElement | null>, view: TimelineView) {
  function goTo({ clientX }: PointerEvent): void {
    const { clock } = player.getSnapshot();
    const { left = 0, width = 1 } = place.current?.getBoundingClientRect() ?? {};
    const share = Math.min(Math.max((clientX - left) / width, 0), 1);
    if (clock) void player.seekToFrame(clock.frameAt(view.start + share * spanOf(view)));
  }
  return {
    handlers: {
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
      },
    },
  };
}

/** Returns the position of the mouse over the timeline, as a share of its width; undefined while it is outside. */
function useHover(place: RefObject<HTMLElement | null>): number | undefined {
  const [share, setShare] = useState<number>();
  useEffect(() => {
    const element = place.current;
    function handleMove({ clientX, pointerType }: globalThis.PointerEvent): void {
      const { left, width } = (element as HTMLElement).getBoundingClientRect();
      setShare(
        pointerType === "mouse" && width > 0 ? Math.min(Math.max((clientX - left) / width, 0), 1) : undefined,
      );
    }
    const handleLeave = () => setShare(undefined);
    element?.addEventListener("pointermove", handleMove);
    element?.addEventListener("pointerleave", handleLeave);
    return () => {
      element?.removeEventListener("pointermove", handleMove);
      element?.removeEventListener("pointerleave", handleLeave);
    };
  }, [place]);
  return share;
}

function useWidth(place: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!place.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);
  return width;
}

/** Handles the wheel: with Ctrl it zooms at the pointer. Horizontal scrolling pans. */
function useWheel(
  place: RefObject<HTMLElement | null>,
  setView: (next: (view: TimelineView) => TimelineView) => void,
  durationSec: number,
): void {
  useEffect(() => {
    const element = place.current;
    function handleWheel(event: WheelEvent): void {
      if (!element || (!event.ctrlKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY))) return;
      event.preventDefault();
      const { left, width } = element.getBoundingClientRect();
      const share = (event.clientX - left) / width;
      setView((view) =>
        event.ctrlKey
          ? zoomView(view, event.deltaY < 0 ? "in" : "out", view.start + share * spanOf(view), durationSec)
          : clampView(view.start + (event.deltaX / width) * spanOf(view), spanOf(view), durationSec),
      );
    }
    element?.addEventListener("wheel", handleWheel, { passive: false });
    return () => element?.removeEventListener("wheel", handleWheel);
  }, [place, setView, durationSec]);
}
