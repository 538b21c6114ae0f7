import { ActionIcon, Box, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { keepRowFocus } from "../../ui/keep-row-focus.ts";
import classes from "./entries-field.module.css";

const ROW_PX = 34;

interface EntriesListProps {
  label: string;
  entries: readonly string[];
  /** Removes an entry; without this function the list is read-only. */
  onRemove?: (entry: string) => void;
}

/** A scrollable list of entries, which renders only the visible entries of up to 50,000. */
export function EntriesList({ label, entries, onRemove }: EntriesListProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: entries.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  if (entries.length === 0) return null;
  return (
    <Box
      ref={box}
      component="section"
      mah={206}
      bd="1px solid var(--shoal-line)"
      bdrs={8}
      bg="var(--shoal-sunken)"
      style={{ overflowY: "auto" }}
      aria-label={label}
      tabIndex={0}
    >
      <Box component="ul" ref={keepRowFocus} pos="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = entries[index] ?? "";
          return (
            <li key={entry} className={classes.entry} style={{ transform: `translateY(${start}px)` }}>
              <Text span truncate miw={0} ff="monospace" fz={13}>
                {entry}
              </Text>
              {onRemove && (
                <ActionIcon
                  size={24}
                  variant="subtle"
                  color="gray"
                  aria-label={t("deliveryRules.lists.remove", { entry })}
                  onClick={() => onRemove(entry)}
                >
                  <IconX size={14} />
                </ActionIcon>
              )}
            </li>
          );
        })}
      </Box>
    </Box>
  );
}
