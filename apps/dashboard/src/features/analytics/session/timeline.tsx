import { Stack, Text, useComputedColorScheme } from "@mantine/core";
import type { StatisticsSessionTimeline } from "@shoal/contract";
import { type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Scheme } from "../../../components/figures/chart-colours.ts";
import { formatTime } from "../../../lib/dates.ts";
import { SESSION_COLOURS } from "../chart/series-colours.ts";
import classes from "./session.module.css";
import { type MarkKind, type TimelineShape, timelineShape } from "./timeline-shape.ts";

interface TimelineProps {
  session: StatisticsSessionTimeline;
  timeZone: string;
}

/** The width of the drawing's coordinate system. The drawing is stretched to the available width. */
const DRAWING_WIDTH = 1_000;
const DRAWING_HEIGHT = 100;
const MARK_COLOURS: Record<MarkKind, keyof typeof SESSION_COLOURS> = {
  bad: "waited",
  waited: "other",
  calm: "peer",
};

/** Shows a session over time: sources, quality, peers and events. */
export function Timeline({ session, timeZone }: TimelineProps) {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme("light");
  const shape = useMemo(() => timelineShape(session), [session]);
  const times = [shape.fromMs, (shape.fromMs + shape.toMs) / 2, shape.toMs];
  return (
    <Stack gap={10} role="img" aria-label={t("viewing.session.timelineSummary")}>
      <Lane name="played">
        <MinuteBars shape={shape} scheme={scheme} />
      </Lane>
      <Lane
        name="rendition"
        labels={shape.renditions.map(({ height, ...place }) => ({ ...place, text: `${height}p` }))}
      >
        <StepSections
          steps={shape.renditions.map(({ height, ...place }) => ({ ...place, value: height }))}
          colour={SESSION_COLOURS.peer[scheme]}
        />
      </Lane>
      <Lane
        name="peers"
        labels={shape.peers.map(({ count, ...place }) => ({ ...place, text: String(count) }))}
      >
        <StepSections
          steps={shape.peers.map(({ count, ...place }) => ({ ...place, value: count }))}
          colour={SESSION_COLOURS.server[scheme]}
        />
      </Lane>
      <Lane name="events">
        {shape.marks.map(({ at, kind, place }) => (
          <line
            key={place}
            x1={at * DRAWING_WIDTH}
            x2={at * DRAWING_WIDTH}
            y1={8}
            y2={DRAWING_HEIGHT - 8}
            stroke={SESSION_COLOURS[MARK_COLOURS[kind]][scheme]}
            strokeWidth={kind === "calm" ? 2 : 4}
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </Lane>
      <div className={classes.axis} aria-hidden>
        {times.map((ms) => (
          <span key={ms}>{formatTime(new Date(ms).toISOString(), timeZone)}</span>
        ))}
      </div>
    </Stack>
  );
}

interface LaneProps {
  name: "played" | "rendition" | "peers" | "events";
  labels?: readonly { from: number; to: number; text: string }[];
  children: ReactNode;
}

/** Minimum share of the width that a section needs for a label. */
const MIN_LABEL_SHARE = 0.07;

function Lane({ name, labels = [], children }: LaneProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.lane} data-lane={name}>
      <Text span c="dimmed" fz={13}>
        {t(`viewing.session.lanes.${name}`)}
      </Text>
      <div className={classes.drawing}>
        <svg viewBox={`0 0 ${DRAWING_WIDTH} ${DRAWING_HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {children}
        </svg>
        {labels
          .filter(({ from, to }) => to - from >= MIN_LABEL_SHARE)
          .map(({ from, text }) => (
            <span key={from} className={classes.label} style={{ left: `${100 * from}%` }}>
              {text}
            </span>
          ))}
      </div>
    </div>
  );
}

/** Draws each minute as a bar: bytes from servers at the bottom, from peers above, and stalls on top. */
function MinuteBars({ shape: { bars }, scheme }: { shape: TimelineShape; scheme: Scheme }) {
  return bars.map(({ from, to, server, peer, waited }) => {
    const parts = [
      ["server", server],
      ["peer", peer],
      ["waited", waited],
    ] as const;
    let below = 0;
    return parts.map(([name, share]) => {
      below += share;
      const size = {
        x: from * DRAWING_WIDTH,
        width: Math.max(0.5, (to - from) * DRAWING_WIDTH * 0.92),

        y: (1 - below) * DRAWING_HEIGHT,
        height: share * DRAWING_HEIGHT,
      };
      return <rect key={`${from} ${name}`} {...size} fill={SESSION_COLOURS[name][scheme]} />;
    });
  });
}

interface StepSectionsProps {
  steps: readonly { from: number; to: number; value: number }[];
  colour: string;
}

function StepSections({ steps, colour }: StepSectionsProps) {
  const most = Math.max(1, ...steps.map(({ value }) => value));
  const heightOf = (value: number) => DRAWING_HEIGHT - 6 - (value / most) * (DRAWING_HEIGHT - 46);
  const path = steps.map(({ from, to, value }, index) => {
    const joins = index > 0 && steps[index - 1]?.to === from;
    return `${joins ? "L" : "M"}${from * DRAWING_WIDTH} ${heightOf(value)}H${to * DRAWING_WIDTH}`;
  });
  return (
    <path d={path.join("")} fill="none" stroke={colour} strokeWidth={2} vectorEffect="non-scaling-stroke" />
  );
}
