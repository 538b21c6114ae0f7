import { IconArrowDownRight, IconArrowUpRight, IconEqual } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { countOf } from "../../lib/figures.ts";
import type { Change } from "./change.ts";
import classes from "./change-line.module.css";
import { figureText } from "./figure-text.ts";

const DIRECTION_ICONS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconEqual } as const;

/** Describes the change of a figure; an empty placeholder without a previous value. */
export function ChangeLine({ change, before }: { change: Change | undefined; before: string }) {
  const { t, i18n } = useTranslation();
  if (!change) return <p className={classes.change} />;
  const Icon = DIRECTION_ICONS[change.direction];
  const points = figureText(change.by, "concurrency", i18n.language);
  const by = change.isPoints
    ? t("analytics.change.points", { text: points, count: countOf(points, i18n.language) })
    : figureText(change.by, "percent", i18n.language);
  return (
    <p
      className={classes.change}
      data-verdict={change.verdict}
      title={t("analytics.change.before", { value: before })}
    >
      <Icon size={15} aria-hidden />
      {change.direction === "same"
        ? t("analytics.change.same")
        : t(`analytics.change.${change.direction}`, { by })}
    </p>
  );
}
