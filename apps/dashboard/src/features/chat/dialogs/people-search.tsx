import { Loader, Text, TextInput, UnstyledButton } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ResponseOf, routes } from "@shoal/contract";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { staleMark } from "../../../components/ui/stale-mark.ts";
import { useChatLine } from "../../../lib/chat-line.ts";
import { errorText } from "../../../lib/error-text.ts";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import { call } from "../../../lib/session.ts";
import { Face } from "../rooms/face.tsx";
import classes from "./dialogs.module.css";

export type Colleague = ResponseOf<typeof routes.listChatPeople>[number];

interface PeopleSearchProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** Uuids. */
  chosen: ReadonlySet<string>;
  /** Who is not offered. */
  without?: ReadonlySet<string>;
  onToggle: (person: Colleague) => void;
}

const SEARCH_AFTER_MS = 250;
const SHOWN_MAX = 50;
const NOBODY: ReadonlySet<string> = new Set();

/** Colleagues by name, of whom some are chosen. */
export function PeopleSearch({ label, hint, error, chosen, without = NOBODY, onToggle }: PeopleSearchProps) {
  const { t } = useTranslation();
  const { people: present } = useChatLine();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), SEARCH_AFTER_MS);
  const query = useQuery({
    queryKey: [CHAT_KEY, "people", search],
    queryFn: ({ signal }) =>
      call(routes.listChatPeople, { query: { limit: SHOWN_MAX, ...(search ? { search } : {}) } }, { signal }),
    placeholderData: (before) => before,
  });
  const people = query.data?.filter(({ uuid }) => !without.has(uuid));
  return (
    <div className={classes.search}>
      <TextInput
        label={label}
        description={hint}
        error={error}
        placeholder={t("chat.findPeople")}
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
        {people?.map((person) => (
          <li key={person.uuid}>
            <UnstyledButton
              className={classes.person}
              aria-pressed={chosen.has(person.uuid)}
              onClick={() => onToggle(person)}
            >
              <Face name={person.username} presence={present.get(person.uuid) ?? "gone"} sizePx={30} />
              <span className={classes.names}>
                <Text span size="sm" truncate>
                  {person.username}
                </Text>
                {person.name && (
                  <Text span size="xs" c="dimmed" truncate>
                    {person.name}
                  </Text>
                )}
              </span>
              {chosen.has(person.uuid) && <IconCheck size={17} aria-hidden />}
            </UnstyledButton>
          </li>
        ))}
      </ul>
      {people?.length === 0 && (
        <Text size="sm" c="dimmed">
          {t("chat.nobodyFound")}
        </Text>
      )}
    </div>
  );
}
