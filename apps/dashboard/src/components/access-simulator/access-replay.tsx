import { Alert, Box, Button, Group, Stack, Text } from "@mantine/core";
import type { AccessReplayView, RuleChanges } from "@shoal/contract";
import { IconHistory } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { numberFormat } from "../../lib/figures.ts";
import type { RuleSubject } from "../delivery-rules/rule-subject.ts";
import classes from "./access-simulator.module.css";
import { replayQuery } from "./simulation-query.ts";

interface AccessReplayProps {
  subject: RuleSubject;
  /** The unsaved changes to the rules, which the replay includes. */
  draft: RuleChanges;
}

/** Shows how many of the last day's sessions the rules, including unsaved changes, would have blocked. */
export function AccessReplay({ subject, draft }: AccessReplayProps) {
  const { t } = useTranslation();
  const [tried, setTried] = useState<RuleChanges>();
  const replay = useQuery({ ...replayQuery(subject, tried ?? draft), enabled: tried !== undefined });
  const isOld = tried !== undefined && JSON.stringify(tried) !== JSON.stringify(draft);
  const handleTry = () => {
    setTried(draft);
    if (tried !== undefined && !isOld) void replay.refetch();
  };
  return (
    <Stack
      component="section"
      gap="sm"
      pb="md"
      style={{ borderBottom: "1px solid var(--shoal-line)" }}
      aria-label={t("accessSimulator.replay.title")}
    >
      <Group gap="8px 16px" justify="space-between">
        <div>
          <Text fw={600} size="sm">
            {t("accessSimulator.replay.title")}
          </Text>
          <Text size="sm" c="dimmed">
            {t("accessSimulator.replay.about")}
          </Text>
        </div>
        <Button
          variant="default"
          leftSection={<IconHistory size={16} />}
          loading={replay.isFetching}
          onClick={handleTry}
        >
          {t("accessSimulator.replay.try")}
        </Button>
      </Group>
      <div aria-live="polite">
        {replay.error ? (
          <Alert color="red" role="alert">
            {errorText(replay.error)}
          </Alert>
        ) : (
          replay.data && (
            <ReplayOutcome view={replay.data} isOld={isOld} isDraft={Object.keys(tried ?? {}).length > 0} />
          )
        )}
      </div>
    </Stack>
  );
}

function ReplayOutcome({
  view,
  isOld,
  isDraft,
}: {
  view: AccessReplayView;
  isOld: boolean;
  isDraft: boolean;
}) {
  const { t } = useTranslation();
  const { sessions, refused, refusedAsSaved, steps, leftOut } = view;
  const { count, between } = useReplayCounts();
  if (sessions === 0) return <Text size="sm">{t("accessSimulator.replay.nobody")}</Text>;
  const isRange = refused.atLeast < refused.atMost;
  return (
    <div className={classes.answer} data-old={isOld}>
      <p className={classes.verdict}>
        <strong>
          {t("accessSimulator.replay.refused", { refused: between(refused), sessions: count(sessions) })}
        </strong>
        {isOld && <span className={classes.draft}>{t("accessSimulator.replay.old")}</span>}
        {isDraft && !isOld && <span className={classes.draft}>{t("accessSimulator.withDraft")}</span>}
      </p>
      <Stack component="ul" gap={2} pl={18} fz="sm">
        {steps.map(({ step, ...number }) => (
          <li key={step}>
            {t("accessSimulator.replay.step", {
              step: t(`accessSimulator.steps.${step}`),
              refused: between(number),
            })}
          </li>
        ))}
        {isDraft && <li>{t("accessSimulator.replay.asSaved", { refused: between(refusedAsSaved) })}</li>}
        {isRange && (
          <Box component="li" c="dimmed">
            {t("accessSimulator.replay.range")}
          </Box>
        )}
        {leftOut > 0 && (
          <Box component="li" c="dimmed">
            {t("accessSimulator.replay.leftOut", { sessions: count(leftOut) })}
          </Box>
        )}
      </Stack>
    </div>
  );
}

function useReplayCounts() {
  const { t, i18n } = useTranslation();
  const { format: count } = numberFormat(i18n.language);
  const between = ({ atLeast, atMost }: AccessReplayView["refused"]): string =>
    atLeast === atMost
      ? count(atLeast)
      : t("accessSimulator.replay.between", { least: count(atLeast), most: count(atMost) });
  return { count, between };
}
