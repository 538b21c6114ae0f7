import { Anchor, Box, Button, CloseButton, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { readsAnalyticsOnly } from "@shoal/domain";
import { IconBook, IconBug, IconMail, IconSearch, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { EmptyState } from "../../components/ui/states.tsx";
import { settingsQuery } from "../../lib/settings.ts";
import { useMe } from "../../lib/user.ts";
import { findTopics } from "./find-topics.ts";
import classes from "./help-page.module.css";
import { TopicList } from "./topic-list.tsx";
import { type HelpSection, useHelp } from "./topics.ts";

/** Shows the searchable help (§2, /aide). */
export function HelpPage() {
  const { t } = useTranslation();
  usePageTitle(t("help.title"));
  const [search, setSearch] = useState("");
  const found = findTopics(useHelp(), search);
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Title order={1} size="h2">
          {t("help.title")}
        </Title>
        <HelpSearch search={search} onSearch={setSearch} />
      </header>
      <TopicSections sections={found} search={search.trim()} />
      <SupportCard />
    </div>
  );
}

function HelpSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation();
  return (
    <Box component="search" flex="1 1 260px" maw={420}>
      <TextInput
        type="search"
        maxLength={100}
        aria-label={t("help.search")}
        placeholder={t("help.search")}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        rightSection={
          search && <CloseButton size={24} aria-label={t("help.clearSearch")} onClick={() => onSearch("")} />
        }
      />
    </Box>
  );
}

const idsOf = (sections: readonly HelpSection[]): string[] =>
  sections.flatMap(({ topics }) => topics.map(({ id }) => id));

function TopicSections({ sections, search }: { sections: readonly HelpSection[]; search: string }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState<string[]>([]);
  const ids = idsOf(sections);
  // The topics found by a search are expanded, so that the words inside are visible.
  const shown = search ? ids : opened;
  const isAllOpen = ids.every((id) => shown.includes(id));
  return (
    <Stack gap={28} miw={0}>
      <Group gap="sm" justify="space-between" wrap="nowrap" mih={30}>
        <Text c="dimmed" size="sm" aria-live="polite">
          {t("help.found", { count: ids.length })}
        </Text>
        {!search && (
          <Button variant="subtle" size="compact-sm" onClick={() => setOpened(isAllOpen ? [] : ids)}>
            {t(isAllOpen ? "help.closeAll" : "help.openAll")}
          </Button>
        )}
      </Group>
      {ids.length === 0 && (
        <EmptyState
          icon={<IconSearchOff size={34} />}
          title={t("help.nothing", { search })}
          text={t("help.nothingHint")}
        />
      )}
      {sections.map((section) => (
        <TopicList
          key={section.id}
          section={section}
          search={search}
          opened={shown}
          onOpened={(next) => setOpened([...opened.filter((id) => !idsOf([section]).includes(id)), ...next])}
        />
      ))}
    </Stack>
  );
}

/** Styles that wrap a long title, which would be unreadable if truncated. */
const WRAPPED_TITLE_STYLES = {
  root: { height: "auto", minHeight: 36, paddingBlock: 6 },
  label: { whiteSpace: "normal", overflowWrap: "anywhere" },
} as const;

/** Shows the support contact, the details to send, and the links for programmers. */
function SupportCard() {
  const { t } = useTranslation();
  const { data: settings } = useQuery(settingsQuery);
  const user = useMe();
  return (
    <aside className={classes.aside} aria-labelledby="help-support">
      <Title order={2} size="h5" id="help-support">
        {t("help.support.title")}
      </Title>
      <Text size="sm">{t("help.support.text")}</Text>
      {settings && (
        <Button
          component="a"
          href={`mailto:${settings.supportEmail}`}
          leftSection={<IconMail size={17} />}
          styles={WRAPPED_TITLE_STYLES}
        >
          {settings.supportEmail}
        </Button>
      )}
      <Button
        component={Link}
        to="/debug"
        variant="default"
        leftSection={<IconBug size={17} />}
        styles={WRAPPED_TITLE_STYLES}
      >
        {t("help.support.debug")}
      </Button>
      {user && !readsAnalyticsOnly(user.roles) && (
        <Button
          component={Link}
          to="/doc"
          variant="default"
          leftSection={<IconBook size={17} />}
          styles={WRAPPED_TITLE_STYLES}
        >
          {t("help.support.docs")}
        </Button>
      )}
      <Text size="sm">
        {t("help.support.apiHint")}{" "}
        <Anchor href="/api/openapi.json" target="_blank" rel="noreferrer" inherit underline="always">
          {t("help.support.api")}
        </Anchor>
      </Text>
      {settings && (
        <Text size="xs" c="dimmed">
          {t("help.support.version", { version: settings.version })}
        </Text>
      )}
    </aside>
  );
}
