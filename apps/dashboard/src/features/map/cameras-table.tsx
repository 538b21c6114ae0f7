import { Box, Stack, Title } from "@mantine/core";
import { readsAnalyticsOnly } from "@shoal/domain";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { analyticsLinkOf } from "../../components/analytics/analytics-link.ts";
import { StackedTable } from "../../components/analytics/stacked-table.tsx";
import { useMe } from "../../lib/user.ts";
import { RECENT_MINUTES, useCameraFacts } from "./camera-facts.ts";
import classes from "./tables.module.css";
import type { LocatedVideo, MapView } from "./use-map-view.ts";

interface CamerasTableProps {
  view: MapView;
  videos: readonly LocatedVideo[];
  size: number;
  /** The number of cameras that have no location. */
  unplaced: number;
}

/** Lists the cameras of the map, for screen readers. */
export function CamerasTable({ view, videos, size, unplaced }: CamerasTableProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Stack component="section" variant="panel" gap="sm" aria-labelledby={titleId}>
      <Title order={2} fz="lg" id={titleId}>
        {t("map.cameras.title")}
      </Title>
      {videos.length === 0 ? (
        <Box component="p" m={0} mt="sm" mb="sm" c="dimmed">
          {t("map.cameras.empty")}
        </Box>
      ) : (
        <Box
          component="section"
          mah={460}
          style={{ overflow: "auto" }}
          tabIndex={0}
          aria-labelledby={titleId}
        >
          <StackedTable className={classes.table}>
            <CameraTableHead view={view} />
            <tbody>
              {videos.map((video) => (
                <CameraRow key={video.uuid} view={view} video={video} />
              ))}
            </tbody>
          </StackedTable>
        </Box>
      )}
      {size > videos.length && (
        <Box component="p" m={0} mt="sm" mb="sm" c="dimmed">
          {t("map.cameras.more", { count: videos.length, size })}
        </Box>
      )}
      {unplaced > 0 && (
        <Box component="p" m={0} c="dimmed" fz="sm">
          {t("map.cameras.unplaced", { count: unplaced })}
        </Box>
      )}
    </Stack>
  );
}

function CameraTableHead({ view: { mayRead, state } }: { view: MapView }) {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col">{t("rankings.columns.camera")}</th>
        <th scope="col" data-text="true">
          {t("map.cameras.place")}
        </th>
        <th scope="col" data-text="true">
          {t("map.cameras.state")}
        </th>
        {mayRead && (
          <>
            <th scope="col">{t("map.recent", { minutes: RECENT_MINUTES })}</th>
            <th scope="col">{t("map.recentRebuffering", { minutes: RECENT_MINUTES })}</th>
            <th scope="col">{t(`rankings.metrics.${state.metric}`)}</th>
          </>
        )}
      </tr>
    </thead>
  );
}

function CameraRow({ view, video }: { view: MapView; video: LocatedVideo }) {
  const { t } = useTranslation();
  const facts = useCameraFacts(view)(video);
  return (
    <tr>
      <th scope="row">
        <CameraLink view={view} video={video} />
      </th>
      <td data-text="true" data-title={t("map.cameras.place")}>
        {video.place.label}
      </td>
      <td data-text="true" data-title={t("map.cameras.state")}>
        <LiveStatus isLive={video.isLive} />
      </td>
      {view.mayRead && (
        <>
          <td data-title={t("map.recent", { minutes: RECENT_MINUTES })}>{facts.recent}</td>
          <td data-colour={facts.colour} data-title={t("map.recentRebuffering", { minutes: RECENT_MINUTES })}>
            {facts.rebuffering}
          </td>
          <td data-title={t(`rankings.metrics.${view.state.metric}`)}>{facts.figure}</td>
        </>
      )}
    </tr>
  );
}

/** Shows a camera's title, linked to its analytics, or to the video's page for users who may not read analytics. */
export function CameraLink({ view, video: { uuid, title } }: { view: MapView; video: LocatedVideo }) {
  const me = useMe();
  if (view.mayRead)
    return <Link to={analyticsLinkOf({ kind: "camera", value: uuid }, view.state)}>{title}</Link>;
  return me && !readsAnalyticsOnly(me.roles) ? <Link to={`/player/${uuid}`}>{title}</Link> : title;
}

/** Shows whether a camera can currently be watched live. */
export function LiveStatus({ isLive }: { isLive: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={classes.live} data-live={isLive}>
      {t(isLive ? "map.live" : "map.notLive")}
    </span>
  );
}
