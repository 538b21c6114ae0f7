import { ActionIcon, Button, Group, Kbd, List, Popover, Text, TextInput } from "@mantine/core";
import { MAX_CAPTION_CUES } from "@shoal/contract";
import { formatCueTime } from "@shoal/domain";
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFocusCentered,
  IconKeyboard,
  IconPlus,
  IconSearch,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { usePreviewTime } from "../../../components/video/preview/use-preview.ts";
import { addRow, parseDelta, parseMs, shiftRows } from "./cue-rows.ts";
import type { CueEdits } from "./use-cue-edits.ts";

interface CueToolsProps {
  edits: CueEdits;
  search: string;
  foundCount: number;
  onSearch: (search: string) => void;
  /** Moves to a caption, even if the search hides it. */
  onGo: (key: string) => void;
}

/** Offers the actions on all captions. */
export function CueTools({ edits, search, foundCount, onSearch, onGo }: CueToolsProps) {
  const { t } = useTranslation();
  return (
    <Group gap="xs">
      <TextInput
        flex="1 1 180px"
        type="search"
        size="sm"
        leftSection={<IconSearch size={16} aria-hidden />}
        aria-label={t("captions.editor.search")}
        placeholder={t("captions.editor.search")}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Text size="sm" c="dimmed" role="status" mod="roomless">
        {search.trim() && t("captions.editor.found", { count: foundCount })}
      </Text>
      <Group gap={6}>
        <AddButton edits={edits} onGo={onGo} />
        <ShiftForm edits={edits} />
        <GoToPreview edits={edits} onGo={onGo} />
        <ActionIcon
          variant="default"
          size="lg"
          disabled={!edits.canUndo}
          aria-label={t("captions.editor.undo")}
          title={t("captions.editor.undo")}
          onClick={edits.undo}
        >
          <IconArrowBackUp size={17} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          disabled={!edits.canRedo}
          aria-label={t("captions.editor.redo")}
          title={t("captions.editor.redo")}
          onClick={edits.redo}
        >
          <IconArrowForwardUp size={17} />
        </ActionIcon>
        <ShortcutList />
      </Group>
    </Group>
  );
}

/** Adds a caption at the position of the preview, or at the end if there is no preview. */
function AddButton({ edits, onGo }: { edits: CueEdits; onGo: (key: string) => void }) {
  const { t } = useTranslation();
  const sec = usePreviewTime()?.sec;
  const lastMs = parseMs(edits.rows.at(-1)?.end ?? "") ?? 0;
  const ms = sec === undefined ? lastMs : Math.round(sec * 1_000);
  function handleAdd(): void {
    const { rows, key } = addRow(edits.rows, ms);
    edits.set(rows);
    onGo(key);
  }
  return (
    <Button
      size="xs"
      h={34}
      variant="default"
      leftSection={<IconPlus size={15} />}
      disabled={edits.rows.length >= MAX_CAPTION_CUES}
      onClick={handleAdd}
    >
      {sec === undefined
        ? t("captions.editor.add")
        : t("captions.editor.addHere", { time: formatCueTime(ms).slice(0, -4) })}
    </Button>
  );
}

function GoToPreview({ edits, onGo }: { edits: CueEdits; onGo: (key: string) => void }) {
  const { t } = useTranslation();
  const sec = usePreviewTime()?.sec;
  const ms = (sec ?? 0) * 1_000;
  const row = edits.rows.findLast(({ start }) => (parseMs(start) ?? 0) <= ms) ?? edits.rows[0];
  return (
    <ActionIcon
      variant="default"
      size="lg"
      disabled={sec === undefined || !row}
      aria-label={t("captions.editor.toPreview")}
      title={t("captions.editor.toPreview")}
      onClick={() => row && onGo(row.key)}
    >
      <IconFocusCentered size={17} />
    </ActionIcon>
  );
}

function ShiftForm({ edits }: { edits: CueEdits }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState("");
  const [fault, setFault] = useState("");
  function handleShift(): void {
    const ms = parseDelta(text);
    const rows = ms === undefined ? undefined : shiftRows(edits.rows, ms);
    if (rows) {
      edits.set(rows);
      setOpen(false);
      setText("");
    } else setFault(ms === undefined ? t("captions.editor.shiftFault") : t("captions.editor.shiftEarly"));
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withArrow position="bottom">
      <Popover.Target>
        <Button
          size="xs"
          h={34}
          variant="default"
          disabled={edits.rows.length === 0}
          onClick={() => setOpen(!isOpen)}
        >
          {t("captions.editor.shift")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("captions.editor.shift")}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            handleShift();
          }}
        >
          <Group align="flex-end" gap="xs">
            <TextInput
              label={t("captions.editor.shiftBy")}
              inputMode="decimal"
              maw={200}
              value={text}
              error={fault}
              onChange={(event) => {
                setText(event.currentTarget.value);
                setFault("");
              }}
              data-autofocus
            />
            <Button type="submit">{t("captions.editor.shiftApply")}</Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}

const SHORTCUT_NAMES = ["move", "add", "split", "merge", "remove", "play", "undo", "save"] as const;

function ShortcutList() {
  const { t } = useTranslation();
  return (
    <Popover withArrow position="bottom-end" width={300}>
      <Popover.Target>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t("captions.editor.keys")}
          title={t("captions.editor.keys")}
        >
          <IconKeyboard size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t("captions.editor.keys")}>
        <List size="sm" spacing={4} listStyleType="none" withPadding={false}>
          {SHORTCUT_NAMES.map((name) => (
            <List.Item key={name}>
              <KeyText text={t(`captions.editor.keyList.${name}`)} />
            </List.Item>
          ))}
        </List>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Shows a shortcut such as `Ctrl + S: save`, in which the keys precede the colon. */
function KeyText({ text }: { text: string }) {
  const at = text.indexOf(":");
  return (
    <>
      <Kbd size="xs">{text.slice(0, at).trim()}</Kbd> {text.slice(at + 1).trim()}
    </>
  );
}
