import { Box, Button, Group, Skeleton } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconMinus, IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { TagFilter } from "../../../components/video/tags/tag-filter.tsx";
import type { useDisplayMode } from "../display-mode.ts";
import { hasAdvancedFilters, type LibraryFilters, type LibraryState, readFilters } from "../library-list.ts";
import { Legend } from "./legend.tsx";
import { ModeSwitch } from "./mode-switch.tsx";
import { NestedSwitch } from "./nested-switch.tsx";
import { SortMenu } from "./sort-menu.tsx";
import toolbar from "./toolbar.module.css";

/** Fetched when they are first opened. */
const AdvancedFilters = lazy(async () => ({
  default: (await import("./advanced-filters.tsx")).AdvancedFilters,
}));

interface ToolbarProps {
  state: LibraryState;
  display: ReturnType<typeof useDisplayMode>;
  onSort: (sort: LibraryState["sort"]) => void;
  onFilters: (change: Partial<LibraryFilters>) => void;
}

/** What narrows, orders and shapes the list. The panel is open when the address sets something of it. */
export function Toolbar({ state, display, onSort, onFilters }: ToolbarProps) {
  const { t } = useTranslation();
  const filters = readFilters(state.filters);
  const isChanged = hasAdvancedFilters(filters);
  const [isOpen, setOpen] = useState(isChanged);
  // On a phone alone, where the videos come first; elsewhere there is room for all of it.
  const [isDisplayOpen, setDisplayOpen] = useState(false);
  const Sign = isOpen ? IconMinus : IconPlus;
  return (
    <>
      <div className={toolbar.bar}>
        <Group gap={8} className={toolbar.buttons ?? ""}>
          <Button
            variant="default"
            leftSection={<Sign size={16} />}
            rightSection={
              isChanged && <Box component="span" w={8} h={8} bdrs="50%" bg="light-dark(#c24e00, #ffa94d)" />
            }
            aria-expanded={isOpen}
            {...(isChanged ? { "aria-label": `${t("filters.advanced")}, ${t("filters.changed")}` } : {})}
            onClick={() => setOpen(!isOpen)}
          >
            {t("filters.advanced")}
          </Button>
          <Button
            variant="default"
            className={toolbar.opener ?? ""}
            leftSection={<IconAdjustmentsHorizontal size={16} />}
            aria-expanded={isDisplayOpen}
            aria-controls="library-display"
            onClick={() => setDisplayOpen(!isDisplayOpen)}
          >
            {t("sorting.andDisplay")}
          </Button>
        </Group>
        <div id="library-display" className={toolbar.display} data-open={isDisplayOpen}>
          <NestedSwitch isNested={filters.isNested} onNested={(isNested) => onFilters({ isNested })} />
          <Group gap={8}>
            <SortMenu sort={state.sort} onSort={onSort} />
            <ModeSwitch mode={display.mode} modes={display.modes} onMode={display.choose} />
            <Legend />
          </Group>
        </div>
      </div>
      <Suspense fallback={<Skeleton h={330} mb="md" radius="lg" />}>
        {isOpen && <AdvancedFilters filters={filters} onChange={onFilters} />}
      </Suspense>
      <div className={toolbar.tags}>
        <TagFilter filters={filters} onChange={onFilters} />
      </div>
    </>
  );
}
