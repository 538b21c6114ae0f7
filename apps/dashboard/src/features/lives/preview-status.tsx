import { Group, Loader, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { liveStageOf } from "@shoal/domain";
import { IconEye } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { LiveClock } from "../../components/live/live-clock.tsx";
import classes from "./live-preview.module.css";
import { hasPlayer, type PreviewState } from "./preview-state.ts";

const TRANSITIONAL_STATES: readonly PreviewState[] = [
  "stopped",
  "connecting",
  "encoding",
  "stopping",
  "ending",
];

interface PreviewStatusProps {
  video: VideoView;
  state: PreviewState;
}

/** Shows the state of the live as text (§4), for how long the live has been on air, and its number of viewers. */
export function PreviewStatus({ video, state }: PreviewStatusProps) {
  const { t } = useTranslation();
  return (
    <div>
      <Group justify="space-between" gap="xs" mih={24}>
        <div role="status" className={classes.state} data-state={state}>
          {TRANSITIONAL_STATES.includes(state) ? (
            <Loader size={14} color="currentColor" aria-hidden />
          ) : (
            <span className={classes.dot} aria-hidden />
          )}
          {t(state === "stopped" && isAwaitingEncoder(video) ? "live.waiting" : `live.states.${state}`)}
        </div>
        <LiveNumbers video={video} />
      </Group>
      {state !== "live" && (
        <Text size="xs" c="dimmed" mt={4}>
          {t(
            `live.${video.liveType === "custom" ? "sourceHints" : "stateHints"}.${state === "ended" && !video.live?.isOpen ? "closed" : state}`,
          )}
        </Text>
      )}
    </div>
  );
}

/** Whether the live is waiting for an encoder, which no action on this page can speed up. */
const isAwaitingEncoder = (video: VideoView): boolean =>
  video.liveType === "shoalRTMP" && ["waiting", "scheduled"].includes(liveStageOf(video, Date.now()));

/** Shows for how long a live has been on air, and its number of viewers; shows nothing while it is off air. */
export function LiveNumbers({ video }: { video: VideoView }) {
  const { t } = useTranslation();
  if (!hasPlayer(video)) return null;
  return (
    <Group gap="md" wrap="nowrap" fz={13} fw={600} lh="20px" style={{ fontVariantNumeric: "tabular-nums" }}>
      <LiveClock video={video} />
      <Group
        component="span"
        gap={5}
        wrap="nowrap"
        display="inline-flex"
        title={t("figures.concurrentUsers")}
      >
        <IconEye size={16} aria-hidden />
        {t("live.viewers", { count: video.stats.concurrentUsers })}
      </Group>
    </Group>
  );
}
