import { Box, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { PAGE_SIZES, routes, type SessionView } from "@shoal/contract";
import { IconDeviceDesktop, IconDeviceMobile } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { askConfirmation } from "../../components/ui/dialogs/confirm.tsx";
import { Pager, type PageState } from "../../components/ui/pager.tsx";
import { StateBadge } from "../../components/ui/state-badge.tsx";
import { ErrorState } from "../../components/ui/states.tsx";
import { formatDateTime } from "../../lib/dates.ts";
import { parseDevice } from "../../lib/device.ts";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import { call } from "../../lib/session.ts";
import { Card } from "./card.tsx";
import { SESSIONS_KEY, sessionsQuery } from "./session-list.ts";
import classes from "./sessions-card.module.css";

const [SMALLEST_PAGE] = PAGE_SIZES;

/** Lists the user's sessions, each of which can be ended. */
export function SessionsCard() {
  const { t } = useTranslation();
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  return (
    <Card section="sessions" hint={t("profile.sessions.hint")}>
      {!sessions && !error && <Skeleton h={60} />}
      {!sessions && error && <ErrorState error={error} onRetry={refetch} />}
      {sessions && (
        <>
          <SessionList sessions={sessions} />
          <EndOtherSessions hasOthers={sessions.length > 1} />
        </>
      )}
    </Card>
  );
}

/** Shows one page of sessions; the session of this browser is on the first page. */
function SessionList({ sessions }: { sessions: readonly SessionView[] }) {
  const [place, setPlace] = useState<PageState>({ page: 1, pageSize: SMALLEST_PAGE });
  const ordered = sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  const lastPage = Math.max(1, Math.ceil(ordered.length / place.pageSize));
  // Limits the page number, because sessions may end while the page is open.
  const page = Math.min(place.page, lastPage);
  const from = (page - 1) * place.pageSize;
  return (
    <>
      <Stack component="ul" gap={0}>
        {ordered.slice(from, from + place.pageSize).map((session) => (
          <SessionItem key={session.id} session={session} />
        ))}
      </Stack>
      {ordered.length > SMALLEST_PAGE && (
        <Pager
          isPart
          page={page}
          pageSize={place.pageSize}
          size={ordered.length}
          onChange={(change) => setPlace({ ...place, ...change })}
        />
      )}
    </>
  );
}

function useDeviceText() {
  const { t } = useTranslation();
  return (userAgent: string | null) => {
    const { browser, system } = parseDevice(userAgent);
    if (browser && system) return t("profile.sessions.browserOn", { browser, system });
    return browser || system || t("profile.sessions.unknown");
  };
}

function SessionItem({ session }: { session: SessionView }) {
  const { t } = useTranslation();
  const device = useDeviceText()(session.userAgent);
  const address = session.address ?? t("profile.sessions.unknownAddress");
  const Icon = parseDevice(session.userAgent).isHandheld ? IconDeviceMobile : IconDeviceDesktop;
  const used = session.isCurrent
    ? t("profile.sessions.now")
    : t("profile.sessions.used", { date: formatDateTime(session.lastUsedAt) });
  return (
    <li className={classes.session}>
      <Icon size={26} stroke={1.5} aria-hidden className={classes.icon} />
      <Box flex={1} miw={0} style={{ overflowWrap: "anywhere" }}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {device}
          </Text>
          {session.isCurrent && <StateBadge tone="good">{t("profile.sessions.current")}</StateBadge>}
        </Group>
        <Text size="sm" c="dimmed">
          {address} · {used}
        </Text>
      </Box>
      {!session.isCurrent && (
        <EndSessionButton id={session.id} label={t("profile.sessions.endOf", { device, address })} />
      )}
    </li>
  );
}

function EndSessionButton({ id, label }: { id: string; label: string }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(routes.deleteSession, { params: { id } }),
    onSuccess: () => notify.success({ message: t("profile.sessions.ended") }),
    onError: (error) => notify.failure({ message: errorText(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={label}
      loading={end.isPending}
      onClick={() => end.mutate()}
    >
      {t("profile.sessions.end")}
    </Button>
  );
}

function EndOtherSessions({ hasOthers }: { hasOthers: boolean }) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  async function endOthers(): Promise<void> {
    await call(routes.deleteOtherSessions, {});
    await queries.invalidateQueries({ queryKey: SESSIONS_KEY });
    notify.success({ message: t("profile.sessions.othersEnded") });
  }
  const handleEnd = () =>
    askConfirmation({
      title: t("profile.sessions.endOthersQuestion"),
      text: t("profile.sessions.endOthersText"),
      confirm: t("profile.sessions.endOthers"),
      isDangerous: true,
      run: endOthers,
    });
  if (!hasOthers)
    return (
      <Text size="sm" c="dimmed">
        {t("profile.sessions.alone")}
      </Text>
    );
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={handleEnd}>
        {t("profile.sessions.endOthers")}
      </Button>
    </Group>
  );
}
