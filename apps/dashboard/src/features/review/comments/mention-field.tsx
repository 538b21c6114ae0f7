import { Textarea } from "@mantine/core";
import { COMMENT_TEXT_MAX_LENGTH, type ProjectPerson } from "@shoal/contract";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { plain } from "../../../lib/search-words.ts";
import classes from "./comments.module.css";
import { type OpenMention, openMentionAt, putMention } from "./mentions.ts";

interface MentionFieldProps {
  id?: string;
  label: string;
  placeholder?: string;
  value: string;
  people: readonly ProjectPerson[];
  error?: string | undefined;
  /** Takes the keyboard as it is shown: somebody has just asked to write. */
  isFocused?: boolean;
  onChange: (value: string) => void;
  onFocus?: () => void;
  /** Control or Command with Enter. */
  onSubmit: () => void;
  /** Escape, when no list of people is open. */
  onCancel?: () => void;
}

const CHOICES_MAX_COUNT = 6;

/** A text in which people of the project are mentioned behind an "@", with a list to choose them from. */
export function MentionField({
  id,
  label,
  placeholder = "",
  value,
  people,
  error,
  isFocused = false,
  onChange,
  onFocus,
  onSubmit,
  onCancel,
}: MentionFieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLTextAreaElement>(null);
  const wantedCaret = useRef<number>(undefined);
  const listId = useId();
  const [open, setOpen] = useState<OpenMention>();
  const [current, setCurrent] = useState(0);
  const choices = open ? choicesOf(people, open.typed) : [];
  const chosen = choices[Math.min(current, choices.length - 1)];

  useLayoutEffect(() => {
    if (wantedCaret.current === undefined) return;
    field.current?.setSelectionRange(wantedCaret.current, wantedCaret.current);
    wantedCaret.current = undefined;
  });

  function look(): void {
    const { current: text } = field;
    if (!text) return;
    setOpen(openMentionAt(text.value, text.selectionStart));
  }
  function choose({ username }: ProjectPerson): void {
    if (!open) return;
    const put = putMention(value, open, username);
    wantedCaret.current = put.caret;
    setOpen(undefined);
    onChange(put.text);
    field.current?.focus();
  }
  function handleKey(event: KeyboardEvent): void {
    const { key } = event;
    const isSubmit = key === "Enter" && (event.ctrlKey || event.metaKey);
    if (chosen && !isSubmit) {
      const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      if (step !== 0) setCurrent((current + step + choices.length) % choices.length);
      else if (key === "Escape") setOpen(undefined);
      else if (key === "Enter" || key === "Tab") choose(chosen);
      else return;
      event.preventDefault();
      event.stopPropagation();
    } else if (isSubmit) {
      event.preventDefault();
      onSubmit();
    } else if (key === "Escape") onCancel?.();
  }
  return (
    <div className={classes.mentionField}>
      <Textarea
        ref={field}
        id={id}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        error={error}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={COMMENT_TEXT_MAX_LENGTH}
        autoFocus={isFocused}
        aria-autocomplete="list"
        aria-controls={chosen ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${choices.indexOf(chosen)}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setCurrent(0);
          look();
        }}
        onFocus={onFocus}
        onClick={look}
        onKeyUp={({ key }) => {
          if (key === "ArrowLeft" || key === "ArrowRight") look();
        }}
        onKeyDown={handleKey}
        onBlur={() => setOpen(undefined)}
      />
      {chosen && (
        <div id={listId} className={classes.mentions} role="listbox" aria-label={t("comments.mentionList")}>
          {choices.map((person, place) => (
            <div
              key={person.username}
              id={`${listId}-${place}`}
              className={classes.mentionChoice}
              role="option"
              tabIndex={-1}
              aria-selected={person === chosen}
              // The field keeps the keyboard.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(person);
              }}
            >
              <strong>{person.username}</strong>
              {person.name && <span>{person.name}</span>}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** People whose username or name begins so come before those who have it inside. */
function choicesOf(people: readonly ProjectPerson[], typed: string): ProjectPerson[] {
  const wanted = plain(typed);
  const places = people.flatMap((person) => {
    const found = [person.username, person.name ?? ""].map((name) => plain(name).indexOf(wanted));
    const at = Math.min(...found.filter((each) => each >= 0));
    return Number.isFinite(at) ? [{ person, at }] : [];
  });
  return places
    .sort((one, other) => one.at - other.at || one.person.username.localeCompare(other.person.username))
    .slice(0, CHOICES_MAX_COUNT)
    .map(({ person }) => person);
}
