import { Button, Group, NativeSelect, Pagination, TextInput } from "@mantine/core";
import { PAGE_SIZES } from "@shoal/contract";
import { useState } from "react";
import { useTranslation } from "react-i18next";

export interface PageState {
  /** The current page, starting at 1. */
  page: number;
  pageSize: number;
}

interface PagerProps extends PageState {
  /** The total number of items on all pages. */
  size: number;
  /**
   * Whether the list is only a section of the page. The page then keeps its scroll position; otherwise, each page of the list starts at the
   * top.
   */
  isPart?: boolean;
  onChange: (change: Partial<PageState>) => void;
}

const CONTROL_NAMES = {
  first: "paging.first",
  last: "paging.last",
  previous: "paging.previous",
  next: "paging.next",
} as const;

const MIN_PAGES_FOR_GO_TO = 10; // §2

/** Selects the page and its size. Shows one neighbour on each side of the current page, which makes at most 7 page buttons; §9 allows 8. */
export function Pager({ page, pageSize, size, isPart = false, onChange }: PagerProps) {
  const { t } = useTranslation();
  const pages = Math.ceil(size / pageSize);
  function handlePage(next: number): void {
    onChange({ page: next });
    if (!isPart) window.scrollTo({ top: 0 });
  }
  return (
    <Group gap="md" justify="space-between" mt={28}>
      <NativeSelect
        size="sm"
        aria-label={t("paging.size")}
        value={String(pageSize)}
        data={PAGE_SIZES.map((value) => ({
          value: String(value),
          label: t("paging.perPage", { count: value }),
        }))}
        onChange={(event) => onChange({ pageSize: Number(event.currentTarget.value), page: 1 })}
      />
      {pages > 1 && (
        <nav aria-label={t("paging.pages")}>
          <Pagination
            total={pages}
            siblings={1}
            value={page}
            onChange={handlePage}
            getItemProps={(number) => ({ "aria-label": t("paging.page", { page: number }) })}
            getControlProps={(control) => ({ "aria-label": t(CONTROL_NAMES[control]) })}
          />
        </nav>
      )}
      {pages > MIN_PAGES_FOR_GO_TO && <GoToPage pages={pages} onPage={handlePage} />}
    </Group>
  );
}

/** Opens a page by its number. A number beyond the last opens the last. */
function GoToPage({ pages, onPage }: { pages: number; onPage: (page: number) => void }) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState("");
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const page = Number.parseInt(wanted, 10);
        if (Number.isNaN(page)) return;
        onPage(Math.min(Math.max(1, page), pages));
        setWanted("");
      }}
    >
      <Group gap="xs" align="stretch" wrap="nowrap">
        <TextInput
          w={130}
          size="sm"
          type="number"
          min={1}
          max={pages}
          aria-label={t("paging.goTo")}
          placeholder={t("paging.goTo")}
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default">
          {t("paging.go")}
        </Button>
      </Group>
    </form>
  );
}
