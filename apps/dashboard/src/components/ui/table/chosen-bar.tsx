import { Button, Group, Text } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import classes from "./chosen-bar.module.css";
import { type Selection, useSelectedItems } from "./use-selection.ts";

interface ChosenBarProps<T extends { uuid: string }> {
  /** The rows of the current page, which can be selected together. */
  items: readonly T[];
  selection: Selection<T>;
  /** The actions on the selected items: a `ChosenActions`. */
  children: ReactNode;
}

/** Shows the checkbox that selects all loaded items of a list, and the actions for the selected items. */
export function ChosenBar<T extends { uuid: string }>({ items, selection, children }: ChosenBarProps<T>) {
  const { t } = useTranslation();
  const count = useSelectedItems(selection).size;
  return (
    <div className={classes.bar} role="toolbar" aria-label={t("bulk.label")} data-active={count > 0}>
      <Group gap="xs">
        <Button size="compact-md" variant="default" onClick={() => selection.selectAll(items)}>
          {t("bulk.selectAll")}
        </Button>
        <Button size="compact-md" variant="default" disabled={count === 0} onClick={selection.clear}>
          {t("bulk.deselectAll")}
        </Button>
        <Text size="sm" fw={600} aria-live="polite" miw="6em" style={{ fontVariantNumeric: "tabular-nums" }}>
          {t("bulk.selected", { count })}
        </Text>
      </Group>
      {children}
    </div>
  );
}

interface ChosenActionsProps {
  actions: readonly { text: string; Icon: Icon; run: () => void }[];
  isDisabled: boolean;
}

/** The actions for the selected items; icons only on phones. */
export function ChosenActions({ actions, isDisabled }: ChosenActionsProps) {
  return (
    <Group gap={6}>
      {actions.map(({ text, Icon, run }) => (
        <Button
          key={text}
          title={text}
          size="compact-md"
          variant="default"
          className={classes.action ?? ""}
          leftSection={<Icon size={16} aria-hidden />}
          disabled={isDisabled}
          onClick={run}
        >
          <span className={classes.text}>{text}</span>
        </Button>
      ))}
    </Group>
  );
}
