import { Text } from "@mantine/core";
import { IconClockExclamation } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../lib/dates.ts";
import classes from "./delayed-figures.module.css";

/** Shows the time at which the figures were computed while newer figures are delayed; shows nothing while they are up to date. */
export function DelayedFigures({ asOf }: { asOf: string | null | undefined }) {
  const { t } = useTranslation();
  if (!asOf) return null;
  return (
    <Text size="sm" className={classes.notice} role="status">
      <IconClockExclamation size={17} aria-hidden />
      {t("figuresLate", { date: formatDateTime(asOf) })}
    </Text>
  );
}
