import { Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { IconEyeOff, IconPlugConnected, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import {
  isNarrowed,
  NO_FILTERS,
  type PluginListChange,
  type PluginListState,
  parseFilters,
  toSearchParams,
} from "./plugin-list.ts";
import { pluginListQuery } from "./plugin-queries.ts";
import classes from "./plugin-videos.module.css";

interface NoMediaProps {
  state: PluginListState;
  change: PluginListChange;
}

/** Shows the empty state of the list: how to get started, that everything is hidden, or that nothing matches. */
export function NoMedia({ state, change }: NoMediaProps) {
  const { t } = useTranslation();
  if (!isNarrowed(state)) return <EmptyMediaList change={change} />;
  const clear = () => change({ search: "", filters: toSearchParams(NO_FILTERS) });
  const others = { ...state, filters: { ...state.filters, hidden: "" } };
  const isHiddenAlone = parseFilters(state.filters).isHidden && !isNarrowed(others);
  return (
    <EmptyState
      icon={isHiddenAlone ? <IconEyeOff size={34} /> : <IconSearchOff size={34} />}
      title={t(isHiddenAlone ? "pluginVideos.nothingHidden" : "shared.nothingFound")}
      text={t(isHiddenAlone ? "pluginVideos.nothingHiddenHint" : "shared.nothingFoundHint")}
    >
      <Button variant="default" onClick={clear}>
        {t("library.showAll")}
      </Button>
    </EmptyState>
  );
}

const HIDDEN_COUNT = { page: 1, pagesize: 0, filter: { hidden: true } };

/** Shows the first steps, unless there are media and all of them are hidden. */
function EmptyMediaList({ change }: Pick<NoMediaProps, "change">) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(pluginListQuery(HIDDEN_COUNT));
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton blocks={1} />;
  if (data._size === 0) return <FirstSteps />;
  return (
    <EmptyState icon={<IconEyeOff size={34} />} title={t("pluginVideos.allHidden")}>
      <Button variant="default" onClick={() => change({ filters: toSearchParams({ isHidden: true }) })}>
        {t("pluginVideos.showHidden")}
      </Button>
    </EmptyState>
  );
}

/** Explains the first steps of a new client of the plugin. */
function FirstSteps() {
  const { t } = useTranslation();
  return (
    <Stack
      component="section"
      gap="sm"
      align="center"
      py="clamp(24px, 5vw, 48px)"
      px="md"
      bd="1px dashed var(--shoal-edge)"
      bdrs="var(--shoal-radius)"
      aria-labelledby="plugin-first-steps"
    >
      <IconPlugConnected size={34} aria-hidden />
      <Title order={2} size="h3" id="plugin-first-steps">
        {t("pluginVideos.empty")}
      </Title>
      <ol className={classes.steps}>
        <li>
          <Text fw={650}>{t("pluginVideos.steps.key")}</Text>
          <Text size="sm">{t("pluginVideos.steps.keyHint")}</Text>
          <Anchor component={Link} to="/config" size="sm">
            {t("pluginVideos.steps.toConfigs")}
          </Anchor>
        </li>
        <li>
          <Text fw={650}>{t("pluginVideos.steps.page")}</Text>
          <Text size="sm">{t("pluginVideos.steps.pageHint")}</Text>
          <Anchor component={Link} to="/doc" size="sm">
            {t("pluginVideos.steps.toDocs")}
          </Anchor>
        </li>
        <li>
          <Text fw={650}>{t("pluginVideos.steps.play")}</Text>
          <Text size="sm">{t("pluginVideos.steps.playHint")}</Text>
        </li>
      </ol>
    </Stack>
  );
}
