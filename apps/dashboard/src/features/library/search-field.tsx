import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./library-page.module.css";

const DEBOUNCE_MS = 2_000; // §9

/** Searches two seconds after the last key, or at once on Enter. */
export function SearchField({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const { t } = useTranslation();
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

  return (
    <search className={classes.search}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSearch(wanted);
        }}
      >
        <TextInput
          type="search"
          maxLength={300}
          aria-label={t("library.search")}
          placeholder={t("library.search")}
          leftSection={<IconSearch size={16} />}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          rightSection={
            text && (
              <CloseButton
                size="sm"
                aria-label={t("library.clearSearch")}
                onClick={() => {
                  setText("");
                  onSearch("");
                }}
              />
            )
          }
        />
      </form>
    </search>
  );
}
