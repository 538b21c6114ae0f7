import { Button, Fieldset, FileButton, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { IconFileImport, IconPlus, IconSearch } from "@tabler/icons-react";
import { type ClipboardEvent, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import { type AddedEntries, AddResult } from "./add-result.tsx";
import classes from "./entries-field.module.css";
import { EntriesList } from "./entries-list.tsx";
import { type EntryKind, kindOf } from "./entry-kinds.ts";
import { parseList } from "./parse-list.ts";

/** The number of entries from which a list has a search field. */
const MIN_ENTRIES_FOR_SEARCH = 8;

interface EntriesFieldProps {
  kind: EntryKind;
  label: string;
  value: readonly string[];
  onChange: (entries: string[]) => void;
}

/**
 * Edits a list of addresses, subnets or hosts that may be long: entries are typed, pasted or read from a file, searched
 * and removed.
 */
export function EntriesField({ kind, label, value, onChange }: EntriesFieldProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const shown = useMemo(() => findEntries(value, search), [value, search]);
  return (
    <Fieldset variant="unstyled" aria-label={label}>
      <Stack gap={10}>
        <AddEntries kind={kind} label={label} value={value} onChange={onChange} />
        <div className={classes.head} hidden={value.length === 0}>
          <Text size="sm" fw={600} aria-live="polite">
            {t("deliveryRules.lists.count", { count: value.length })}
          </Text>
          {value.length >= MIN_ENTRIES_FOR_SEARCH && (
            <TextInput
              size="xs"
              flex="0 1 240px"
              aria-label={t("deliveryRules.lists.search")}
              placeholder={t("deliveryRules.lists.search")}
              leftSection={<IconSearch size={14} aria-hidden />}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          {value.length > 0 && (
            <Button size="compact-sm" variant="subtle" color="red" onClick={() => onChange([])}>
              {t("deliveryRules.lists.clear")}
            </Button>
          )}
        </div>
        {value.length > 0 && (
          <EntriesList
            label={label}
            entries={shown}
            onRemove={(entry) => onChange(value.filter((each) => each !== entry))}
          />
        )}
        {value.length > 0 && shown.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("deliveryRules.lists.noMatch")}
          </Text>
        )}
      </Stack>
    </Fieldset>
  );
}

function findEntries(entries: readonly string[], search: string): readonly string[] {
  const wanted = search.trim().toLowerCase();
  return wanted === "" ? entries : entries.filter((entry) => entry.includes(wanted));
}

function AddEntries({ kind, label, value, onChange }: EntriesFieldProps) {
  const { t } = useTranslation();
  const { read, max, placeholder } = kindOf(kind);
  const [typed, setTyped] = useState("");
  const [notes, setNotes] = useState<AddedEntries>();
  const reset = useRef<() => void>(null);
  function add(text: string): void {
    const list = parseList(text, read, value);
    const isTooMany = value.length + list.entries.length > max;
    const meant = normalizedEntryOf(text, list.entries);
    setNotes({ ...list, isTooMany, max, kind, ...(meant ? { meant } : {}) });
    if (isTooMany) return;
    setTyped(list.faults.length === 1 && !/[\r\n]/.test(text.trim()) ? typed : "");
    if (list.entries.length > 0) onChange([...value, ...list.entries]);
  }
  function handlePaste(event: ClipboardEvent): void {
    const text = event.clipboardData.getData("text");
    // A text of many lines would make the field slow, so its entries are moved to the list immediately.
    if (!/[\r\n]/.test(text.trim())) return;
    event.preventDefault();
    add(text);
  }
  /**
   * Adds a typed entry, which would otherwise not be saved. While a pointer is pressed, the addition waits, because a longer list would
   * move the pressed button away from the pointer.
   */
  function addTyped(): void {
    if (!typed.trim()) return;
    if (document.querySelector(":active") === null) add(typed);
    else
      addEventListener("mouseup", () => flushSync(() => add(typed)), {
        once: true,
        capture: true,
      });
  }
  function handleKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    if (event.currentTarget.value.trim()) add(event.currentTarget.value);
  }
  return (
    <div>
      <Group gap="xs" align="flex-start">
        <Textarea
          className={classes.typed ?? ""}
          aria-label={t("deliveryRules.lists.addTo", { name: label })}
          placeholder={placeholder}
          autosize
          minRows={1}
          maxRows={5}
          spellCheck={false}
          value={typed}
          error={Boolean(notes?.faults.length)}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={addTyped}
          onPaste={handlePaste}
          onKeyDown={handleKey}
        />
        <Group gap={8} wrap="nowrap">
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => typed.trim() && add(typed)}
          >
            {t("deliveryRules.lists.add")}
          </Button>
          <FileButton
            accept=".csv,.txt,text/csv,text/plain"
            resetRef={reset}
            onChange={(file) => {
              // Lets the same file be selected again after it was corrected.
              reset.current?.();
              void file?.text().then(add);
            }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileImport size={16} />}>
                {t("deliveryRules.lists.file")}
              </Button>
            )}
          </FileButton>
        </Group>
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {t("deliveryRules.lists.addHint")}
      </Text>
      <AddResult notes={notes} />
    </div>
  );
}

/** Returns both spellings of a single entry that is normalised; undefined otherwise. */
function normalizedEntryOf(
  text: string,
  [kept, more]: readonly string[],
): { typed: string; kept: string } | undefined {
  const typed = text.trim();
  const isOther = kept !== undefined && more === undefined && kept !== typed;
  return isOther && !/[\s,;]/.test(typed) ? { typed, kept } : undefined;
}
