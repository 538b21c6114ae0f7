import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconDownload, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { FactList } from "../../components/ui/fact-list.tsx";
import { Logo } from "../../components/ui/logo.tsx";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { Preferences } from "../../components/ui/preferences.tsx";
import { SupportLink } from "../../components/ui/support-link.tsx";
import { downloadText } from "../../lib/download-text.ts";
import { checkLoopback, checkServer, checkSocket, hasWebRtc } from "./connections.ts";
import classes from "./debug-page.module.css";
import { type ReportFact, type ReportSection, reportText } from "./report.ts";
import { useReport } from "./use-report.ts";

/** Query options for a single uncached attempt per visit, because support needs the current state. */
const SINGLE_ATTEMPT_OPTIONS = { retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 } as const;

/** Checks whether this browser can reach the server, live updates and peers. */
function useConnections() {
  const { t } = useTranslation();
  const server = useQuery({ ...SINGLE_ATTEMPT_OPTIONS, queryKey: ["debug", "server"], queryFn: checkServer });
  const socket = useQuery({ ...SINGLE_ATTEMPT_OPTIONS, queryKey: ["debug", "socket"], queryFn: checkSocket });
  const peers = useQuery({
    ...SINGLE_ATTEMPT_OPTIONS,
    queryKey: ["debug", "peers"],
    queryFn: checkLoopback,
    enabled: hasWebRtc(),
  });
  const checks = hasWebRtc() ? [server, socket, peers] : [server, socket];
  const again = () => {
    for (const check of checks) void check.refetch();
  };
  const { isReady, latencyMs = 0 } = server.data ?? {};
  const serverText = t(isReady ? "debug.values.reached" : "debug.values.notReady", { latency: latencyMs });
  const facts: ReportFact[] = [
    toFact(t("debug.names.api"), server, server.data ? serverText : t("debug.values.unreachable"), isReady),
    toFact(
      t("debug.names.socket"),
      socket,
      socket.isSuccess ? t("debug.values.open", { latency: socket.data }) : t("debug.values.closed"),
      socket.isSuccess,
    ),
    hasWebRtc()
      ? toFact(
          t("debug.names.webrtc"),
          peers,
          peers.isSuccess
            ? t("debug.values.loopback", { latency: peers.data })
            : t("debug.values.noLoopback"),
          peers.isSuccess,
        )
      : { name: t("debug.names.webrtc"), value: t("debug.values.noWebrtc"), isGood: false },
  ];

  function toFact(name: string, check: { isFetching: boolean }, value: string, isGood = false): ReportFact {
    return check.isFetching ? { name, value: t("debug.checking") } : { name, value, isGood };
  }
  return {
    facts,
    isChecking: checks.some(({ isFetching }) => isFetching),
    again,
  };
}

/** Shows facts about this browser and session for support (§2, /debug). */
export function DebugPage() {
  const { t } = useTranslation();
  usePageTitle(t("debug.title"));
  const { facts, isChecking, again } = useConnections();
  const sections = [{ title: t("debug.sections.checks"), facts }, ...useReport()];
  return (
    <main className={classes.page}>
      <Group gap="md" justify="space-between" wrap="nowrap">
        <Link to="/" className={classes.home}>
          <Logo />
          {t("app.name")}
        </Link>
        <Preferences />
      </Group>
      <Stack gap="sm">
        <Title order={1} size="h2">
          {t("debug.title")}
        </Title>
        <Text c="dimmed" maw="68ch">
          {t("debug.text")}
        </Text>
        <ReportButtons text={reportText(sections)} isChecking={isChecking} onAgain={again} />
      </Stack>
      {sections.map((section) => (
        <ReportSectionView key={section.title} section={section} isInColumns={section.facts.length > 10} />
      ))}
      <SupportLink />
    </main>
  );
}

interface ReportButtonsProps {
  text: string;
  isChecking: boolean;
  onAgain: () => void;
}

function ReportButtons({ text, isChecking, onAgain }: ReportButtonsProps) {
  const { t } = useTranslation();
  return (
    <Group gap={10} align="stretch">
      <CopyButton text={text} variant="filled" />
      <Button
        variant="default"
        leftSection={<IconDownload size={17} />}
        onClick={() => downloadText(t("debug.fileName"), text)}
      >
        {t("common.download")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconRefresh size={17} />}
        loading={isChecking}
        onClick={onAgain}
      >
        {t("debug.again")}
      </Button>
    </Group>
  );
}

function ReportSectionView({ section, isInColumns }: { section: ReportSection; isInColumns: boolean }) {
  return (
    <Stack component="section" variant="panel" gap={10} p="clamp(16px, 3vw, 24px)" aria-label={section.title}>
      <Title order={2} size="h5">
        {section.title}
      </Title>
      <div className={isInColumns ? classes.formats : undefined}>
        <ReportFacts facts={section.facts} />
      </div>
    </Stack>
  );
}

/** Lists facts of the report, with an icon for facts that state whether a feature works. */
function ReportFacts({ facts }: { facts: readonly ReportFact[] }) {
  const [first] = facts;
  if (first?.name === "")
    return (
      <Text size="sm" c="dimmed">
        {first.value}
      </Text>
    );
  return (
    <FactList
      facts={facts.map(({ name, value, isGood }) => [
        name,
        <span key={name} className={classes.value} data-good={isGood}>
          {isGood === true && <IconCircleCheck size={17} aria-hidden />}
          {isGood === false && <IconCircleX size={17} aria-hidden />}
          <span>{value}</span>
        </span>,
      ])}
    />
  );
}
