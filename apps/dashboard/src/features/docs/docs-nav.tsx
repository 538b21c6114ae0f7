import { NativeSelect, Stack, Text } from "@mantine/core";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { CHAPTERS, type ChapterId, type PageAddress, pathOf } from "./contents.ts";
import classes from "./docs-page.module.css";

/** Returns the chapters with their pages, in the reader's language. */
function useChapters() {
  const { t } = useTranslation();
  return (Object.keys(CHAPTERS) as ChapterId[]).map((chapter) => ({
    chapter,
    name: t(`docs.chapters.${chapter}`),
    pages: CHAPTERS[chapter].map((page) => ({
      page,
      title: t(`docs.pages.${page}`),
      to: pathOf({ chapter, page }),
    })),
  }));
}

interface DocsNavProps {
  place: PageAddress | undefined;
  /** Called when the reader chooses a page, even the current one. */
  onChoose: () => void;
}

/** Navigates the documentation: a column next to the page, or a select list on narrow screens. */
export function DocsNav({ place, onChoose }: DocsNavProps) {
  const { t } = useTranslation();
  const go = useNavigate();
  const chapters = useChapters();
  const nav = useRef<HTMLElement>(null);
  const page = place?.page;
  useEffect(() => {
    // The column may be longer than the window, so the current entry is scrolled into view.
    if (page) nav.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [page]);
  return (
    <>
      <NativeSelect
        className={classes.narrowNav ?? ""}
        label={t("docs.contents")}
        value={place ? pathOf(place) : ""}
        onChange={(event) => {
          onChoose();
          void go(event.currentTarget.value);
        }}
        data={[
          ...(place ? [] : [{ value: "", label: t("docs.choose") }]),
          ...chapters.map(({ name, pages }) => ({
            group: name,
            items: pages.map(({ to, title }) => ({ value: to, label: title })),
          })),
        ]}
      />
      <nav ref={nav} className={classes.wideNav} aria-label={t("docs.contents")}>
        {chapters.map(({ chapter, name, pages }) => (
          <Stack key={chapter} gap={2}>
            <Text span mb={4} mr="sm" ml="sm" c="dimmed" fz={13} fw={600}>
              {name}
            </Text>
            {pages.map(({ page: each, title, to }) => (
              <Link
                key={each}
                to={to}
                className={classes.entry}
                aria-current={each === page ? "page" : undefined}
                onClick={onChoose}
              >
                {title}
              </Link>
            ))}
          </Stack>
        ))}
      </nav>
    </>
  );
}
