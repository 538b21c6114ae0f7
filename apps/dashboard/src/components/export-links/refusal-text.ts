import type { SiteRefusal } from "@shoal/contract";
import i18next from "i18next";

/** Names the rule, and its level, that prevents a site from showing a video. Uses the texts of the "exportLinks" area. */
export function refusalText({ site, rule, source, entry, reach }: SiteRefusal): string {
  const { t } = i18next;
  const verdict = t(`exportLinks.refusals.${entry === undefined ? "notListed" : "listed"}`, {
    site,
    entry,
    rule: t(`exportLinks.refusals.rules.${rule}`),
    level: t(`exportLinks.refusals.levels.${source}`),
  });
  return reach === "itself" ? `${verdict} ${t("exportLinks.refusals.itself", { site })}` : verdict;
}
