import { ActionIcon, Button, Fieldset, Group } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import {
  IconArrowsHorizontal,
  IconChevronLeft,
  IconChevronRight,
  IconZoomIn,
  IconZoomOut,
  type TablerIcon,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { timeText } from "../../../lib/clock-text.ts";
import { numberFormat } from "../../../lib/figures.ts";
import type { CutEdge } from "./cut-range.ts";
import classes from "./sound-timeline.module.css";
import { clampView, panView, type TimelineView, zoomView } from "./timeline-view.ts";
import { waveformQuery } from "./waveform.ts";

/**
 * The time shown before and after an end of the range when zooming to it, in seconds. At 25 frames per second, 600 px leave 12 px for each
 * frame.
 */
const EDGE_MARGIN_SEC = 1;
const CUT_EDGES: readonly CutEdge[] = ["start", "end"];

export interface TimelineToolsProps {
  video: VideoView;
  /** The part of the timeline that is visible. */
  view: TimelineView;
  rangeSec: { start: number; end: number };
  onView: (view: TimelineView) => void;
}

/** Zooms and pans a timeline; shows the visible part and the loudness of the video. */
export function TimelineTools({ video, view, rangeSec, onView }: TimelineToolsProps) {
  const { t, i18n } = useTranslation();
  const { data } = useQuery(waveformQuery(video.uuid));
  const durationSec = video.duration ?? 0;
  return (
    <Fieldset variant="unstyled" aria-label={t("zoom.label")}>
      <Group gap={6}>
        {stepsFrom(view, durationSec).map(({ name, Icon, next }) => (
          <ActionIcon
            key={name}
            variant="default"
            size={32}
            aria-label={t(`zoom.${name}`)}
            title={t(`zoom.${name}`)}
            disabled={isSameView(next, view)}
            onClick={() => onView(next)}
          >
            <Icon size={17} />
          </ActionIcon>
        ))}
        {CUT_EDGES.map((edge) => (
          <Button
            key={edge}
            size="compact-sm"
            h={32}
            variant="default"
            onClick={() =>
              onView(clampView(rangeSec[edge] - EDGE_MARGIN_SEC, 2 * EDGE_MARGIN_SEC, durationSec))
            }
          >
            {t("zoom.toEdge", { edge: t(`videoPage.cuts.${edge}`) })}
          </Button>
        ))}
        <p className={classes.facts}>
          <span>
            {t("zoom.shown", { from: timeText(roundMs(view.start)), to: timeText(roundMs(view.end)) })}
          </span>
          {data?.state === "ready" && data.loudnessLufs !== null && (
            <span>
              {t("waveform.loudness", { lufs: numberFormat(i18n.language).format(data.loudnessLufs) })}
            </span>
          )}
        </p>
      </Group>
    </Fieldset>
  );
}

interface ZoomStep {
  name: "out" | "in" | "whole" | "earlier" | "later";
  Icon: TablerIcon;
  /** Returns the part that would become visible, or the same part if the step has no effect. */
  next: TimelineView;
}

function stepsFrom(view: TimelineView, durationSec: number): ZoomStep[] {
  const middle = (view.start + view.end) / 2;
  return [
    { name: "out", Icon: IconZoomOut, next: zoomView(view, "out", middle, durationSec) },
    { name: "in", Icon: IconZoomIn, next: zoomView(view, "in", middle, durationSec) },
    { name: "whole", Icon: IconArrowsHorizontal, next: { start: 0, end: durationSec } },
    { name: "earlier", Icon: IconChevronLeft, next: panView(view, -1, durationSec) },
    { name: "later", Icon: IconChevronRight, next: panView(view, 1, durationSec) },
  ];
}

/** Tolerates rounding errors from adding spans, which are too small to be visible. */
const isSameView = (one: TimelineView, other: TimelineView) =>
  Math.abs(one.start - other.start) < 1e-6 && Math.abs(one.end - other.end) < 1e-6;
const roundMs = (sec: number) => Math.round(sec * 1_000) / 1_000;
