import { Alert, Box, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import classes from "./entries-field.module.css";
import { type EntryKind, kindOf } from "./entry-kinds.ts";
import type { ParsedList } from "./parse-list.ts";

const MAX_SHOWN_FAULTS = 20;

/** The parsed entries of the text that the user added. */
export interface AddedEntries extends ParsedList {
  kind: EntryKind;
  isTooMany: boolean;
  max: number;
  /** The entered and the normalised spelling of a single entry, if they differ. */
  meant?: { typed: string; kept: string };
}

/** Reports which lines of the input were added to the list, and why other lines were not. */
export function AddResult({ notes }: { notes: AddedEntries | undefined }) {
  const { t } = useTranslation();
  return (
    <div aria-live="polite" className={classes.notes}>
      {notes && !notes.isTooMany && <AddedText notes={notes} />}
      {notes?.isTooMany && <Alert color="red">{t("deliveryRules.lists.tooMany", { max: notes.max })}</Alert>}
      {notes && notes.faults.length > 0 && <LineFaults notes={notes} />}
    </div>
  );
}

function AddedText({ notes: { entries, repeated, meant } }: { notes: AddedEntries }) {
  const { t } = useTranslation();
  const texts = [
    entries.length > 1 && t("deliveryRules.lists.added", { count: entries.length }),
    repeated > 0 && t("deliveryRules.lists.repeated", { count: repeated }),
    meant && t("deliveryRules.lists.meant", meant),
  ].filter(Boolean);
  if (texts.length === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {texts.join(" ")}
    </Text>
  );
}

function LineFaults({ notes: { faults, kind } }: { notes: AddedEntries }) {
  const { t } = useTranslation();
  const more = faults.length - MAX_SHOWN_FAULTS;
  return (
    <Alert color="red" title={t(`deliveryRules.lists.${kindOf(kind).fault}`)}>
      <Box component="ul" m={0} pl={18} style={{ overflowWrap: "anywhere" }}>
        {faults.slice(0, MAX_SHOWN_FAULTS).map(({ line, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list may contain the same text twice
          <li key={index}>
            {t("deliveryRules.lists.line", { line })}: <code>{text}</code>
          </li>
        ))}
      </Box>
      {more > 0 && t("deliveryRules.lists.moreFaults", { count: more })}
    </Alert>
  );
}
