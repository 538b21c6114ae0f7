import { Button, SegmentedControl } from "@mantine/core";
import { VIDEO_WARNINGS } from "@shoal/contract";
import { IconFilterOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import chips from "../../../components/video/tags/chips.module.css";
import { categoriesQuery } from "../labels-query.ts";
import {
  hasAdvancedFilters,
  type LibraryFilters,
  NO_ADVANCED_FILTERS,
  STATUS_CHOICES,
} from "../library-list.ts";
import { ChoiceChips } from "./choice-chips.tsx";
import classes from "./filters.module.css";

interface AdvancedFiltersProps {
  filters: LibraryFilters;
  onChange: (change: Partial<LibraryFilters>) => void;
}

/** Type, status, warnings and categories (§5). */
export function AdvancedFilters({ filters, onChange }: AdvancedFiltersProps) {
  const { t } = useTranslation();
  const categories = useQuery(categoriesQuery).data ?? [];
  return (
    <section className={classes.panel} aria-label={t("filters.advanced")} id="advanced-filters">
      <fieldset className={chips.group}>
        <legend className={chips.name}>{t("filters.type")}</legend>
        <SegmentedControl
          size="xs"
          value={filters.type || "all"}
          data={(["all", "live", "vod"] as const).map((value) => ({
            value,
            label: t(`filters.types.${value}`),
          }))}
          onChange={(value) => onChange({ type: value === "all" ? "" : value })}
        />
      </fieldset>
      <ChoiceChips
        label={t("filters.status")}
        choices={STATUS_CHOICES.map((value) => ({ value, text: t(`filters.statuses.${value}`) }))}
        chosen={filters.statuses}
        onChoose={(statuses) => onChange({ statuses })}
      />
      <ChoiceChips
        label={t("filters.warning")}
        choices={VIDEO_WARNINGS.map((value) => ({ value, text: t(`filters.warnings.${value}`) }))}
        chosen={filters.warnings}
        onChoose={(warnings) => onChange({ warnings })}
      />
      {categories.length > 0 && (
        <ChoiceChips
          label={t("filters.category")}
          choices={categories.map(({ id, name, videoCount }) => ({
            value: id,
            text: `${name} (${videoCount})`,
          }))}
          chosen={filters.categories}
          onChoose={(chosen) => onChange({ categories: chosen })}
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
    </section>
  );
}
