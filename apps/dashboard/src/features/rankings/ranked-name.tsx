import { Group } from "@mantine/core";
import type { RankedKind, StatisticsRanking } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { analyticsLinkOf } from "../../components/analytics/analytics-link.ts";
import { useValueText } from "../../components/analytics/value-text.ts";
import { useMe } from "../../lib/user.ts";
import classes from "./ranking.module.css";
import type { RankingsView } from "./use-rankings-view.ts";

interface RankedNameProps {
  view: RankingsView;
  of: RankedKind;
  row: StatisticsRanking["rows"][number];
}

/** Shows the name of a subject, linked to its analytics of the period. A video also links to its page. */
export function RankedName({ view: { state }, of: kind, row: { value, label } }: RankedNameProps) {
  const { t } = useTranslation();
  const text = useRankedText(kind)(value, label);
  const me = useMe();
  const isOwnVideo = kind === "video" || kind === "camera";
  // Media on other CDNs have no page in the library, and users who can only read analytics cannot open videos.
  const hasPage = isOwnVideo && me && me.client_infos[0]?.type !== "plugin" && !readsAnalyticsOnly(me.roles);
  return (
    <Group
      component="span"
      gap="4px 8px"
      wrap="nowrap"
      display="inline-flex"
      pos="relative"
      style={{ overflowWrap: "anywhere" }}
    >
      <Link
        to={analyticsLinkOf({ kind, value }, state)}
        title={t("analytics.breakdown.openVideo", { value: text })}
      >
        {text}
      </Link>
      {hasPage && (
        <Link
          to={`/player/${encodeURIComponent(value)}`}
          aria-label={t("analytics.breakdown.openPage", { value: text })}
          title={t("analytics.breakdown.openPage", { value: text })}
          className={classes.icon}
        >
          <IconPlayerPlay size={16} aria-hidden />
        </Link>
      )}
    </Group>
  );
}

/** Returns a function that names the ranked subject in the reader's language. */
export function useRankedText(kind: RankedKind): (value: string, label: string | null) => string {
  const textOf = useValueText(kind === "country" || kind === "config" ? kind : "video");
  return (value, label) => textOf(value, label);
}
