import { Pill, Stack, TextInput } from "@mantine/core";
import { MAX_TAG_LENGTH, MAX_TAGS, TAG_SEPARATOR } from "@shoal/contract";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { keepRowFocus } from "../ui/keep-row-focus.ts";

/**
 * Adds a tag. Invalid and existing tags change nothing.
 * @example withTag(["sea"], " shore ") // ["sea", "shore"]
 */
function withTag(tags: string[], text: string): string[] {
  const tag = text.replaceAll(TAG_SEPARATOR, " ").trim().slice(0, MAX_TAG_LENGTH).trim();
  return tag === "" || tags.includes(tag) || tags.length >= MAX_TAGS ? tags : [...tags, tag];
}

/** Shows removable tags and a field to add more. Backspace in the empty field removes the last tag. */
export function TagField({ tags, onChange }: { tags: string[]; onChange: (tags: string[]) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  function add(): void {
    onChange(withTag(tags, text));
    setText("");
  }
  function handleKey(event: KeyboardEvent): void {
    // During composition, Enter confirms the input method's text instead of adding a tag.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      add();
    } else if (event.key === "Backspace" && text === "") onChange(tags.slice(0, -1));
  }
  return (
    <Stack gap="xs">
      {tags.length > 0 && (
        <Pill.Group ref={keepRowFocus}>
          {tags.map((tag) => (
            <Pill
              key={tag}
              size="lg"
              withRemoveButton
              removeButtonProps={{
                "aria-hidden": false,
                tabIndex: 0,
                "aria-label": t("video.removeTag", { tag }),
              }}
              onRemove={() => onChange(tags.filter((other) => other !== tag))}
            >
              {tag}
            </Pill>
          ))}
        </Pill.Group>
      )}
      <TextInput
        autoFocus
        aria-label={t("video.tags")}
        placeholder={t("video.addTag")}
        maxLength={MAX_TAG_LENGTH}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={handleKey}
        onBlur={add}
      />
    </Stack>
  );
}
