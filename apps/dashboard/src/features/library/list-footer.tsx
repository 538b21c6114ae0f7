import { Group, NativeSelect, Pagination } from "@mantine/core";
import { PAGE_SIZES } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import type { VideoListState } from "../../lib/video-cache.ts";
import classes from "./list-footer.module.css";

interface ListFooterProps {
  state: VideoListState;
  size: number;
  onChange: (change: Partial<VideoListState>) => void;
}

const CONTROL_NAMES = {
  first: "library.firstPage",
  last: "library.lastPage",
  previous: "library.previousPage",
  next: "library.nextPage",
} as const;

/** Pages and their size. One neighbour on each side makes 7 page buttons at most, where §9 allows 8. */
export function ListFooter({ state, size, onChange }: ListFooterProps) {
  const { t } = useTranslation();
  const pages = Math.ceil(size / state.pageSize);
  return (
    <div className={classes.footer}>
      <NativeSelect
        size="sm"
        aria-label={t("library.pageSize")}
        value={String(state.pageSize)}
        data={PAGE_SIZES.map((value) => ({
          value: String(value),
          label: t("library.perPage", { count: value }),
        }))}
        onChange={(event) => onChange({ pageSize: Number(event.currentTarget.value) })}
      />
      {pages > 1 && (
        <Group component="nav" aria-label={t("library.pages")}>
          <Pagination
            total={pages}
            siblings={1}
            value={state.page}
            onChange={(page) => {
              onChange({ page });
              window.scrollTo({ top: 0 });
            }}
            getItemProps={(page) => ({ "aria-label": t("library.page", { page }) })}
            getControlProps={(control) => ({ "aria-label": t(CONTROL_NAMES[control]) })}
          />
        </Group>
      )}
    </div>
  );
}
