import { Textarea } from "@mantine/core";
import {
  type KeyboardEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { toPlainText } from "../../lib/search-words.ts";
import classes from "./mention-field.module.css";
import { insertMention, type OpenMention, openMentionAt } from "./mentions.ts";

/** A person, or a group such as "room", that can be mentioned. */
export interface Mentionable {
  username: string;
  name?: string | null;
}

/** The functions through which buttons around the field control it. */
export interface MentionFieldHandle {
  focus: () => void;
  /** Inserts a string at the position of the caret. */
  insert: (text: string) => void;
}

interface MentionFieldProps {
  handle?: Ref<MentionFieldHandle>;
  id?: string;
  label: string;
  /** The accessible name of the list of people. */
  listLabel: string;
  maxLength: number;
  minRows?: number;
  /** Enter sends and Shift+Enter inserts a line break; otherwise Ctrl or Cmd+Enter sends. */
  isSentByEnter?: boolean;
  placeholder?: string;
  value: string;
  people: readonly Mentionable[];
  error?: string | undefined;
  /** Whether to focus the field when it appears, for a user who has just chosen to write. */
  isFocused?: boolean;
  onChange: (value: string) => void;
  onFocus?: () => void;
  onSubmit: () => void;
  /** Called on Escape, unless the list of people is open. */
  onCancel?: () => void;
  /** Called on Arrow Up in an empty field. */
  onUp?: () => void;
}

const MAX_CHOICES = 6;

/** A text field in which "@" mentions people, with a list to choose from. */
export function MentionField({
  handle,
  id,
  label,
  listLabel,
  maxLength,
  minRows = 2,
  isSentByEnter = false,
  placeholder = "",
  value,
  people,
  error,
  isFocused = false,
  onChange,
  onFocus,
  onSubmit,
  onCancel,
  onUp,
}: MentionFieldProps) {
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

  useImperativeHandle(handle, () => ({
    focus: () => field.current?.focus(),
    insert(text) {
      const from = field.current?.selectionStart ?? value.length;
      const to = field.current?.selectionEnd ?? from;
      wantedCaret.current = from + text.length;
      onChange(value.slice(0, from) + text + value.slice(to));
      field.current?.focus();
    },
  }));

  function findMention(): void {
    const { current: text } = field;
    if (!text) return;
    setOpen(openMentionAt(text.value, text.selectionStart));
  }
  function choose({ username }: Mentionable): void {
    if (!open) return;
    const put = insertMention(value, open, username);
    wantedCaret.current = put.caret;
    setOpen(undefined);
    onChange(put.text);
    field.current?.focus();
  }
  function handleKey(event: KeyboardEvent): void {
    const { key } = event;
    const isHeld = event.ctrlKey || event.metaKey;
    // During composition, Enter confirms the input method's text instead of sending.
    const isSubmit =
      key === "Enter" && !event.nativeEvent.isComposing && (isHeld || (isSentByEnter && !event.shiftKey));
    if (chosen && !(isSubmit && isHeld)) {
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
    } else if (key === "ArrowUp" && value === "" && onUp) {
      event.preventDefault();
      onUp();
    } else if (key === "Escape") onCancel?.();
  }
  return (
    <div className={classes.field}>
      <Textarea
        ref={field}
        id={id}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        error={error}
        autosize
        minRows={minRows}
        maxRows={10}
        maxLength={maxLength}
        autoFocus={isFocused}
        aria-autocomplete="list"
        aria-controls={chosen ? listId : undefined}
        aria-activedescendant={chosen ? `${listId}-${choices.indexOf(chosen)}` : undefined}
        onChange={(event) => {
          onChange(event.currentTarget.value);
          setCurrent(0);
          findMention();
        }}
        onFocus={onFocus}
        onClick={findMention}
        onKeyUp={({ key }) => {
          if (key === "ArrowLeft" || key === "ArrowRight") findMention();
        }}
        onKeyDown={handleKey}
        onBlur={() => setOpen(undefined)}
      />
      {chosen && (
        <div id={listId} className={classes.list} role="listbox" aria-label={listLabel}>
          {choices.map((person, index) => (
            <div
              key={person.username}
              id={`${listId}-${index}`}
              className={classes.choice}
              role="option"
              tabIndex={-1}
              aria-selected={person === chosen}
              // Pressing a pointer on the list must not move the focus out of the field.
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

/** Sorts the people found: those whose username or name starts with the text precede those that contain it. */
function choicesOf(people: readonly Mentionable[], typed: string): Mentionable[] {
  const wanted = toPlainText(typed);
  const places = people.flatMap((person) => {
    const found = [person.username, person.name ?? ""].map((name) => toPlainText(name).indexOf(wanted));
    const at = Math.min(...found.filter((each) => each >= 0));
    return Number.isFinite(at) ? [{ person, at }] : [];
  });
  return places
    .sort((one, other) => one.at - other.at || one.person.username.localeCompare(other.person.username))
    .slice(0, MAX_CHOICES)
    .map(({ person }) => person);
}
