import { Textarea } from "@mantine/core";
import { MAX_DESCRIPTION_LENGTH } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { InlineEdit } from "./inline-edit.tsx";
import type { InlineEditProps } from "./inline-edit-props.ts";
import { TagField } from "./tag-field.tsx";
import { TagList } from "./tags/tag-list.tsx";
import classes from "./text-edits.module.css";

/** The props of a text that is edited in place, except those for its presentation. */
export type EditedText<T> = Pick<InlineEditProps<T>, "name" | "value" | "canEdit" | "read" | "onSave">;

/** Shows the tags, which can be edited in place; shows nothing if the video has no tags and the user may not add any. */
export function EditableTags({ text }: { text: EditedText<string[]> }) {
  const { t } = useTranslation();
  const { value, canEdit } = text;
  if (value.length === 0 && !canEdit) return null;
  return (
    <InlineEdit
      {...text}
      isCompact
      view={
        value.length > 0 ? (
          <TagList tags={value} />
        ) : (
          <span className={classes.none}>{t("library.hasNoTags")}</span>
        )
      }
      editor={(draft, setDraft) => <TagField tags={draft} onChange={setDraft} />}
    />
  );
}

/**
 * Shows the beginning of the description, which can be edited in place; shows nothing if the video has no description and the user may not
 * write one.
 */
export function EditableDescription({ text }: { text: EditedText<string> }) {
  const { t } = useTranslation();
  const { name, value, canEdit } = text;
  if (value === "" && !canEdit) return null;
  return (
    <InlineEdit
      {...text}
      isCompact
      view={
        <p className={value ? classes.description : classes.none} title={value}>
          {value || t("library.hasNoDescription")}
        </p>
      }
      editor={(draft, setDraft) => (
        <Textarea
          size="xs"
          autoFocus
          autosize
          minRows={1}
          maxRows={2}
          aria-label={name}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
        />
      )}
    />
  );
}
