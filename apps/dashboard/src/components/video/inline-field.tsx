import { ActionIcon, Box, Group, Stack } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { notifyUnreachable } from "../../lib/notify.ts";
import { useReportUnsaved } from "../ui/form/unsaved.ts";
import { type InlineDraft, isSameValue } from "./inline-draft.ts";
import classes from "./inline-edit.module.css";
import type { InlineEditProps } from "./inline-edit-props.ts";
import type { InlineEditor } from "./inline-editor.tsx";

/**
 * Loads the code for saving, and the texts for edit conflicts, only when a user edits: most visits to the library change nothing.
 */
async function loadEditor(): Promise<typeof InlineEditor> {
  const editor = await import("./inline-editor.tsx").catch(notifyUnreachable);
  return editor.InlineEditor;
}

/**
 * The field of an InlineEdit with its buttons. The field appears with the click and stays the same element, which keeps text typed before
 * the code for saving has loaded. Saving waits for that code.
 */
export function InlineField<T>(props: InlineEditProps<T> & { onEnd: () => void }) {
  const { name, value, isValid = () => true, isConfirmedByEnter = false, isCompact = false, onEnd } = props;
  const { t } = useTranslation();
  const [held, setHeld] = useState<InlineDraft<T>>(() => ({
    base: { value },
    draft: { value },
    changes: [],
  }));
  const [isSaving, setSaving] = useState(false);
  const [Editor, setEditor] = useState<typeof InlineEditor>();
  const draft = held.draft.value;
  useReportUnsaved(!isSameValue(held.base, held.draft));
  const load = () =>
    loadEditor().then(
      (editor) => setEditor(() => editor),
      // Ignores the rejection: the failure to load the code has been shown, and opening the field again retries.
      () => setSaving(false),
    );
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the field appears
  useEffect(() => {
    void load();
  }, []);
  const canSave = isValid(draft);
  function handleSave(): void {
    if (!canSave || isSaving) return;
    setSaving(true);
    if (!Editor) void load();
  }
  function handleKey(event: KeyboardEvent): void {
    // During composition, Enter and Escape control the input method, not the field.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") onEnd();
    if (event.key !== "Enter" || !isConfirmedByEnter) return;
    event.preventDefault();
    handleSave();
  }
  const size = isCompact ? "md" : "lg";
  return (
    <Stack gap={10}>
      {/* The field keeps its position among its siblings when the notice appears, and therefore keeps the focus. */}
      <Box display="contents">
        {Editor && (
          <Editor {...props} held={held} setHeld={setHeld} isSaving={isSaving} setSaving={setSaving} />
        )}
      </Box>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handler is for keys of the field inside */}
      <div className={classes.editor} onKeyDown={handleKey}>
        <div className={classes.value}>
          {props.editor(draft, (next) => setHeld((known) => ({ ...known, draft: { value: next } })))}
        </div>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            size={size}
            aria-label={t("video.save", { name })}
            disabled={!canSave}
            loading={isSaving}
            onClick={handleSave}
          >
            <IconCheck size={18} />
          </ActionIcon>
          <ActionIcon size={size} variant="default" aria-label={t("video.discard", { name })} onClick={onEnd}>
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </div>
    </Stack>
  );
}
