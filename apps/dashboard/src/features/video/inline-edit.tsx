import { ActionIcon, Group } from "@mantine/core";
import { IconCheck, IconPencil, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConflictNotice } from "../../components/ui/form/conflict-notice.tsx";
import classes from "./inline-edit.module.css";
import { useInlineDraft } from "./use-inline-draft.ts";

interface InlineEditProps<T> {
  /** What is edited, as in 'Edit: Title'. */
  name: string;
  value: T;
  canEdit: boolean;
  /** Whether the draft may be saved. */
  isValid?: (draft: T) => boolean;
  /** Enter confirms; not where Enter writes a line or a tag. */
  isConfirmedByEnter?: boolean;
  /** The value as the server has it now. */
  read: () => Promise<T>;
  onSave: (value: T) => Promise<unknown>;
  view: ReactNode;
  editor: (draft: T, setDraft: (draft: T) => void) => ReactNode;
}

/** A text that turns into a field, with confirm and cancel. Escape cancels; the keyboard returns to the pencil. */
export function InlineEdit<T>(props: InlineEditProps<T>) {
  const { name, canEdit, view } = props;
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const pencil = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) pencil.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return <Editor {...props} onEnd={() => setEditing(false)} />;
  return (
    <div className={classes.view}>
      <div className={classes.value}>{view}</div>
      {canEdit && (
        <ActionIcon
          ref={pencil}
          variant="subtle"
          color="gray"
          className={classes.pencil}
          aria-label={t("video.edit", { name })}
          onClick={() => setEditing(true)}
        >
          <IconPencil size={17} />
        </ActionIcon>
      )}
    </div>
  );
}

function Editor<T>(props: InlineEditProps<T> & { onEnd: () => void }) {
  const { name, isValid = () => true, isConfirmedByEnter = false, editor, onEnd } = props;
  const { t } = useTranslation();
  const { draft, setDraft, changes, takeForeign, isSaving, save } = useInlineDraft(props);
  const canSave = isValid(draft);
  function handleKey(event: KeyboardEvent): void {
    if (event.key === "Escape") onEnd();
    if (event.key !== "Enter" || !isConfirmedByEnter) return;
    event.preventDefault();
    if (canSave) void save();
  }
  return (
    <div className={classes.place}>
      <ConflictNotice changes={changes} labelOf={() => name} textOf={textOf} onTake={takeForeign} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside */}
      <div className={classes.editor} onKeyDown={handleKey}>
        <div className={classes.value}>{editor(draft, setDraft)}</div>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            size="lg"
            aria-label={t("video.save", { name })}
            disabled={!canSave}
            loading={isSaving}
            onClick={() => void save()}
          >
            <IconCheck size={18} />
          </ActionIcon>
          <ActionIcon size="lg" variant="default" aria-label={t("video.discard", { name })} onClick={onEnd}>
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </div>
    </div>
  );
}

const textOf = (_: string, value: unknown) => (Array.isArray(value) ? value.join(", ") : String(value));
