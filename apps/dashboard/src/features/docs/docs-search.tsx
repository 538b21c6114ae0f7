import { CloseButton, Stack, Text, TextInput, Title } from "@mantine/core";
import { IconSearch, IconSearchOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { HighlightedText } from "../../components/ui/highlighted-text.tsx";
import { EmptyState, ErrorState, PageSkeleton } from "../../components/ui/states.tsx";
import { pathOf } from "./contents.ts";
import classes from "./docs-page.module.css";
import { allPagesQuery } from "./load-pages.ts";
import { searchPages } from "./search-pages.ts";

interface DocsSearchProps {
  search: string;
  onSearch: (search: string) => void;
}

/** Searches while the reader types, which is possible because all texts are loaded. */
export function DocsSearch({ search, onSearch }: DocsSearchProps) {
  const { t } = useTranslation();
  return (
    <search>
      <TextInput
        type="search"
        maxLength={100}
        aria-label={t("docs.search")}
        placeholder={t("docs.find")}
        leftSection={<IconSearch size={16} />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
        rightSection={
          search && <CloseButton size={24} aria-label={t("docs.clearSearch")} onClick={() => onSearch("")} />
        }
      />
    </search>
  );
}

/** Lists the pages that contain the searched words, with excerpts. */
export function SearchHits({ search, onSearch }: DocsSearchProps) {
  const { t, i18n } = useTranslation();
  const { data, error, refetch } = useQuery(allPagesQuery(i18n.language));
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  if (!data) return <PageSkeleton />;
  const pages = data.map((page) => ({ ...page, title: t(`docs.pages.${page.page}`) }));
  const hits = searchPages(pages, search);
  return (
    <>
      <Title order={1} size="h2" aria-live="polite">
        {t("docs.found", { count: hits.length })}
      </Title>
      {hits.length === 0 && (
        <EmptyState
          icon={<IconSearchOff size={34} />}
          title={t("docs.nothing", { search: search.trim() })}
          text={t("docs.nothingHint")}
        />
      )}
      <Stack component="ul" gap={4}>
        {hits.map((hit) => (
          <li key={hit.page}>
            <Link to={pathOf(hit)} className={classes.hit} onClick={() => onSearch("")}>
              <strong>
                <HighlightedText text={hit.title} search={search} />
              </strong>
              <Text span c="dimmed" fz="sm" style={{ overflowWrap: "anywhere" }}>
                <HighlightedText text={hit.excerpt} search={search} />
              </Text>
            </Link>
          </li>
        ))}
      </Stack>
    </>
  );
}
