import { Box, Button, Group, Skeleton, Text } from "@mantine/core";
import type { LiveInput, VideoView } from "@shoal/contract";
import { adviseInput, levelOf } from "@shoal/domain";
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { BitrateLine } from "./bitrate-line.tsx";
import { InputAdvices } from "./input-advices.tsx";
import classes from "./input-health.module.css";
import { inputQuery } from "./input-query.ts";
import { inputFactsOf } from "./input-texts.ts";

const ICONS = { good: IconCircleCheck, attention: IconAlertTriangle, bad: IconAlertCircle } as const;

interface InputHealthProps {
  video: Pick<VideoView, "uuid" | "live">;
  /** There is little room. */
  isCompact?: boolean;
}

/** What the encoder of a live sends, and what to change about it; nothing while no encoder is there. Texts of area "live". */
export function InputHealth({ video: { uuid, live }, isCompact = false }: InputHealthProps) {
  const { t } = useTranslation();
  if (live?.state !== "connecting" && live?.state !== "live") return null;
  return (
    <section className={classes.health} data-compact={isCompact} aria-label={t("live.health.title")}>
      <Measured uuid={uuid} isBeginning={live.state === "connecting"} />
    </section>
  );
}

function Measured({ uuid, isBeginning }: { uuid: string; isBeginning: boolean }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(inputQuery(uuid));
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Skeleton h={96} radius="md" role="status" aria-label={t("app.loading")} />;
  if (!data.input) return <Head>{t(isBeginning ? "live.health.begins" : "live.health.nothing")}</Head>;
  return <Health input={data.input} leftOut={data.leftOutQualities} />;
}

function Health({ input, leftOut }: { input: LiveInput; leftOut: number }) {
  const { i18n, t } = useTranslation();
  const advices = adviseInput(input, leftOut);
  const isMeasured = input.bitratesKbps.length > 0;
  const level = levelOf(advices);
  const Icon = ICONS[level];
  return (
    <>
      {isMeasured ? (
        <Head>
          <span className={classes.level} data-level={level}>
            <Icon size={17} aria-hidden />
            {t(`live.health.levels.${level}`)}
          </span>
        </Head>
      ) : (
        <Head>{t("live.health.begins")}</Head>
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
      <InputAdvices advices={advices} />
    </>
  );
}

function Head({ children }: { children: ReactNode }) {
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

function Failure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
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
