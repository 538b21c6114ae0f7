import { ActionIcon, Group } from "@mantine/core";
import { IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { errorText } from "../../lib/error-text.ts";
import { notify } from "../../lib/notify.ts";
import classes from "./inline-edit.module.css";

interface InlineEditProps<T> {
  /** What is edited, as in 'Edit the title'. */
  name: string;
  value: T;
  canEdit: boolean;
  /** Whether the draft may be saved. */
  isValid?: (draft: T) => boolean;
  /** Enter confirms; not where Enter writes a line or a tag. */
  isConfirmedByEnter?: boolean;
  /** Where there is little room, as on a card. */
  isCompact?: boolean;
  onSave: (value: T) => Promise<unknown>;
  view: ReactNode;
  editor: (draft: T, setDraft: (draft: T) => void) => ReactNode;
}

/** A text that turns into a field, with confirm and cancel. Escape cancels. */
export function InlineEdit<T>(props: InlineEditProps<T>) {
  const { name, value, canEdit, view, isCompact = false } = props;
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  if (isEditing) return <Editor {...props} initial={value} onEnd={() => setEditing(false)} />;
  return (
    <div className={classes.view} data-compact={isCompact}>
      <div className={classes.value}>{view}</div>
      {canEdit && (
        // A hundred cards have three each: an element of the browser's own costs a tenth of a component.
        <button
          type="button"
          className={classes.pencil}
          aria-label={t("video.edit", { name })}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={isCompact ? 15 : 17} />
        </button>
      )}
    </div>
  );
}

function Editor<T>({
  name,
  initial,
  isValid = () => true,
  isConfirmedByEnter = false,
  isCompact = false,
  onSave,
  editor,
  onEnd,
}: InlineEditProps<T> & { initial: T; onEnd: () => void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(initial);
  const [isSaving, setSaving] = useState(false);

  async function handleSave(): Promise<void> {
    if (!isValid(draft)) return;
    setSaving(true);
    try {
      await onSave(draft);
      onEnd();
    } catch (error) {
      notify.failure({ message: errorText(error) });
      setSaving(false);
    }
  }
  function handleKey(event: KeyboardEvent): void {
    if (event.key === "Escape") onEnd();
    if (event.key !== "Enter" || !isConfirmedByEnter) return;
    event.preventDefault();
    void handleSave();
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside
    <div className={classes.editor} onKeyDown={handleKey}>
      <div className={classes.value}>{editor(draft, setDraft)}</div>
      <Group gap={4} wrap="nowrap">
        <ActionIcon
          size={isCompact ? "md" : "lg"}
          aria-label={t("video.save", { name })}
          disabled={!isValid(draft)}
          loading={isSaving}
          onClick={() => void handleSave()}
        >
          <IconCheck size={18} />
        </ActionIcon>
        <ActionIcon
          size={isCompact ? "md" : "lg"}
          variant="default"
          aria-label={t("video.discard", { name })}
          onClick={onEnd}
        >
          <IconX size={18} />
        </ActionIcon>
      </Group>
    </div>
  );
}
