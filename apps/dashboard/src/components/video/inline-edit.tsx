import { IconPencil } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts } from "../../i18n/index.ts";
import { notifyUnreachable } from "../../lib/notify.ts";
import classes from "./inline-edit.module.css";
import type { InlineEditProps } from "./inline-edit-props.ts";
import type { InlineEditor } from "./inline-editor.tsx";

/** Fetched when somebody edits, with the texts of a conflict: a library is read more often than it is changed. */
async function fetchEditor(): Promise<typeof InlineEditor> {
  const parts = Promise.all([import("./inline-editor.tsx"), loadTexts("manage")]);
  const [editor] = await parts.catch(notifyUnreachable);
  return editor.InlineEditor;
}

/**
 * A text that turns into a field, with confirm and cancel. Escape cancels; the keyboard returns to the pencil. What
 * somebody else saves meanwhile is told.
 */
export function InlineEdit<T>(props: InlineEditProps<T>) {
  const { name, canEdit, view, isCompact = false } = props;
  const { t } = useTranslation();
  // Undefined while nobody edits.
  const [Editor, setEditor] = useState<typeof InlineEditor>();
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !Editor) pencil.current?.focus();
    wasEditing.current = Editor !== undefined;
  }, [Editor]);
  if (Editor) return <Editor {...props} onEnd={() => setEditor(undefined)} />;
  const handleEdit = () =>
    fetchEditor().then(
      (editor) => setEditor(() => editor),
      // The reader was told that it could not be fetched.
      () => undefined,
    );
  return (
    <div className={classes.view} data-compact={isCompact}>
      <div className={classes.value}>{view}</div>
      {canEdit && (
        // A hundred cards have three each: an element of the browser's own costs a tenth of a component.
        <button
          ref={pencil}
          type="button"
          className={classes.pencil}
          aria-label={t("video.edit", { name })}
          onClick={handleEdit}
        >
          <IconPencil size={isCompact ? 15 : 17} />
        </button>
      )}
    </div>
  );
}
