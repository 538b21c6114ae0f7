import { Avatar, Button, Group, Text, Tooltip } from "@mantine/core";
import type { ReviewPresence } from "@shoal/contract";
import { IconBroadcast, IconPlayerStop } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { initialsOf, presenceColour } from "../../../lib/person-color.ts";
import { useCommentsContext, useComposer } from "../comments/comments-context.ts";
import { useReview } from "../review-context.ts";
import { personsOf } from "./persons.ts";
import { useRoom, useRoomState } from "./review-together.tsx";

const MAX_SHOWN_PEOPLE = 6;

/** Shows the people on the version and the leader, with controls for leading and following. */
export function Participants() {
  const { t } = useTranslation();
  const { guest } = useReview();
  const room = useRoom();
  const state = useRoomState();
  if (!room || !state) return null;
  const { people, me, isLeading, leader, isFollowing } = state;
  if (state.hasEnded)
    return (
      <Text size="sm" c="var(--shoal-bad)" role="status">
        {t("together.ended")}
      </Text>
    );
  // Guests do not receive the names of team members.
  const leaderName = people.find(({ id }) => id === leader)?.name || t("together.team");
  const isAlone = people.length < 2 && state.isConnected && leader === undefined && !isLeading;
  return (
    // The live region must be in the document before its first text, but takes no space until then.
    <Group gap="xs" {...(isAlone ? { pos: "absolute" } : {})}>
      {!state.isConnected && (
        <Text size="sm" c="dimmed" role="status">
          {t("together.away")}
        </Text>
      )}
      {new Set(people.map(({ person }) => person)).size > 1 && <ParticipantList people={people} me={me} />}
      <div role="status">
        {leader !== undefined && <FollowStatus name={leaderName} isFollowing={isFollowing} />}
        {isLeading && <Text size="sm">{t("together.leading")}</Text>}
      </div>
      {leader !== undefined && (
        <Button size="compact-sm" variant="default" onClick={() => room.setFollowing(!isFollowing)}>
          {t(isFollowing ? "together.stopFollowing" : "together.follow")}
        </Button>
      )}
      {isLeading ? (
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconPlayerStop size={15} />}
          onClick={room.stopLeading}
        >
          {t("together.stopLeading")}
        </Button>
      ) : (
        !guest &&
        people.length > 1 &&
        leader === undefined && (
          <Tooltip label={t("together.leadHint")}>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconBroadcast size={15} />}
              onClick={room.lead}
            >
              {t("together.lead")}
            </Button>
          </Tooltip>
        )
      )}
    </Group>
  );
}

function FollowStatus({ name, isFollowing }: { name: string; isFollowing: boolean }) {
  const { t } = useTranslation();
  const { composer } = useCommentsContext();
  const { text, isDrawing } = useComposer(composer);
  const waits = isFollowing && (text.trim() !== "" || isDrawing);
  return (
    <Text size="sm">
      {t(waits ? "together.waits" : isFollowing ? "together.following" : "together.leads", { name })}
    </Text>
  );
}

/** Lists each person once, even if they have several pages open, and highlights the reader. */
function ParticipantList({
  people: pages,
  me,
}: {
  people: readonly ReviewPresence[];
  me: string | undefined;
}) {
  const { t } = useTranslation();
  const people = personsOf(pages, me);
  const more = people.length - MAX_SHOWN_PEOPLE;
  const nameOf = ({ id, name }: ReviewPresence) =>
    id === me ? t("together.you", { name }) : name || t("together.team");
  return (
    <Avatar.Group component="ul" spacing={6} aria-label={t("together.here")}>
      {people.slice(0, MAX_SHOWN_PEOPLE).map((person) => (
        <Tooltip key={person.id} label={nameOf(person)}>
          <Avatar
            component="li"
            size={30}
            role="listitem"
            aria-label={nameOf(person)}
            color={presenceColour(person)}
            variant="filled"
            styles={{ placeholder: { color: "#fff", background: presenceColour(person) } }}
          >
            {initialsOf(person.name || t("together.team"))}
          </Avatar>
        </Tooltip>
      ))}
      {more > 0 && (
        <Tooltip label={people.slice(MAX_SHOWN_PEOPLE).map(nameOf).join(", ")} multiline maw={280}>
          <Avatar component="li" size={30}>
            +{more}
          </Avatar>
        </Tooltip>
      )}
    </Avatar.Group>
  );
}
