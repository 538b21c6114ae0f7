import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import classes from "./search-field.module.css";

const DEBOUNCE_MS = 2_000; // §9

interface SearchFieldProps {
  search: string;
  onSearch: (search: string) => void;
  /** The searched objects, as the field's name and placeholder. */
  label: string;
  clearLabel: string;
  maxLength?: number;
}

/** Searches two seconds after the last key, or at once on Enter. */
export function SearchField({ search, onSearch, label, clearLabel, maxLength = 200 }: SearchFieldProps) {
  const [text, setText] = useState(search);
  // The address changed by other means, as by the Back button.
  useEffect(() => setText(search), [search]);
  const wanted = text.trim();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another text starts the two seconds again
  useEffect(() => {
    if (wanted === search) return;
    const timer = setTimeout(() => onSearch(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted, search]);
  const clear = () => {
    setText("");
    onSearch("");
  };
  // Not a separate form: it may be inside one, which Enter must not submit.
  function handleKey(event: KeyboardEvent): void {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onSearch(wanted);
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
        rightSection={text && <CloseButton size="sm" aria-label={clearLabel} onClick={clear} />}
      />
    </search>
  );
}
