import { NativeSelect, Pagination } from "@mantine/core";
import { PAGE_SIZES } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import classes from "./pager.module.css";

export interface PageState {
  /** From 1. */
  page: number;
  pageSize: number;
}

interface PagerProps extends PageState {
  /** How many items there are in all. */
  size: number;
  onChange: (change: Partial<PageState>) => void;
}

const CONTROL_NAMES = {
  first: "paging.first",
  last: "paging.last",
  previous: "paging.previous",
  next: "paging.next",
} as const;

/** Pages and their size. One neighbour on each side makes 7 page buttons at most, where §9 allows 8. */
export function Pager({ page, pageSize, size, onChange }: PagerProps) {
  const { t } = useTranslation();
  const pages = Math.ceil(size / pageSize);
  return (
    <div className={classes.pager}>
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
            onChange={(next) => {
              onChange({ page: next });
              window.scrollTo({ top: 0 });
            }}
            getItemProps={(number) => ({ "aria-label": t("paging.page", { page: number }) })}
            getControlProps={(control) => ({ "aria-label": t(CONTROL_NAMES[control]) })}
          />
        </nav>
      )}
    </div>
  );
}
