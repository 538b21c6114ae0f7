import { Button, Loader, Stack } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreview } from "../preview/use-preview.ts";
import { type CutEdge, fpsOf } from "./cut-range.ts";
import { PreviewTimeline, type TimelineMark } from "./preview-timeline.tsx";
import classes from "./sound-timeline.module.css";
import { TimelineTools, type TimelineToolsProps } from "./timeline-tools.tsx";
import { clampView, showInView, spanOf, type TimelineView, zoomView } from "./timeline-view.ts";
import { waveformQuery } from "./waveform.ts";
import { WaveformCanvas } from "./waveform-canvas.tsx";

/** The longest visible span, in seconds, at which an arrow key moves a mark by a single frame. */
const MAX_FRAME_STEP_SPAN_SEC = 30;

interface SoundTimelineProps {
  video: VideoView;
  marks: readonly TimelineMark[];
  faults: ReadonlySet<string>;
  rangeSec: { start: number; end: number };
  onMove: (edge: CutEdge, sec: number) => void;
}

/** Shows the range on the timeline above the waveform; a part of a long video can be enlarged until single frames are visible. */
export function SoundTimeline({ video, marks, faults, rangeSec, onMove }: SoundTimelineProps) {
  const preview = usePreview();
  const durationSec = video.duration ?? 0;
  const fps = fpsOf(video);
  const [view, setView] = useState<TimelineView>({ start: 0, end: durationSec });
  const place = useWheelZoom(setView, durationSec);
  const secAt = (element: Element, clientX: number) => {
    const { left, width } = element.getBoundingClientRect();
    return view.start + ((clientX - left) / width) * spanOf(view);
  };
  return (
    <Stack gap={6}>
      <div ref={place} className={classes.timeline}>
        <PreviewTimeline
          rows={marks}
          faults={faults}
          durationSec={durationSec}
          rangeSec={rangeSec}
          shownSec={view}
          stepSec={spanOf(view) <= MAX_FRAME_STEP_SPAN_SEC ? 1 / fps : 1}
          snap={(sec) => Math.round(sec * fps) / fps}
          onMove={(edge, sec) => {
            onMove(edge as CutEdge, sec);
            setView((known) => showInView(known, sec, durationSec));
          }}
          onMoved={() => undefined}
        >
          <div
            data-sound
            className={classes.sound}
            onPointerDown={({ currentTarget, clientX }) => preview.seek(secAt(currentTarget, clientX))}
          >
            <SoundWaveform video={video} view={view} rangeSec={rangeSec} />
          </div>
        </PreviewTimeline>
      </div>
      <TimelineTools video={video} view={view} rangeSec={rangeSec} onView={setView} />
    </Stack>
  );
}

/** Handles the wheel: with Ctrl it zooms at the pointer. Horizontal scrolling pans. */
function useWheelZoom(setView: (next: (view: TimelineView) => TimelineView) => void, durationSec: number) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    function handleWheel(event: WheelEvent): void {
      if (!element || (!event.ctrlKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY))) return;
      // Prevents the browser from zooming the page or navigating back.
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
  }, [setView, durationSec]);
  return place;
}

function SoundWaveform({ video, view, rangeSec }: Omit<TimelineToolsProps, "onView">) {
  const { t } = useTranslation();
  const { data, isError, refetch } = useQuery(waveformQuery(video.uuid));
  if (data?.state === "ready") return <WaveformCanvas waveform={data} view={view} rangeSec={rangeSec} />;
  if (isError && !data)
    return (
      <div className={classes.state} role="status">
        {t("waveform.unread")}
        <Button size="compact-sm" variant="default" onClick={() => void refetch()}>
          {t("waveform.again")}
        </Button>
      </div>
    );
  return (
    <div className={classes.state} role="status">
      {(!data || data.state === "pending") && <Loader size="xs" aria-hidden />}
      {t(`waveform.${data?.state ?? "loading"}`)}
    </div>
  );
}
