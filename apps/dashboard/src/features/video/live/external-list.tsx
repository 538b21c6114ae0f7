import { Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import {
  EXTERNAL_PLATFORMS,
  type ExternalStreamStats,
  routes,
  type SavedExternalStreams,
  type VideoView,
} from "@shoal/contract";
import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isUnrecorded } from "../../../components/live/delay-values.ts";
import { PlatformIcon } from "../../../components/live/external/platform-icon.tsx";
import { ErrorState } from "../../../components/ui/states.tsx";
import badges from "../../../components/video/status-badge.module.css";
import { errorText } from "../../../lib/error-text.ts";
import { numberText } from "../../../lib/figures.ts";
import { notify } from "../../../lib/notify.ts";
import { call } from "../../../lib/session.ts";
import classes from "./external-list.module.css";
import { externalStatsKey, externalStatsQuery } from "./external-query.ts";

/** Minimum length of a key whose last characters are shown; the last characters of a shorter key would reveal too much of it. */
const MIN_KEY_LENGTH_FOR_ENDING = 12;
const ENDING_LENGTH = 4;

/** Lists the targets with their state, and buttons to start and stop them. */
export function ExternalList({ video, saved }: { video: VideoView; saved: SavedExternalStreams }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(externalStatsQuery(video));
  if (!data && error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={64} radius="md" role="status" aria-label={t("app.loading")} />;
  const keys = new Map(
    EXTERNAL_PLATFORMS.flatMap((platform) => saved[platform]).map(({ uuid, key }) => [uuid, key]),
  );
  return (
    <Stack component="ul" gap="sm" aria-label={t("externalStreams.list")}>
      {data.map((stats) => (
        <TargetRow key={stats.uuid} video={video} stats={stats} streamKey={keys.get(stats.uuid) ?? ""} />
      ))}
    </Stack>
  );
}

interface TargetRowProps {
  video: VideoView;
  stats: ExternalStreamStats;
  streamKey: string;
}

function TargetRow({ video, stats, streamKey }: TargetRowProps) {
  const { t } = useTranslation();
  const { type, url, uuid, isOn } = stats;
  const name = url ?? t(`externalStreams.platforms.${type}`);
  const ending = streamKey.length < MIN_KEY_LENGTH_FOR_ENDING ? "" : streamKey.slice(-ENDING_LENGTH);
  return (
    <li className={classes.row}>
      <PlatformIcon platform={type} />
      <Box miw={0} style={{ overflowWrap: "anywhere" }}>
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {t("externalStreams.keyEnding", { ending: `••••${ending}` })}
        </Text>
        <TargetState video={video} stats={stats} />
      </Box>
      <TargetSwitch videoUuid={video.uuid} uuid={uuid} name={name} isOn={isOn} />
    </li>
  );
}

function TargetState({ video, stats }: Pick<TargetRowProps, "video" | "stats">) {
  const { t, i18n } = useTranslation();
  const idle = isUnrecorded(video) ? "unrecorded" : "idle";
  const { state, isOn, bitrateKbps, restarts, lastError } = stats;
  const bitrate = numberText(bitrateKbps, i18n.language);
  return (
    <Group gap="4px 10px">
      <span className={badges.badge} data-status={colourOf(stats)}>
        <span className={badges.dot} aria-hidden />
        {t(`externalStreams.states.${state}`)}
      </span>
      <Text size="xs" c="dimmed" component="span">
        {state === "off" && t(`externalStreams.off.${isOn ? idle : "stopped"}`)}
        {state === "live" && t("externalStreams.bitrate", { bitrate })}
      </Text>
      {restarts > 0 && (
        <Text size="xs" c="dimmed" component="span">
          {t("externalStreams.restarts", { count: restarts })}
        </Text>
      )}
      {lastError && (
        <Text size="xs" component="span">
          {t("externalStreams.lastError", { text: t(`externalStreams.errors.${lastError}`) })}
        </Text>
      )}
    </Group>
  );
}

/** Returns the colour of a target's state, as in the badges of videos. */
function colourOf({ state, lastError }: ExternalStreamStats): string | undefined {
  if (state === "live") return "encoded";
  if (state === "connecting") return "encoding";
  return state === "waiting" && lastError ? "error" : undefined;
}

interface TargetSwitchProps {
  videoUuid: string;
  uuid: string;
  name: string;
  isOn: boolean;
}

function TargetSwitch({ videoUuid, uuid, name, isOn }: TargetSwitchProps) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [isSending, setSending] = useState(false);
  async function handleSwitch(): Promise<void> {
    setSending(true);
    try {
      const route = isOn ? routes.stopExternalStreams : routes.startExternalStreams;
      await call(route, { params: { id: videoUuid }, body: { uuid } });
      await queries.invalidateQueries({ queryKey: externalStatsKey(videoUuid) });
    } catch (error) {
      notify.failure({ message: errorText(error) });
    } finally {
      setSending(false);
    }
  }
  return (
    <Button
      size="xs"
      variant="default"
      loading={isSending}
      leftSection={isOn ? <IconPlayerStop size={15} /> : <IconPlayerPlay size={15} />}
      aria-label={t(isOn ? "externalStreams.stop" : "externalStreams.start", { name })}
      onClick={() => void handleSwitch()}
    >
      {t(isOn ? "externalStreams.stopShort" : "externalStreams.startShort")}
    </Button>
  );
}
