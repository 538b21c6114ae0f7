import { Stack, Text, Title } from "@mantine/core";
import type { StatisticsSessionTimeline } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { timeOf } from "../../../lib/dates.ts";
import { useEventText } from "./event-text.ts";
import classes from "./session.module.css";

interface EventListProps {
  session: StatisticsSessionTimeline;
  timeZone: string;
}

/** The events in sentences, in order of time. */
export function EventList({ session: { events }, timeZone }: EventListProps) {
  const { t } = useTranslation();
  const textOf = useEventText();
  return (
    <Stack component="section" variant="panel" gap={14} aria-labelledby="events-title">
      <Title order={2} fz="lg" id="events-title">
        {t("watching.session.eventsTitle")}
      </Title>
      {events.length === 0 ? (
        <Text c="dimmed">{t("watching.session.noEvents")}</Text>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <ol className={classes.events} tabIndex={0} aria-labelledby="events-title">
          {events.map((event, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two of a moment may be alike, and none moves
            <li key={index} data-type={event.type}>
              <time dateTime={event.at}>{timeOf(event.at, timeZone)}</time>
              <span>{textOf(event)}</span>
            </li>
          ))}
        </ol>
      )}
    </Stack>
  );
}
