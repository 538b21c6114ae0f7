import type { StatisticsSessionTimeline } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { clockOf } from "../../../lib/times.ts";

type Event = StatisticsSessionTimeline["events"][number];

/** Describes a player event in a sentence. */
export function useEventText(): (event: Event) => string {
  const { t, i18n } = useTranslation();
  const ms = (value: number) => figureText(value, "ms", i18n.language);
  return ({ type, value, detail }) => {
    if (type === "start")
      return value === null
        ? t("watching.session.events.startBare")
        : t("watching.session.events.start", { value: ms(value) });
    if (type === "stall") return t("watching.session.events.stall", { value: ms(value ?? 0) });
    if (type === "seek") return t("watching.session.events.seek", { value: clockOf(value ?? 0) });
    if (type === "rendition") return t("watching.session.events.rendition", { value: value ?? "?" });
    if (type === "peers") return t("watching.session.events.peers", { count: value ?? 0 });
    if (type === "error") return t("watching.session.events.error", { detail: detail || "?" });
    return t(`watching.session.events.${type}`);
  };
}
