import {
  ActionIcon,
  Box,
  Button,
  Group,
  NativeSelect,
  Popover,
  Skeleton,
  Stack,
  Text,
  Tooltip,
} from "@mantine/core";
import { SORT_FIELDS, type SortField } from "@shoal/contract";
import {
  IconAdjustmentsHorizontal,
  IconLayoutGrid,
  IconLayoutList,
  IconMinus,
  IconPalette,
  IconPlus,
  IconSortAscending,
  IconSortDescending,
  IconTable,
} from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Change } from "../../../components/ui/table/list-address.ts";
import type { Sort } from "../../../components/ui/table/sort.ts";
import { TagFilter } from "../../../components/video/tags/tag-filter.tsx";
import { CARD_KINDS } from "../card-kind.ts";
import type { DisplayMode, useDisplayMode } from "../display-mode.ts";
import { KindLabel } from "../kind-label.tsx";
import {
  firstDirectionOf,
  hasAdvancedFilters,
  type LibraryFilters,
  type LibraryState,
  parseFilters,
} from "../library-list.ts";
import classes from "./legend.module.css";
import { NestedSwitch } from "./nested-switch.tsx";
import toolbar from "./toolbar.module.css";

const MODE_ICONS = { mosaic: IconLayoutGrid, list: IconLayoutList, oldList: IconTable } as const;

interface ModeSwitchProps {
  mode: DisplayMode;
  modes: readonly DisplayMode[];
  onMode: (mode: DisplayMode) => void;
}

/** Selects the display mode of the library. */
function ModeSwitch({ mode, modes, onMode }: ModeSwitchProps) {
  const { t } = useTranslation();
  return (
    <Group gap={4} role="group" aria-label={t("modes.label")} wrap="nowrap">
      {modes.map((known) => {
        const Icon = MODE_ICONS[known];
        return (
          <Tooltip key={known} label={t(`modes.${known}`)}>
            <ActionIcon
              size={36}
              variant={known === mode ? "filled" : "default"}
              aria-pressed={known === mode}
              aria-label={t(`modes.${known}`)}
              onClick={() => onMode(known)}
            >
              <Icon size={18} />
            </ActionIcon>
          </Tooltip>
        );
      })}
    </Group>
  );
}

/** The code of the panels is loaded when they are first opened. */
const LazyAdvancedFilters = lazy(async () => ({
  default: (await import("./advanced-filters.tsx")).AdvancedFilters,
}));

interface ToolbarProps {
  state: LibraryState;
  display: ReturnType<typeof useDisplayMode>;
  onSort: (sort: LibraryState["sort"]) => void;
  onFilters: (change: Change<LibraryFilters>) => void;
}

/** Edits the filters, order and display mode of the list. The panel of filters is open at first if the URL contains a filter. */
export function Toolbar({ state, display, onSort, onFilters }: ToolbarProps) {
  const { t } = useTranslation();
  const filters = parseFilters(state.filters);
  const isChanged = hasAdvancedFilters(filters);
  const [isOpen, setOpen] = useState(isChanged);
  // The tools are collapsed only on phones, where the videos come first.
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
            <KindLegend />
          </Group>
        </div>
      </div>
      <Suspense fallback={<Skeleton h={330} mb="md" radius="lg" />}>
        {isOpen && <LazyAdvancedFilters filters={filters} onChange={onFilters} />}
      </Suspense>
      <div className={toolbar.tags}>
        <TagFilter filters={filters} onChange={onFilters} />
      </div>
    </>
  );
}

/** Shows the legend of card colours (§2). */
function KindLegend() {
  const { t } = useTranslation();
  return (
    <Popover position="bottom-end" withArrow shadow="lg" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          className={classes.button ?? ""}
          leftSection={<IconPalette size={17} aria-hidden />}
          title={t("kinds.label")}
        >
          <span className={classes.label}>{t("kinds.label")}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("kinds.title")} tabIndex={-1} data-autofocus>
        <Text fw={650} mb={8} component="h2" size="md">
          {t("kinds.title")}
        </Text>
        <Stack component="ul" gap={6}>
          {CARD_KINDS.map((kind) => (
            <li key={kind}>
              <KindLabel kind={kind} />
            </li>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

interface SortMenuProps {
  sort: Sort<SortField>;
  onSort: (sort: Sort<SortField>) => void;
}

/** Selects the order of the list: a new field starts in the field's default direction (§5), and the button reverses it. */
function SortMenu({ sort, onSort }: SortMenuProps) {
  const { t } = useTranslation();
  const [field, direction] = (Object.entries(sort)[0] ?? ["createdAt", -1]) as [SortField, 1 | -1];
  const Icon = direction === 1 ? IconSortAscending : IconSortDescending;
  const name = t(direction === 1 ? "sorting.ascending" : "sorting.descending");
  return (
    <Group gap={4} wrap="nowrap">
      <NativeSelect
        aria-label={t("sorting.label")}
        value={field}
        data={SORT_FIELDS.map((value) => ({ value, label: t(`sorting.fields.${value}`) }))}
        onChange={(event) => {
          const next = event.currentTarget.value as SortField;
          onSort({ [next]: firstDirectionOf(next) });
        }}
      />
      <Tooltip label={name}>
        <ActionIcon
          size={36}
          variant="default"
          aria-label={t("sorting.turn", { direction: name })}
          onClick={() => onSort({ [field]: direction === 1 ? -1 : 1 })}
        >
          <Icon size={18} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
