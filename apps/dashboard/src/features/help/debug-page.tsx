import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CopyButton } from "../../components/ui/copy-button.tsx";
import { Logo } from "../../components/ui/logo.tsx";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { Preferences } from "../../components/ui/preferences.tsx";
import { SupportLink } from "../../components/ui/support-link.tsx";
import { downloadText } from "../../lib/download-text.ts";
import classes from "./debug-page.module.css";
import { type ReportSection, reportText } from "./report.ts";
import { ReportFacts } from "./report-facts.tsx";
import { useConnections } from "./use-connections.ts";
import { useReport } from "./use-report.ts";

/** What support needs of this browser and session, for everybody to copy (§2, /debug). */
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
        <Buttons text={reportText(sections)} isChecking={isChecking} onAgain={again} />
      </Stack>
      {sections.map((section) => (
        <Section key={section.title} section={section} isInColumns={section.facts.length > 10} />
      ))}
      <SupportLink />
    </main>
  );
}

interface ButtonsProps {
  text: string;
  isChecking: boolean;
  onAgain: () => void;
}

function Buttons({ text, isChecking, onAgain }: ButtonsProps) {
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

function Section({ section, isInColumns }: { section: ReportSection; isInColumns: boolean }) {
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
