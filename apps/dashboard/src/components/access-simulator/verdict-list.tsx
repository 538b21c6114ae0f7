import { Group, Stack } from "@mantine/core";
import type { AccessSimulationView, AccessVerdict } from "@shoal/contract";
import { IconBan, IconCheck, IconHelp, IconMinus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./access-simulator.module.css";

type SimulationStep = AccessSimulationView["steps"][number];

const VERDICT_ICONS: Record<AccessVerdict, typeof IconCheck> = {
  passed: IconCheck,
  refused: IconBan,
  unset: IconMinus,
  unknown: IconHelp,
  "not reached": IconMinus,
};
/** The text key of each verdict. */
const VERDICT_KEYS = {
  passed: "passed",
  refused: "refused",
  unset: "unset",
  unknown: "unknown",
  "not reached": "notReached",
} as const satisfies Record<AccessVerdict, string>;

/** Lists the steps of the decision in order, each with its verdict, rule, entry and level. */
export function VerdictList({ steps }: { steps: readonly SimulationStep[] }) {
  const { t } = useTranslation();
  return (
    <Stack
      component="ol"
      gap={0}
      style={{ borderTop: "1px solid var(--shoal-line)" }}
      aria-label={t("accessSimulator.order")}
    >
      {steps.map((step) => {
        const Icon = VERDICT_ICONS[step.verdict];
        return (
          <li key={step.step} className={classes.step} data-verdict={VERDICT_KEYS[step.verdict]}>
            <Icon size={16} aria-hidden />
            <span className={classes.stepName}>{t(`accessSimulator.steps.${step.step}`)}</span>
            <span className={classes.stepText}>
              {t(`accessSimulator.verdicts.${VERDICT_KEYS[step.verdict]}`)}
              <VerdictReason step={step} />
            </span>
          </li>
        );
      })}
    </Stack>
  );
}

function VerdictReason({ step: { rule, source, entry, fault } }: { step: SimulationStep }) {
  const { t } = useTranslation();
  if (!rule || !source) return null;
  return (
    <Group component="span" gap="4px 8px" align="baseline" display="inline-flex" miw={0}>
      {t(`deliveryRules.names.${rule}`)}
      {entry !== undefined && <code className={classes.entry}>{entry}</code>}
      <span className={classes.source}>{t(`deliveryRules.sources.${source}`)}</span>
      {fault && <span>{t(`accessSimulator.faults.${fault}`)}</span>}
    </Group>
  );
}
