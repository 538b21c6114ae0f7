import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import classes from "./search-field.module.css";

const DEBOUNCE_MS = 2_000; // §9

interface SearchFieldProps {
  search: string;
  onSearch: (search: string) => void;
  /** Name of the searched objects, used as the field's label and placeholder. */
  label: string;
  clearLabel: string;
  maxLength?: number;
}

/** A search field that applies the text two seconds after the last key, or immediately on Enter. */
export function SearchField({ search, onSearch, label, clearLabel, maxLength = 200 }: SearchFieldProps) {
  const [text, setText] = useState(search);
  const requested = useRef(search);
  // Only a search that was changed outside the field, for example by the Back button, replaces the text. Typed text may be newer than the
  // applied search.
  useEffect(() => {
    if (search !== requested.current) setText(search);
    requested.current = search;
  }, [search]);
  function request(next: string): void {
    requested.current = next;
    onSearch(next);
  }
  const wanted = text.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text restarts the delay
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => request(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, search]);
  const clear = () => {
    setText("");
    request("");
  };
  // The field is not a form of its own and may be inside a form, which Enter must not submit.
  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    request(wanted);
  }
  return (
    <search className={classes.search}>
      <TextInput
        type="search"
        enterKeyHint="search"
        maxLength={maxLength}
        aria-label={label}
        placeholder={label}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={handleKey}
        rightSection={text && <CloseButton size={24} aria-label={clearLabel} onClick={clear} />}
      />
    </search>
  );
}
