import { Text } from "@mantine/core";
import { type ResponseOf, routes } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useChatConnection } from "../../../lib/chat-line.ts";
import { call } from "../../../lib/session.ts";
import { RoomAvatar } from "../rooms/room-avatar.tsx";
import { ChoiceSearch } from "./choice-search.tsx";
import classes from "./dialogs.module.css";

type Colleague = ResponseOf<typeof routes.listChatPeople>[number];

interface PeopleSearchProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  /** Uuids of the chosen people. */
  chosen: ReadonlySet<string>;
  /** Uuids of people who are not offered. */
  without?: ReadonlySet<string>;
  onToggle: (person: Colleague) => void;
}

/** Finds colleagues by name and lets the user choose some of them. */
export function PeopleSearch({ without, ...props }: PeopleSearchProps) {
  const { t } = useTranslation();
  const { people: present } = useChatConnection();
  return (
    <ChoiceSearch
      {...props}
      name="people"
      placeholder={t("chat.findPeople")}
      empty={t("chat.nobodyFound")}
      find={(query, signal) => call(routes.listChatPeople, { query }, { signal })}
      isOffered={({ uuid }) => !without?.has(uuid)}
    >
      {({ uuid, username, name }) => (
        <>
          <RoomAvatar name={username} presence={present.get(uuid) ?? "gone"} sizePx={30} />
          <span className={classes.names}>
            <Text span size="sm" truncate>
              {username}
            </Text>
            {name && (
              <Text span size="xs" c="dimmed" truncate>
                {name}
              </Text>
            )}
          </span>
        </>
      )}
    </ChoiceSearch>
  );
}

/** Returns the chosen people after a click on one of them. */
export const toggleUuid = (chosen: readonly string[], uuid: string): string[] =>
  chosen.includes(uuid) ? chosen.filter((each) => each !== uuid) : [...chosen, uuid];
