import { Text, VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconMinus, IconSparkles } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { rankChangeOf } from "./rank-change.ts";
import classes from "./ranking.module.css";

const ICONS = { up: IconArrowUp, down: IconArrowDown, same: IconMinus, new: IconSparkles } as const;

/** A rank, and where it was in the period before. */
export function RankMark({ rank, before }: { rank: number; before: number | null }) {
  const { t } = useTranslation();
  const change = rankChangeOf(rank, before);
  const Icon = ICONS[change.kind];
  const words =
    "by" in change
      ? t(`rankings.rank.${change.kind}`, { count: change.by })
      : t(`rankings.rank.${change.kind}`);
  return (
    <span className={classes.mark}>
      <Text span miw={22} fz="md" fw={700} ta="right">
        {rank}
      </Text>
      <span className={classes.moved} data-moved={change.kind} title={words}>
        <Icon size={14} aria-hidden />
        {"by" in change && <span aria-hidden>{change.by}</span>}
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    </span>
  );
}
