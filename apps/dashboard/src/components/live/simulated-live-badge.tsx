import { Box } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { simulatedLiveStateOf } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { scheduledDateOf } from "../../lib/local-moment.ts";
import { useNowSec } from "../../lib/now.ts";
import { formatClock } from "../../lib/times.ts";
import badges from "../video/status-badge.module.css";

type SimulatedRun = NonNullable<VideoView["vodToLive"]>;

/** Shows that a video plays as a simulated live, and for how long it has been on air or when it starts; shows nothing for other videos. */
export function SimulatedLiveBadge({ video: { vodToLive } }: { video: Pick<VideoView, "vodToLive"> }) {
  return vodToLive ? <RunBadge run={vodToLive} /> : null;
}

/** Renders the badge in a separate component, so that only the badge re-renders when it changes. */
function RunBadge({ run }: { run: SimulatedRun }) {
  const { t } = useTranslation();
  const nowSec = useNowSec();
  const state = simulatedLiveStateOf(run, nowSec * 1000);
  if (!state) return null;
  const isRunning = state === "running";
  return (
    <>
      <span className={badges.badge} data-status={isRunning ? "live_running" : "waiting"}>
        <span className={badges.dot} aria-hidden />
        {isRunning
          ? t("video.simulatedLive")
          : t("video.simulatedLivePlanned", { date: scheduledDateOf(run.startDate) })}
      </span>
      {isRunning && (
        <Box
          role="timer"
          component="span"
          fw={600}
          style={{ fontVariantNumeric: "tabular-nums" }}
          title={t("video.onAirFor")}
        >
          {formatClock(Math.max(0, nowSec - Math.floor(Date.parse(run.startDate) / 1000)))}
        </Box>
      )}
    </>
  );
}
