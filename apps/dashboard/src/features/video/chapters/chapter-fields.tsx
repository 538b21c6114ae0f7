import { ActionIcon, Stack, TextInput } from "@mantine/core";
import { IconClock, IconTrash } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { keepRowFocus } from "../../../components/ui/keep-row-focus.ts";
import { usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import { roundSec, timeText } from "../../../lib/clock-text.ts";
import type { ChapterFaults, ChapterRow } from "./chapter-rows.ts";
import classes from "./chapters-section.module.css";

interface ChapterFieldsProps {
  rows: readonly ChapterRow[];
  /** The errors in the rows, by key of the row. */
  faults: ReadonlyMap<string, ChapterFaults>;
  onChange: (key: string, part: Partial<ChapterRow>) => void;
  onRemove: (key: string) => void;
  /** Called after the user has entered a time, so that the rows can be sorted. */
  onTimed: () => void;
}

/** Edits the chapters, one per line: time and title. */
export function ChapterFields({ rows, faults, onChange, onRemove, onTimed }: ChapterFieldsProps) {
  return (
    <Stack gap="xs" ref={keepRowFocus}>
      {rows.map((row, index) => (
        <ChapterRowFields
          key={row.key}
          row={row}
          number={index + 1}
          faults={faults.get(row.key) ?? {}}
          onChange={(part) => onChange(row.key, part)}
          onRemove={() => onRemove(row.key)}
          onTimed={onTimed}
        />
      ))}
    </Stack>
  );
}

interface ChapterRowFieldsProps {
  row: ChapterRow;
  number: number;
  faults: ChapterFaults;
  onChange: (part: Partial<ChapterRow>) => void;
  onRemove: () => void;
  onTimed: () => void;
}

function ChapterRowFields({ row, number, faults, onChange, onRemove, onTimed }: ChapterRowFieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.row}>
      <TextInput
        aria-label={t("videoPage.chapters.timeOf", { number })}
        placeholder="0:00"
        value={row.time}
        error={faults.time && t(`videoPage.chapters.faults.${faults.time}`)}
        onChange={(event) => onChange({ time: event.currentTarget.value })}
        onBlur={onTimed}
      />
      <TextInput
        aria-label={t("videoPage.chapters.nameOf", { number })}
        placeholder={t("videoPage.chapters.name")}
        maxLength={200}
        value={row.title}
        error={faults.title && t(`videoPage.chapters.faults.${faults.title}`)}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <CurrentTimeButton number={number} onAccept={(time) => onChange({ time })} />
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t("videoPage.chapters.remove", { number })}
        onClick={onRemove}
      >
        <IconTrash size={17} />
      </ActionIcon>
    </div>
  );
}

function CurrentTimeButton({ number, onAccept }: { number: number; onAccept: (time: string) => void }) {
  const { t } = useTranslation();
  const sec = usePreviewTime()?.sec;
  const name = t("videoPage.chapters.take", { number });
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={name}
      title={name}
      disabled={sec === undefined}
      onClick={() => onAccept(timeText(roundSec(sec ?? 0)))}
    >
      <IconClock size={17} />
    </ActionIcon>
  );
}
