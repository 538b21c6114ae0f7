import { Group } from "@mantine/core";
import type { StatisticsBreakdown } from "@shoal/contract";
import { readsAnalyticsOnly } from "@shoal/domain";
import { IconChartLine, IconPlayerPlay } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useValueText } from "../../../components/analytics/value-text.ts";
import { useMe } from "../../../lib/user.ts";
import { withValue } from "../address/analytics-address.ts";
import type { AnalyticsView } from "../use-analytics-view.ts";
import classes from "./breakdown.module.css";

interface ValueCellProps {
  view: AnalyticsView;
  row: StatisticsBreakdown["rows"][number];
}

/** Shows a value with a link to the page filtered by that value and, for a video, links to the video's pages. */
export function ValueCell({ view, row: { value, label } }: ValueCellProps) {
  const { t } = useTranslation();
  const { by, filters } = view.state;
  const text = useValueText(by)(value, label);
  const isSet = filters[by]?.includes(value) ?? false;
  return (
    <Group
      component="span"
      gap="4px 8px"
      display="inline-flex"
      pos="relative"
      style={{ overflowWrap: "anywhere" }}
    >
      {isSet ? (
        <span>{text}</span>
      ) : (
        <Link
          to={view.linkTo({ filters: withValue(filters, by, value) })}
          preventScrollReset
          title={t("analytics.breakdown.only", { value: text })}
        >
          {text}
        </Link>
      )}
      {by === "video" && value !== "" && <VideoLinks view={view} uuid={value} title={text} />}
    </Group>
  );
}

function VideoLinks({ view, uuid, title }: { view: AnalyticsView; uuid: string; title: string }) {
  const { t } = useTranslation();
  const me = useMe();
  // Media on other CDNs have no page in the library, and users who can only read analytics cannot open videos.
  const hasPage = me && me.client_infos[0]?.type !== "plugin" && !readsAnalyticsOnly(me.roles);
  const { filters, range, own } = view.state;
  return (
    <>
      <Link
        to={view.linkToSubject(uuid, { config: "", collection: "", filters, range, own, by: "country" })}
        aria-label={t("analytics.breakdown.openVideo", { value: title })}
        title={t("analytics.breakdown.openVideo", { value: title })}
        className={classes.icon}
      >
        <IconChartLine size={16} aria-hidden />
      </Link>
      {hasPage && (
        <Link
          to={`/player/${encodeURIComponent(uuid)}`}
          aria-label={t("analytics.breakdown.openPage", { value: title })}
          title={t("analytics.breakdown.openPage", { value: title })}
          className={classes.icon}
        >
          <IconPlayerPlay size={16} aria-hidden />
        </Link>
      )}
    </>
  );
}
