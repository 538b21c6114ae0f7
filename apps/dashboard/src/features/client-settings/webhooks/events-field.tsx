import {
  type ComboboxItem,
  type ComboboxParsedItem,
  MultiSelect,
  type MultiSelectProps,
  Text,
} from "@mantine/core";
import { WEBHOOK_EVENTS, type WebhookEventType } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { toPlainText } from "../../../lib/search-words.ts";

/** The subjects of webhook events, in display order. */
const SUBJECT_GROUPS = {
  videos: ["video"],
  lives: ["live"],
  alerts: ["alert"],
  projects: ["version", "comment", "decision"],
  chat: ["chat"],
  members: ["member"],
  invoices: ["invoice"],
  cdn: ["cdn"],
} as const;

interface EventItem extends ComboboxItem {
  value: WebhookEventType;
  /** The explanation of the event, which is searched too. */
  meaning: string;
}

/** Selects events, grouped by subject: each has its name in messages and an explanation. */
export function EventsField(props: Omit<MultiSelectProps, "data">) {
  const { t } = useTranslation();
  const data = Object.entries(SUBJECT_GROUPS).map(([subject, prefixes]) => ({
    group: t(`webhooks.subjects.${subject as keyof typeof SUBJECT_GROUPS}`),
    items: WEBHOOK_EVENTS.filter((value) => prefixes.some((prefix) => value.startsWith(`${prefix}.`))).map(
      (value): EventItem => ({ value, label: value, meaning: t(`webhooks.meanings.${value}`) }),
    ),
  }));
  return (
    <MultiSelect
      data={data}
      searchable
      clearable
      maxDropdownHeight={320}
      nothingFoundMessage={t("webhooks.noEvent")}
      filter={({ options, search }) => findEvents(options, toPlainText(search.trim()))}
      renderOption={({ option }) => (
        <div>
          <Text size="sm" ff="monospace">
            {option.value}
          </Text>
          <Text size="xs" c="dimmed">
            {(option as EventItem).meaning}
          </Text>
        </div>
      )}
      {...props}
    />
  );
}

function findEvents(options: ComboboxParsedItem[], wanted: string): ComboboxParsedItem[] {
  return options.flatMap((option): ComboboxParsedItem[] => {
    if ("items" in option) {
      const items = findEvents(option.items, wanted) as EventItem[];
      return items.length > 0 ? [{ ...option, items }] : [];
    }
    const { value, meaning } = option as EventItem;
    return toPlainText(`${value} ${meaning}`).includes(wanted) ? [option] : [];
  });
}
