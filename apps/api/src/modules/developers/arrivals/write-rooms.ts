import type { ArchiveLine } from "./archive-lines.ts";
import type { WriteContext } from "./arrived.types.ts";
import type { ArrivedUuids } from "./arrived-uuids.ts";

interface AssignedUuids {
  teamOf: ArrivedUuids;
  projectOf: ArrivedUuids;
}

/**
 * Writes chat rooms with their messages and files. Rooms of teams and projects have the members of their team or project. Archives
 * do not list the members of other rooms, so their creators and authors become members if they are users here. Rooms without
 * members are left out.
 */
export async function writeRooms(
  writing: WriteContext,
  places: AssignedUuids,
): Promise<{ fileOf: ArrivedUuids; roomCount: number; messageCount: number; leftCount: number }> {
  const { lines, rows, personOf, uuidsOf } = writing;
  const written = Map.groupBy(lines.messages, ({ room_uuid }) => room_uuid);
  const people = new Map(
    lines.rooms.map(({ uuid, owner_uuid }) => [uuid, peopleOf(owner_uuid, written.get(uuid) ?? [])]),
  );
  const isFor = ({ uuid, kind, team_uuid, project_uuid }: ArchiveLine<"rooms">) => {
    if (kind === "team") return places.teamOf.isNew(team_uuid ?? "");
    if (kind === "project") return places.projectOf.isNew(project_uuid ?? "");
    return (people.get(uuid)?.length ?? 0) > 0;
  };
  const wanted = lines.rooms.filter(isFor);
  const roomOf = await uuidsOf("rooms", wanted);
  const here = new Map<string, string>();
  for (const room of wanted) if (roomOf.isNew(room.uuid)) here.set(room.uuid, await addRoom(room));
  const messages = [...here].flatMap(([old, room_uuid]) =>
    (written.get(old) ?? [])
      .toSorted((a, b) => a.position - b.position)
      .map((each, n) => ({
        ...each,
        room_uuid,
        position: n + 1,
        seq: n + 1,
        sender_uuid: personOf(each.sender_uuid)?.uuid ?? null,
        pinned_by: each.pinned_at === null ? null : each.sender_name,
        mentions: [],
        mention_uuids: [],
        mentions_room: false,
        is_agent: false,
        revision: 1,
      })),
  );
  await rows.addRows("chat_messages", messages);
  const made = new Map(wanted.map(({ uuid, created_at }) => [uuid, created_at]));
  await rows.settleRooms(
    [...here].map(([old, uuid]) => {
      const own = written.get(old) ?? [];
      const lastAt = own.reduce((last, { created_at }) => (created_at > last ? created_at : last), "");
      const createdAt = made.get(old) ?? lastAt;
      return { uuid, count: own.length, createdAt, lastAt: lastAt || createdAt };
    }),
  );
  const ids = new Set(messages.map(({ room_uuid, id }) => `${room_uuid} ${id}`));
  const files = lines["message-files"].filter((file) =>
    ids.has(`${here.get(file.room_uuid)} ${file.message_id}`),
  );
  const fileOf = await uuidsOf("messageFiles", files);
  await rows.addRows(
    "chat_files",
    files.map((each) => ({
      ...each,
      uuid: fileOf.of(each.uuid),
      room_uuid: here.get(each.room_uuid),
      object_uuid: fileOf.of(each.uuid),
      is_audio: each.media_type.startsWith("audio/"),
    })),
  );
  return {
    fileOf,
    roomCount: here.size,
    messageCount: messages.length,
    leftCount: lines.rooms.filter((room) => room.kind === "custom" && !isFor(room)).length,
  };

  function peopleOf(owner: string | null, own: readonly ArchiveLine<"messages">[]): string[] {
    const all = [owner, ...own.map(({ sender_uuid }) => sender_uuid)];
    return [...new Set(all.flatMap((old) => personOf(old)?.uuid ?? []))];
  }

  /**
   * Adds a room, unless its team or project already has one.
   * @returns the uuid of the new or existing room.
   */
  async function addRoom(room: ArchiveLine<"rooms">): Promise<string> {
    const team_uuid = places.teamOf.of(room.team_uuid) ?? null;
    const project_uuid = places.projectOf.of(room.project_uuid) ?? null;
    const found =
      team_uuid !== null && room.kind === "team"
        ? await rows.findRoom("team_uuid", team_uuid)
        : project_uuid !== null && room.kind === "project"
          ? await rows.findRoom("project_uuid", project_uuid)
          : undefined;
    if (found !== undefined) {
      await rows.addThings("rooms", writing.arrivalUuid, [{ old_uuid: room.uuid, new_uuid: found }]);
      return found;
    }
    const uuid = roomOf.of(room.uuid) ?? room.uuid;
    const members = people.get(room.uuid) ?? [];
    const isCustom = room.kind === "custom";
    await rows.addRows("chat_rooms", [
      {
        uuid,
        kind: room.kind,
        name: room.name,
        team_uuid: room.kind === "team" ? team_uuid : null,
        project_uuid: room.kind === "project" ? project_uuid : null,
        owner_uuid: isCustom ? (members[0] ?? null) : null,
        seq: 0,
        last_position: 0,
        message_count: 0,
        last_at: room.created_at,
        created_at: room.created_at,
        revision: 1,
      },
    ]);
    if (isCustom)
      await rows.addRows(
        "chat_members",
        members.map((user_uuid) => ({
          room_uuid: uuid,
          user_uuid,
          is_agent: false,
          joined_at: room.created_at,
          read_position: 0,
          mailed_position: 0,
          is_muted: false,
          is_starred: false,
          is_archived: false,
        })),
      );
    return uuid;
  }
}
