import { Anchor, Stack, Text } from "@mantine/core";
import type { VideoView } from "@shoal/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { PageHeader } from "../../components/ui/page-header.tsx";
import { ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { useMe } from "../../lib/user.ts";
import { videoQuery } from "../../lib/video-cache.ts";
import classes from "./forecast.module.css";
import { ForecastForm } from "./forecast-form.tsx";
import { type EventRules, rulesQuery } from "./forecast-query.ts";
import { ForecastResult } from "./forecast-result.tsx";
import { useForecast } from "./use-forecast.ts";

/** Forecasts, before an event, how much data its viewers will load from each other and how much from the servers. */
export function ForecastPage() {
  const { t } = useTranslation();
  const { uuid = "" } = useParams();
  const clientUuid = useMe()?.client_infos[0]?.uuid ?? "";
  const video = useQuery({ ...videoQuery(uuid), enabled: uuid !== "" });
  const rules = useQuery({ ...rulesQuery(uuid, clientUuid), enabled: uuid !== "" || clientUuid !== "" });
  const failed = [video, rules].find(({ error }) => error !== null);
  return (
    <>
      <PageHeader title={t("loadForecast.title")} />
      {failed ? (
        <ErrorState error={failed.error} onRetry={failed.refetch} />
      ) : rules.data && (uuid === "" || video.data) ? (
        <LoadForecast key={uuid} live={video.data} rules={rules.data} />
      ) : (
        <PageSkeleton blocks={2} />
      )}
    </>
  );
}

function LoadForecast({ live, rules }: { live: VideoView | undefined; rules: EventRules }) {
  const { t } = useTranslation();
  const { state, start, cancel } = useForecast(rules);
  return (
    <Stack gap="lg">
      <div>
        <Text c="dimmed" maw={720}>
          {t("loadForecast.intro")}
        </Text>
        {live && (
          <Text size="sm" mt={8}>
            {t("loadForecast.of")}{" "}
            <Anchor component={Link} to={`/player/${live.uuid}`} size="sm">
              {live.title}
            </Anchor>
          </Text>
        )}
      </div>
      <div className={classes.columns}>
        <ForecastForm live={live} rules={rules} state={state} onStart={start} onCancel={cancel} />
        <ForecastResult state={state} />
      </div>
    </Stack>
  );
}
