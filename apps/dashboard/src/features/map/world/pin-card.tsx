import { Box, CloseButton } from "@mantine/core";
import { readsAnalyticsOnly } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useMe } from "../../../lib/user.ts";
import { RECENT_MINUTES, useCameraFacts } from "../camera-facts.ts";
import { CameraLink, LiveStatus } from "../cameras-table.tsx";
import type { LocatedVideo, MapView } from "../use-map-view.ts";
import classes from "./pin-card.module.css";

interface PinCardProps {
  view: MapView;
  /** The cameras of the selected pin; the card is hidden if there are none. */
  videos: readonly LocatedVideo[];
  onClose: () => void;
}

/** Shows the cameras of the selected pin. */
export function PinCard({ view, videos, onClose }: PinCardProps) {
  const { t } = useTranslation();
  if (videos.length === 0) return null;
  return (
    <section className={classes.card} aria-label={t("map.shown")}>
      <CloseButton className={classes.close ?? ""} aria-label={t("map.close")} onClick={onClose} />
      <ul>
        {videos.map((video) => (
          <li key={video.uuid}>
            <Camera view={view} video={video} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Camera({ view, video }: { view: MapView; video: LocatedVideo }) {
  const { t } = useTranslation();
  const facts = useCameraFacts(view)(video);
  const me = useMe();
  const rows = [
    { name: t("map.recent", { minutes: RECENT_MINUTES }), value: facts.recent },
    {
      name: t("map.recentRebuffering", { minutes: RECENT_MINUTES }),
      value: facts.rebuffering,
      colour: facts.colour,
    },
    { name: t(`rankings.metrics.${view.state.metric}`), value: facts.figure },
  ];
  return (
    <>
      <strong>
        <CameraLink view={view} video={video} />
      </strong>
      <Box component="span" c="dimmed">
        {video.place.label}
      </Box>
      <LiveStatus isLive={video.isLive} />
      {view.mayRead && (
        <dl className={classes.facts}>
          {rows.map(({ name, value, colour }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd data-colour={colour}>{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {me && !readsAnalyticsOnly(me.roles) && <Link to={`/player/${video.uuid}`}>{t("map.page")}</Link>}
    </>
  );
}
