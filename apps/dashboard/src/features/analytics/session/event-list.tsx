import { Stack, Text, Title } from "@mantine/core";
import type { StatisticsSessionTimeline } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { figureText } from "../../../components/analytics/figure-text.ts";
import { formatTime } from "../../../lib/dates.ts";
import { formatClock } from "../../../lib/times.ts";
import classes from "./session.module.css";

interface EventListProps {
  session: StatisticsSessionTimeline;
  timeZone: string;
}

/** Lists the events of a session as sentences, in chronological order. */
export function EventList({ session: { events }, timeZone }: EventListProps) {
  const { t } = useTranslation();
  const textOf = useEventText();
  return (
    <Stack component="section" variant="panel" gap={14} aria-labelledby="events-title">
      <Title order={2} fz="lg" id="events-title">
        {t("viewing.session.eventsTitle")}
      </Title>
      {events.length === 0 ? (
        <Text c="dimmed">{t("viewing.session.noEvents")}</Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users can only scroll a list that has the focus
        <ol className={classes.events} tabIndex={0} aria-labelledby="events-title">
          {events.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: events can be identical, and their order never changes
            <li key={index} data-type={event.type}>
              <time dateTime={event.at}>{formatTime(event.at, timeZone)}</time>
              <span>{textOf(event)}</span>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}

type SessionEvent = StatisticsSessionTimeline["events"][number];

/** Returns a function that describes a player event in a sentence. */
function useEventText(): (event: SessionEvent) => string {
  const { t, i18n } = useTranslation();
  const ms = (value: number) => figureText(value, "ms", i18n.language);
  return ({ type, value, detail }) => {
    if (type === "start")
      return value === null
        ? t("viewing.session.events.startBare")
        : t("viewing.session.events.start", { value: ms(value) });
    if (type === "stall") return t("viewing.session.events.stall", { value: ms(value ?? 0) });
    if (type === "seek") return t("viewing.session.events.seek", { value: formatClock(value ?? 0) });
    if (type === "rendition") return t("viewing.session.events.rendition", { value: value ?? "?" });
    if (type === "peers") return t("viewing.session.events.peers", { count: value ?? 0 });
    if (type === "error") return t("viewing.session.events.error", { detail: detail || "?" });
    return t(`viewing.session.events.${type}`);
  };
}
