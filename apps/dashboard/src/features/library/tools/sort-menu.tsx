import { ActionIcon, Group, NativeSelect, Tooltip } from "@mantine/core";
import { SORT_FIELDS, type SortField } from "@shoal/contract";
import { IconSortAscending, IconSortDescending } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import type { Sort } from "../../../components/ui/table/sort.ts";
import { firstDirectionOf } from "../library-list.ts";

interface SortMenuProps {
  sort: Sort<SortField>;
  onSort: (sort: Sort<SortField>) => void;
}

/** The order of the list: another field begins in its own direction (§5), and the button turns it round. */
export function SortMenu({ sort, onSort }: SortMenuProps) {
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
