import { Button, Checkbox, NativeSelect, Popover, SegmentedControl, Stack } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { type CommentFilter, countFilters, NO_FILTER, type ResolvedFilter } from "./threads.ts";

const RESOLVED_FILTERS = ["all", "open", "resolved"] as const satisfies readonly ResolvedFilter[];

interface FilterMenuProps {
  filter: CommentFilter;
  people: readonly string[];
  onChange: (filter: CommentFilter) => void;
}

export function FilterMenu({ filter, people, onChange }: FilterMenuProps) {
  const { t } = useTranslation();
  const count = countFilters(filter);
  const set = (change: Partial<CommentFilter>) => onChange({ ...filter, ...change });
  return (
    <Popover width={280} position="bottom-end" shadow="lg" trapFocus returnFocus>
      <Popover.Target>
        <Button
          size="sm"
          variant={count > 0 ? "light" : "default"}
          leftSection={<IconFilter size={16} />}
          px="sm"
        >
          {count > 0 ? t("comments.filterCount", { count }) : t("comments.filters")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("comments.filters")}>
        <Stack gap="sm">
          <SegmentedControl
            fullWidth
            aria-label={t("comments.state")}
            value={filter.resolved}
            data={RESOLVED_FILTERS.map((value) => ({ value, label: t(`comments.states.${value}`) }))}
            onChange={(value) => set({ resolved: RESOLVED_FILTERS.find((each) => each === value) ?? "all" })}
          />
          <Checkbox
            label={t("comments.mine")}
            checked={filter.isMine}
            onChange={(event) => set({ isMine: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("comments.mentionsMe")}
            checked={filter.mentionsMe}
            onChange={(event) => set({ mentionsMe: event.currentTarget.checked })}
          />
          <Checkbox
            label={t("comments.withDrawing")}
            checked={filter.hasDrawing}
            onChange={(event) => set({ hasDrawing: event.currentTarget.checked })}
          />
          <NativeSelect
            label={t("comments.person")}
            value={filter.person}
            data={[
              { value: "", label: t("comments.anyone") },
              ...people.map((name) => ({ value: name, label: name })),
            ]}
            onChange={(event) => set({ person: event.currentTarget.value })}
          />
          <Button variant="subtle" onClick={() => onChange({ ...NO_FILTER, search: filter.search })}>
            {t("comments.clearFilters")}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
