import { Button, Group, Stack, Text, Title, useComputedColorScheme } from "@mantine/core";
import { AppError, STATISTICS_MINUTES_DAYS, type StatisticsSessionTimeline } from "@shoal/contract";
import { IconArrowLeft, IconUserQuestion } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { useZone } from "../../../components/analytics/period/use-zone.ts";
import { subjectsQuery } from "../../../components/analytics/statistics-queries.ts";
import { CopyButton } from "../../../components/ui/copy-button.tsx";
import { PageHeader } from "../../../components/ui/page-header.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { exactDateOf } from "../../../lib/dates.ts";
import { useCan } from "../../../lib/user.ts";
import { sessionQuery } from "../analytics-queries.ts";
import { SESSION_COLOURS } from "../chart/series-colours.ts";
import { EventList } from "./event-list.tsx";
import { ForgetViewer } from "./forget-viewer.tsx";
import classes from "./session.module.css";
import { SessionFacts } from "./session-facts.tsx";
import { Timeline } from "./timeline.tsx";

/** Shows one session, for support. The page has its own URL, which can be shared. */
export function SessionPage() {
  const { t } = useTranslation();
  const { session: id = "" } = useParams();
  const answer = useQuery(sessionQuery(id));
  const subjects = useQuery(subjectsQuery);
  const timeZone = useZone(subjects.data);
  const isManager = useCan("manager");
  // A cached session may have been erased in the meantime and must not be shown.
  const session = isSessionMissing(answer.error) ? undefined : answer.data;
  const title = session && (session.title ?? session.video);
  return (
    <>
      <PageHeader
        title={title === undefined ? t("viewing.session.title") : t("viewing.session.titleOf", { title })}
      >
        <Group gap="xs" align="stretch">
          <Button
            component={Link}
            to="/analytics?tab=sessions"
            variant="default"
            leftSection={<IconArrowLeft size={17} aria-hidden />}
          >
            {t("viewing.session.back")}
          </Button>
          {session && <CopyButton text={window.location.href} label={t("viewing.session.link")} />}
          {session?.viewer && isManager && <ForgetViewer viewer={session.viewer} />}
        </Group>
      </PageHeader>
      {session && timeZone ? (
        <SessionReport session={session} timeZone={timeZone} />
      ) : (
        <SessionSkeleton
          error={answer.error ?? subjects.error}
          onRetry={() => Promise.all([answer.refetch(), subjects.refetch()])}
        />
      )}
    </>
  );
}

/** Whether an error means that the session does not exist; an invalid id in the URL counts as missing too. */
const isSessionMissing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === "not_found" || error.code === "bad_request");

function SessionSkeleton({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const { t } = useTranslation();
  if (!error) return <PageSkeleton />;
  if (!isSessionMissing(error)) return <ErrorState error={error} onRetry={onRetry} />;
  return (
    <EmptyState
      icon={<IconUserQuestion size={34} />}
      title={t("viewing.session.goneTitle")}
      text={t("viewing.session.gone", { count: STATISTICS_MINUTES_DAYS })}
    />
  );
}

function SessionReport({ session, timeZone }: { session: StatisticsSessionTimeline; timeZone: string }) {
  const { t } = useTranslation();
  return (
    <Stack gap="md">
      <Text c="dimmed" size="sm">
        {t("viewing.session.asOf", { time: exactDateOf(session.asOf, timeZone), zone: timeZone })}
      </Text>
      <Stack component="section" variant="panel" gap={14} aria-labelledby="timeline-title">
        <Group gap="8px 16px" justify="space-between">
          <Title order={2} fz="lg" id="timeline-title">
            {t("viewing.session.timeline")}
          </Title>
          <SessionLegend />
        </Group>
        <Timeline session={session} timeZone={timeZone} />
      </Stack>
      <div className={classes.beside}>
        <EventList session={session} timeZone={timeZone} />
        <Stack component="section" variant="panel" gap={14} aria-labelledby="facts-title">
          <Title order={2} fz="lg" id="facts-title">
            {t("viewing.session.facts")}
          </Title>
          <SessionFacts session={session} timeZone={timeZone} />
        </Stack>
      </div>
    </Stack>
  );
}

function SessionLegend() {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme("light");
  const entries = [
    ["server", t("analytics.series.serverSec")],
    ["peer", t("analytics.series.peerSec")],
    ["waited", t("viewing.session.waited")],
  ] as const;
  return (
    <div className={classes.legend}>
      {entries.map(([name, text]) => (
        <span key={name}>
          <i style={{ background: SESSION_COLOURS[name][scheme] }} aria-hidden />
          {text}
        </span>
      ))}
    </div>
  );
}
