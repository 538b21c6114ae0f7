import { Box, Button, Group, Skeleton, Text } from "@mantine/core";
import { LIVE_INPUT_INTERVAL_MS, type LiveInput, routes, type VideoView } from "@shoal/contract";
import { adviseInput, levelOf } from "@shoal/domain";
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { numberFormat } from "../../lib/figures.ts";
import { call } from "../../lib/session.ts";
import { InputAdviceList } from "./input-advices.tsx";
import classes from "./input-health.module.css";
import { inputFactsOf } from "./input-texts.ts";
import { LINE_HEIGHT, LINE_WIDTH, linePointsOf } from "./line-points.ts";

/** Query for the measurements of a live's input, refreshed as often as they are taken. */
const inputQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["video-input", uuid],
    queryFn: ({ signal }) => call(routes.getInputInfos, { params: { id: uuid } }, { signal }),
    refetchInterval: LIVE_INPUT_INTERVAL_MS,
    // Old measurements say nothing about the current input, so they are not cached.
    gcTime: 0,
  });

const HEALTH_ICONS = { good: IconCircleCheck, attention: IconAlertTriangle, bad: IconAlertCircle } as const;

interface InputHealthProps {
  video: Pick<VideoView, "uuid" | "live">;
  /** Whether to use the layout for narrow spaces. */
  isCompact?: boolean;
}

/** Shows the input of a live with advice on it; shows nothing without an encoder. Uses the texts of the "live" area. */
export function InputHealth({ video: { uuid, live }, isCompact = false }: InputHealthProps) {
  const { t } = useTranslation();
  if (live?.state !== "connecting" && live?.state !== "live") return null;
  return (
    <section className={classes.health} data-compact={isCompact} aria-label={t("live.health.title")}>
      <MeasuredInput uuid={uuid} isBeginning={live.state === "connecting"} />
    </section>
  );
}

function MeasuredInput({ uuid, isBeginning }: { uuid: string; isBeginning: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(inputQuery(uuid));
  if (error && !data) return <HealthFailure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={96} radius="md" role="status" aria-label={t("app.loading")} />;
  if (!data.input)
    return <HealthHeader>{t(isBeginning ? "live.health.begins" : "live.health.nothing")}</HealthHeader>;
  return <HealthLevel input={data.input} leftOut={data.leftOutQualities} />;
}

function HealthLevel({ input, leftOut }: { input: LiveInput; leftOut: number }) {
  const { i18n, t } = useTranslation();
  const advices = adviseInput(input, leftOut);
  const isMeasured = input.bitratesKbps.length > 0;
  const level = levelOf(advices);
  const Icon = HEALTH_ICONS[level];
  return (
    <>
      {isMeasured ? (
        <HealthHeader>
          <span className={classes.level} data-level={level}>
            <Icon size={17} aria-hidden />
            {t(`live.health.levels.${level}`)}
          </span>
        </HealthHeader>
      ) : (
        <HealthHeader>{t("live.health.begins")}</HealthHeader>
      )}
      <BitrateLine bitratesKbps={input.bitratesKbps} />
      <dl className={classes.facts}>
        {inputFactsOf(input, t, i18n.language).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <InputAdviceList advices={advices} />
    </>
  );
}

function HealthHeader({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Group gap="4px 12px" justify="space-between">
      <Box component="span" fw={650}>
        {t("live.health.title")}
      </Box>
      <span role="status">{children}</span>
    </Group>
  );
}

function HealthFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  return (
    <Group role="alert" gap="xs" justify="space-between">
      <Text size="sm">
        {t("live.health.failed")} {errorText(error)}
      </Text>
      <Button size="compact-sm" variant="default" onClick={() => onRetry()}>
        {t("common.retry")}
      </Button>
    </Group>
  );
}

/** Draws the bit rates of the last two minutes. Uses the texts of the "live" area. */
function BitrateLine({ bitratesKbps }: { bitratesKbps: readonly number[] }) {
  const { t, i18n } = useTranslation();
  if (bitratesKbps.length === 0) return null;
  const number = numberFormat(i18n.language);
  const label = t("live.health.line", {
    sec: (bitratesKbps.length * LIVE_INPUT_INTERVAL_MS) / 1_000,
    least: number.format(Math.min(...bitratesKbps)),
    most: number.format(Math.max(...bitratesKbps)),
    now: number.format(bitratesKbps.at(-1) ?? 0),
  });
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${LINE_WIDTH} ${LINE_HEIGHT}`}
      preserveAspectRatio="none"
      className={classes.line}
    >
      <title>{label}</title>
      <polyline points={linePointsOf(bitratesKbps)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
