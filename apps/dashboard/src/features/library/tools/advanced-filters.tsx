import { Box, Button, SegmentedControl, Stack } from "@mantine/core";
import { VIDEO_WARNINGS } from "@shoal/contract";
import { IconFilterOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Change } from "../../../components/ui/table/list-address.ts";
import { categoriesQuery } from "../labels-query.ts";
import {
  hasAdvancedFilters,
  type LibraryFilters,
  NO_ADVANCED_FILTERS,
  STATUS_CHOICES,
} from "../library-list.ts";
import { ChoiceChips } from "./choice-chips.tsx";

interface AdvancedFiltersProps {
  filters: LibraryFilters;
  onChange: (change: Change<LibraryFilters>) => void;
}

/** Shows filters by type, status, warnings and categories (§5). */
export function AdvancedFilters({ filters, onChange }: AdvancedFiltersProps) {
  const { t } = useTranslation();
  const categories = useQuery(categoriesQuery).data ?? [];
  return (
    <Stack
      component="section"
      variant="panel"
      gap="md"
      py="md"
      px={18}
      mb="md"
      aria-label={t("filters.advanced")}
      id="advanced-filters"
    >
      <Box component="fieldset" m={0} p={0} miw={0} bd={0}>
        <Box component="legend" p={0} mb={6} fz={13} fw={600} c="dimmed">
          {t("filters.type")}
        </Box>
        <SegmentedControl
          size="xs"
          value={filters.type || "all"}
          data={(["all", "live", "vod"] as const).map((value) => ({
            value,
            label: t(`filters.types.${value}`),
          }))}
          onChange={(value) => onChange({ type: value === "all" ? "" : value })}
        />
      </Box>
      <ChoiceChips
        label={t("filters.status")}
        choices={STATUS_CHOICES.map((value) => ({ value, text: t(`filters.statuses.${value}`) }))}
        chosen={filters.statuses}
        onChoose={(choose) => onChange(({ statuses }) => ({ statuses: choose(statuses) }))}
      />
      <ChoiceChips
        label={t("filters.warning")}
        choices={VIDEO_WARNINGS.map((value) => ({ value, text: t(`filters.warnings.${value}`) }))}
        chosen={filters.warnings}
        onChoose={(choose) => onChange(({ warnings }) => ({ warnings: choose(warnings) }))}
      />
      {categories.length > 0 && (
        <ChoiceChips
          label={t("filters.category")}
          choices={categories.map(({ id, name, videoCount }) => ({
            value: id,
            text: `${name} (${videoCount})`,
          }))}
          chosen={filters.categories}
          onChoose={(choose) => onChange((latest) => ({ categories: choose(latest.categories) }))}
        />
      )}
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconFilterOff size={15} />}
        disabled={!hasAdvancedFilters(filters)}
        style={{ alignSelf: "flex-start" }}
        onClick={() => onChange(NO_ADVANCED_FILTERS)}
      >
        {t("filters.reset")}
      </Button>
    </Stack>
  );
}
