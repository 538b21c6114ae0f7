import { Stack } from "@mantine/core";
import type { AdviceLevel, InputAdvice } from "@shoal/domain";
import { IconAlertCircle, IconAlertTriangle, IconInfoCircle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./input-health.module.css";
import { valuesOf } from "./input-texts.ts";

const LEVEL_ICONS = { bad: IconAlertCircle, attention: IconAlertTriangle, hint: IconInfoCircle } as const;

/** Lists the advice for the owner of a live, most severe first. Uses the texts of the "live" area. */
export function InputAdviceList({ advices }: { advices: readonly InputAdvice[] }) {
  if (advices.length === 0) return null;
  return (
    <Stack
      component="ul"
      gap={10}
      pt={10}
      pr={0}
      pb={0}
      pl={0}
      style={{ borderTop: "1px solid var(--shoal-line)" }}
    >
      {advices.map((advice) => (
        <AdviceItem key={advice.code} advice={advice} />
      ))}
    </Stack>
  );
}

function AdviceItem({ advice }: { advice: InputAdvice }) {
  const { t, i18n } = useTranslation();
  const values = valuesOf(advice, i18n.language);
  return (
    <li className={classes.advice} data-level={advice.level}>
      <LevelIcon level={advice.level} />
      <div>
        <strong>{t(`live.health.advices.${advice.code}.title`, values)}</strong>
        <p>{t(`live.health.advices.${advice.code}.text`, values)}</p>
      </div>
    </li>
  );
}

function LevelIcon({ level }: { level: AdviceLevel }) {
  const { t } = useTranslation();
  const Icon = LEVEL_ICONS[level];
  return <Icon size={17} role="img" aria-label={t(`live.health.adviceLevels.${level}`)} />;
}
