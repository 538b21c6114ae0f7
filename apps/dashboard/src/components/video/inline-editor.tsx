import { ActionIcon, Group } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "react-i18next";
import { ConflictNotice } from "../ui/form/conflict-notice.tsx";
import classes from "./inline-edit.module.css";
import type { InlineEditProps } from "./inline-edit-props.ts";
import { useInlineDraft } from "./use-inline-draft.ts";

/** The field of an InlineEdit with its buttons. */
export function InlineEditor<T>(props: InlineEditProps<T> & { onEnd: () => void }) {
  const { name, isValid = () => true, isConfirmedByEnter = false, isCompact = false, editor, onEnd } = props;
  const { t } = useTranslation();
  const { draft, setDraft, changes, takeForeign, isSaving, save } = useInlineDraft(props);
  const canSave = isValid(draft);
  const size = isCompact ? "md" : "lg";
  function handleKey(event: KeyboardEvent): void {
    if (event.key === "Escape") onEnd();
    if (event.key !== "Enter" || !isConfirmedByEnter) return;
    event.preventDefault();
    if (canSave) void save();
  }
  return (
    <div className={classes.place}>
      <ConflictNotice changes={changes} textOf={textOf} onTake={takeForeign} isCompact={isCompact} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside */}
      <div className={classes.editor} onKeyDown={handleKey}>
        <div className={classes.value}>{editor(draft, setDraft)}</div>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            size={size}
            aria-label={t("video.save", { name })}
            disabled={!canSave}
            loading={isSaving}
            onClick={() => void save()}
          >
            <IconCheck size={18} />
          </ActionIcon>
          <ActionIcon size={size} variant="default" aria-label={t("video.discard", { name })} onClick={onEnd}>
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </div>
    </div>
  );
}

const textOf = (_: string, value: unknown) => (Array.isArray(value) ? value.join(", ") : String(value));
