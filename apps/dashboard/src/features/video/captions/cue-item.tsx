import { ActionIcon, Text, Textarea, TextInput } from "@mantine/core";
import { formatCueTime } from "@shoal/domain";
import {
  IconArrowMerge,
  IconArrowsSplit,
  IconBracketsContainEnd,
  IconBracketsContainStart,
  IconPlayerPlay,
  IconPlus,
  IconTrash,
} from "@tabler/icons-react";
import { type ReactNode, type Ref, useRef } from "react";
import { useTranslation } from "react-i18next";
import { usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import classes from "./captions.module.css";
import type { CueActions } from "./cue-actions.ts";
import { type CueRow, changeRow, parseMs, sortRows } from "./cue-rows.ts";
import type { CueEdits } from "./use-cue-edits.ts";

interface CueItemProps {
  ref: Ref<HTMLLIElement>;
  row: CueRow;
  next: CueRow | undefined;
  index: number;
  count: number;
  language: string;
  edits: CueEdits;
  actions: CueActions;
  offsetPx: number;
  /** Whether the focus is, or was last, in this caption. */
  isCurrent: boolean;
  isPlaying: boolean;
  onSelect: () => void;
}

/** Edits one caption: its times and text, with actions for the current caption. */
export function CueItem(props: CueItemProps) {
  const { ref, row, next, index, count, language, edits, offsetPx, isCurrent, isPlaying, onSelect } = props;
  const { t } = useTranslation();
  const number = index + 1;
  const fault = edits.faults.get(row.key) ?? {};
  const change = (part: Partial<CueRow>) =>
    edits.set(changeRow(edits.rows, row.key, part), `${row.key} ${Object.keys(part)[0]}`);
  const textOf = (name: string | undefined) =>
    name && t(`captions.editor.faults.${name as "missing" | "early" | "unreadable" | "long"}`);
  const isOverlapping =
    next !== undefined && (parseMs(row.end) ?? 0) > (parseMs(next.start) ?? Number.MAX_VALUE);
  return (
    <li
      ref={ref}
      className={classes.cue}
      data-index={index}
      data-cue={row.key}
      data-current={isCurrent}
      data-playing={isPlaying}
      style={{ transform: `translateY(${offsetPx}px)` }}
      aria-posinset={number}
      aria-setsize={count}
      aria-label={t("captions.editor.row", { number })}
      onFocus={onSelect}
    >
      <Text
        span
        pt={6}
        c="dimmed"
        fz="xs"
        ta="right"
        style={{ fontVariantNumeric: "tabular-nums" }}
        aria-hidden
      >
        {number}
      </Text>
      <div className={classes.times}>
        {(["start", "end"] as const).map((edge) => (
          <TextInput
            key={edge}
            size="xs"
            aria-label={t(`captions.editor.${edge}`, { number })}
            value={row[edge]}
            error={textOf(fault[edge])}
            onChange={(event) => change({ [edge]: event.currentTarget.value })}
            onBlur={() => edits.set(tidyTimes(edits.rows, row), `${row.key} ${edge}`)}
          />
        ))}
      </div>
      <div className={classes.words}>
        <Textarea
          size="sm"
          autosize
          minRows={2}
          maxRows={6}
          dir="auto"
          lang={language}
          spellCheck
          aria-label={t("captions.editor.text", { number })}
          value={row.text}
          error={textOf(fault.text)}
          onChange={(event) => change({ text: event.currentTarget.value })}
        />
        {isOverlapping && (
          <Text size="xs" c="dimmed">
            {t("captions.editor.overlap")}
          </Text>
        )}
      </div>
      {isCurrent && <CueButtons {...props} />}
    </li>
  );
}

/** Normalises a valid time and moves the row to its sorted position. */
function tidyTimes(rows: readonly CueRow[], { key, start, end }: CueRow): CueRow[] {
  const whole = (text: string) => {
    const ms = parseMs(text);
    return ms === undefined ? text : formatCueTime(ms);
  };
  return sortRows(changeRow(rows, key, { start: whole(start), end: whole(end) }));
}

function CueButtons({ row, index, edits, actions }: CueItemProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLFieldSetElement>(null);
  const sec = usePreviewTime()?.sec;
  const now = sec === undefined ? undefined : formatCueTime(Math.round(sec * 1_000));
  const button = (
    name: "play" | "startHere" | "endHere" | "split" | "merge" | "addAfter" | "remove",
    icon: ReactNode,
    onClick: () => void,
    isDisabled = false,
  ) => (
    <ActionIcon
      key={name}
      variant="subtle"
      color={name === "remove" ? "red" : "gray"}
      size="md"
      disabled={isDisabled}
      aria-label={t(`captions.editor.${name}`)}
      title={t(`captions.editor.${name}`)}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
  const caret = () =>
    place.current?.closest("li")?.querySelector<HTMLTextAreaElement>("textarea")?.selectionStart;
  const isLast = edits.rows.at(-1)?.key === row.key;
  const setTime = (part: Partial<CueRow>) => edits.set(sortRows(changeRow(edits.rows, row.key, part)));
  return (
    <fieldset
      ref={place}
      aria-label={t("captions.editor.actions", { number: index + 1 })}
      className={classes.cueButtons}
    >
      {button("play", <IconPlayerPlay size={16} />, () => actions.play(row), now === undefined)}
      {button(
        "startHere",
        <IconBracketsContainStart size={16} />,
        () => now && setTime({ start: now }),
        now === undefined,
      )}
      {button(
        "endHere",
        <IconBracketsContainEnd size={16} />,
        () => now && setTime({ end: now }),
        now === undefined,
      )}
      {button("split", <IconArrowsSplit size={16} />, () => actions.split(row, caret()))}
      {button("merge", <IconArrowMerge size={16} />, () => actions.merge(row), isLast)}
      {button("addAfter", <IconPlus size={16} />, () => actions.addAfter(row))}
      {button("remove", <IconTrash size={16} />, () => actions.remove(row))}
    </fieldset>
  );
}
