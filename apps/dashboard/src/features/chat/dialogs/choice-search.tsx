import { Loader, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import { errorText } from "../../../lib/error-text.ts";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import classes from "./dialogs.module.css";

interface ChoiceSearchProps<T extends { uuid: string }> {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  placeholder: string;
  /** The text that is shown if nothing is found. */
  empty: string;
  /** The name of the search in the query key, which keeps its cached results separate from those of other searches. */
  name: string;
  find: (query: { limit: number; search?: string }, signal: AbortSignal) => Promise<readonly T[]>;
  /** Whether a result can be chosen; if omitted, all results can. */
  isOffered?: (found: T) => boolean;
  /** Uuids of the chosen results. */
  chosen: ReadonlySet<string>;
  onToggle: (found: T) => void;
  /** Renders a result. */
  children: (found: T) => ReactNode;
}

const DEBOUNCE_MS = 250;
const MAX_RESULTS = 50;

/** A search field with its results as buttons, which can be chosen. */
export function ChoiceSearch<T extends { uuid: string }>(props: ChoiceSearchProps<T>) {
  const { label, hint, error, placeholder, empty, name, find, isOffered, chosen, onToggle, children } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), DEBOUNCE_MS);
  const query = useQuery({
    queryKey: [CHAT_KEY, name, search],
    queryFn: ({ signal }) => find({ limit: MAX_RESULTS, ...(search ? { search } : {}) }, signal),
    placeholderData: (before) => before,
  });
  const offered = isOffered ? query.data?.filter(isOffered) : query.data;
  return (
    <div className={classes.search}>
      <TextInput
        label={label}
        description={hint}
        error={error}
        placeholder={placeholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={200}
        data-autofocus
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {query.isError && (
        <Text size="sm" role="alert">
          {errorText(query.error)}
        </Text>
      )}
      {query.isPending && <Loader size="sm" aria-label={t("app.loading")} />}
      <ul className={classes.people} {...staleMark(query.isPlaceholderData)}>
        {offered?.map((found) => (
          <li key={found.uuid}>
            <UnstyledButton
              className={classes.person}
              aria-pressed={chosen.has(found.uuid)}
              onClick={() => onToggle(found)}
            >
              {children(found)}
              {chosen.has(found.uuid) && <IconCheck size={17} aria-hidden />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {offered?.length === 0 && (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
    </div>
  );
}
