import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconArrowLeft, IconArrowRight, IconFileOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation, useParams, useSearchParams } from "react-router";
import { usePageTitle } from "../../components/ui/page-title.ts";
import { elementIdOf } from "../../components/ui/sections/use-sections.ts";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import type { Page } from "./blocks.ts";
import { findPageAddress, neighboursOf, PAGE_ADDRESSES, type PageAddress, pathOf } from "./contents.ts";
import { DocBlock } from "./doc-block.tsx";
import { DocsNav } from "./docs-nav.tsx";
import classes from "./docs-page.module.css";
import { DocsSearch, SearchHits } from "./docs-search.tsx";
import { pageQuery } from "./load-pages.ts";

/** Shows the documentation of the plugin and of the player (§2, /doc). */
export function DocsPage() {
  const { t } = useTranslation();
  const { main, sub } = useParams();
  const [search, setSearch] = useState("");
  const place = findPageAddress(main, sub);
  usePageTitle(place ? `${t(`docs.pages.${place.page}`)} · ${t("docs.title")}` : t("docs.title"));
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <DocsSearch search={search} onSearch={setSearch} />
        <DocsNav place={place} onChoose={() => setSearch("")} />
      </div>
      <Stack component="article" gap="md" miw={0}>
        <PageContent place={place} search={search} onSearch={setSearch} />
      </Stack>
    </div>
  );
}

interface PageContentProps {
  place: PageAddress | undefined;
  search: string;
  onSearch: (search: string) => void;
}

function PageContent({ place, search, onSearch }: PageContentProps) {
  if (search.trim()) return <SearchHits search={search} onSearch={onSearch} />;
  return place ? <DocPage place={place} /> : <NoPage />;
}

function NoPage() {
  const { t } = useTranslation();
  return (
    <>
      <Title order={1} size="h2">
        {t("docs.title")}
      </Title>
      <EmptyState icon={<IconFileOff size={34} />} title={t("docs.noPage")} text={t("docs.noPageHint")}>
        <Button component={Link} to={pathOf(PAGE_ADDRESSES[0])} variant="default">
          {t("docs.pages.first-steps")}
        </Button>
      </EmptyState>
    </>
  );
}

function DocPage({ place }: { place: PageAddress }) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(pageQuery(i18n.language, place.page));
  return (
    <>
      <Text mb={-10} c="dimmed" fz="sm" fw={600}>
        {t(`docs.chapters.${place.chapter}`)}
      </Text>
      <Title order={1} size="h2">
        {t(`docs.pages.${place.page}`)}
      </Title>
      {error && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <PageSkeleton />}
      {data && <PageBlocks blocks={data} />}
      <PageNavigation place={place} />
    </>
  );
}

function PageBlocks({ blocks }: { blocks: Page }) {
  useLinkedHeading();
  return blocks.map((block, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a page never change
    <DocBlock key={at} block={block} />
  ));
}

/** Scrolls to and focuses the heading in the URL (`?section=`); without a heading in the URL, the page starts at the top. */
function useLinkedHeading(): void {
  const [parameters] = useSearchParams();
  const { pathname, key } = useLocation();
  const wanted = parameters.get("section");
  // biome-ignore lint/correctness/useExhaustiveDependencies: clicking the same link again scrolls again
  useEffect(() => {
    const element = wanted ? document.getElementById(elementIdOf(wanted)) : null;
    if (element) element.scrollIntoView();
    else scrollTo(0, 0);
    element?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
  }, [pathname, wanted, key]);
}

/** Links to the previous and next page. */
function PageNavigation({ place }: { place: PageAddress }) {
  const { t } = useTranslation();
  const { before, after } = neighboursOf(place);
  return (
    <Group
      component="nav"
      gap="sm"
      align="stretch"
      justify="space-between"
      mt="lg"
      pt={20}
      style={{ borderTop: "1px solid var(--shoal-line)" }}
      aria-label={t("docs.turn")}
    >
      {before ? (
        <Button
          component={Link}
          to={pathOf(before)}
          variant="subtle"
          leftSection={<IconArrowLeft size={16} />}
        >
          {t(`docs.pages.${before.page}`)}
        </Button>
      ) : (
        <span />
      )}
      {after && (
        <Button
          component={Link}
          to={pathOf(after)}
          variant="subtle"
          rightSection={<IconArrowRight size={16} />}
        >
          {t(`docs.pages.${after.page}`)}
        </Button>
      )}
    </Group>
  );
}
