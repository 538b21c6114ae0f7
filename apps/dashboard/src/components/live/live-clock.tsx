import { Box } from "@mantine/core";
import type { LiveView, VideoView } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useNowSec } from "../../lib/now.ts";
import { formatClock } from "../../lib/times.ts";
import { elapsedSecOf, isOnAir } from "./elapsed.ts";

/** Shows for how long a live has been on air; shows nothing for a live that is off air, and for a VOD. */
export function LiveClock({ video: { live } }: { video: Pick<VideoView, "live"> }) {
  return live && isOnAir(live) ? <ElapsedTime live={live} /> : null;
}

/** Renders the time in a separate component, so that only running lives re-render every second. A page may have a hundred cards. */
function ElapsedTime({ live }: { live: LiveView }) {
  const { t } = useTranslation();
  const elapsedSec = elapsedSecOf(live, useNowSec());
  if (elapsedSec === undefined) return null;
  return (
    <Box
      role="timer"
      component="span"
      fw={600}
      style={{ fontVariantNumeric: "tabular-nums" }}
      title={t("video.onAirFor")}
    >
      {formatClock(elapsedSec)}
    </Box>
  );
}
