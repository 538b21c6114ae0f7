import { randomUUID } from "node:crypto";
import type { ArrivalReport, RuleSettings } from "@shoal/contract";
import type { Tx } from "../../../platform/database.ts";
import type { WriteContext } from "./arrived.types.ts";
import { CLOSED_RULES, flattenRules, portableRules, rulesOfClient } from "./arrived-access.ts";
import { createImportedRowsRepository, type UniquelyNamedKind } from "./arrived-rows.repository.ts";
import { type ArrivedUuids, assignUuids, findFreeName } from "./arrived-uuids.ts";
import { writeProjects } from "./write-projects.ts";
import { writeRooms } from "./write-rooms.ts";

/**
 * Writes everything except files, in the transaction that creates the videos.
 * @param videoOf the uuids of the videos that have files.
 * @returns the uuids of the files of comments and messages, and the report.
 */
export async function writeArrived(
  tx: Tx,
  { actor, arrivalUuid, lines, videoOf }: Pick<WriteContext, "actor" | "arrivalUuid" | "lines" | "videoOf">,
): Promise<{
  attachmentOf: ArrivedUuids;
  messageFileOf: ArrivedUuids;
  report: Omit<ArrivalReport, "dropped">;
}> {
  const rows = createImportedRowsRepository(tx, actor.clientUuid);
  const people = await rows.listPeople();
  const emails = new Map(lines.users.map(({ uuid, email }) => [uuid, email?.toLowerCase()]));
  const writing: WriteContext = {
    actor,
    arrivalUuid,
    lines,
    rows,
    videoOf,
    personOf: (old) => people.get(emails.get(old ?? "") ?? ""),
    async uuidsOf(kind, of) {
      const uuids = await assignUuids(rows, kind, of);
      await rows.addThings(kind, arrivalUuid, uuids.pairs);
      return uuids;
    },
  };
  const coming = lines.videos.filter(({ uuid }) => videoOf.isNew(uuid));
  const locked = new Set(coming.flatMap(({ uuid, is_locked }) => (is_locked ? [uuid] : [])));
  // `isFresh` is read before the new videos are recorded, because it states whether the client had any others.
  const isFresh = await rows.isFresh(coming.map(({ uuid }) => videoOf.of(uuid) ?? uuid));
  await rows.addThings(
    "videos",
    arrivalUuid,
    videoOf.pairs.map((pair) => ({ ...pair, is_closed: locked.has(pair.old_uuid) })),
  );
  await rows.completeVideos(
    coming.map(({ uuid, user_uuid, starts_at, simulated_live_at, ...video }) => ({
      uuid: videoOf.of(uuid),
      chapters: video.chapters,
      download: video.download,
      // A video that was to play as a live plays as a VOD here, but not before the planned start of that live.
      starts_at: laterOf(starts_at, simulated_live_at),
      delete_at: video.delete_at,
      intro_modal: video.intro_modal,
      place: video.place,
      created_at: video.created_at,
      user_uuid: writing.personOf(user_uuid)?.uuid ?? null,
    })),
  );
  await writeCategories(writing);
  const { collections, configs, hasBakedRules } = await writeRules(writing, isFresh);
  const linkOf = await writing.uuidsOf(
    "exportLinks",
    lines["export-links"].filter(({ video_uuid }) => videoOf.isNew(video_uuid)),
  );
  const links = lines["export-links"].filter(
    ({ uuid, video_uuid }) => linkOf.isNew(uuid) && videoOf.isNew(video_uuid),
  );
  await rows.addRows(
    "export_links",
    links.map((each) => ({
      ...each,
      uuid: linkOf.of(each.uuid),
      video_uuid: videoOf.of(each.video_uuid),
      views: 0,
      revision: 1,
    })),
  );
  const teamOf = await writeTeams(writing);
  const { projectOf, attachmentOf, commentCount } = await writeProjects(writing);
  const rooms = await writeRooms(writing, { teamOf, projectOf });
  return {
    attachmentOf,
    messageFileOf: rooms.fileOf,
    report: {
      taken: {
        videos: coming.length,
        collections,
        configs,
        links: links.length,
        teams: teamOf.pairs.length,
        projects: projectOf.pairs.length,
        comments: commentCount,
        rooms: rooms.roomCount,
        messages: rooms.messageCount,
      },
      notTaken: {
        ...countVideos(writing),
        people: lines.users.filter(({ uuid }) => !writing.personOf(uuid)).length,
        rooms: rooms.leftCount,
      },
      closedCount: locked.size,
      hasBakedRules,
    },
  };
}

const laterOf = (a: string | null, b: string | null) =>
  a === null || (b !== null && Date.parse(b) > Date.parse(a)) ? b : a;

function countVideos({
  lines: { videos },
  videoOf,
}: WriteContext): Omit<ArrivalReport["notTaken"], "people" | "rooms"> {
  const left = videos.filter(({ uuid }) => videoOf.of(uuid) === undefined);
  const lives = left.filter(({ kind, type }) => kind === "video" && type === "live").length;
  const sceneLists = left.filter(({ kind }) => kind === "scene_list").length;
  return {
    alreadyHere: videos.filter(({ uuid }) => videoOf.of(uuid) !== undefined && !videoOf.isNew(uuid)).length,
    lives,
    sceneLists,
    withoutFile: left.filter(({ kind, type }) => kind === "video" && type !== "live").length,
  };
}

/** Writes categories. They have only a name, so existing ones are reused. */
async function writeCategories({ rows, lines, videoOf, uuidsOf }: WriteContext): Promise<void> {
  const names = await rows.listNames("categories");
  const isHere = ({ name }: { name: string }) => names.has(name.toLowerCase());
  const categoryOf = await uuidsOf(
    "categories",
    lines.categories.filter((each) => !isHere(each)),
  );
  const added = lines.categories.filter(({ uuid }) => categoryOf.isNew(uuid));
  await rows.addRows(
    "categories",
    added.map(({ uuid, name }) => ({ uuid: categoryOf.of(uuid), name })),
  );
  const byOld = new Map(
    lines.categories.map(({ uuid, name }) => [uuid, names.get(name.toLowerCase()) ?? categoryOf.of(uuid)]),
  );
  await rows.addCategoriesOf(
    lines["video-categories"].flatMap((each) => {
      const video_uuid = videoOf.of(each.video_uuid);
      const category_uuid = byOld.get(each.category_uuid);
      return video_uuid && category_uuid && videoOf.isNew(each.video_uuid)
        ? [{ video_uuid, category_uuid }]
        : [];
    }),
  );
}

/** Writes the rules about who may watch. No video becomes less restricted by being loaded. */
async function writeRules(
  { rows, lines, videoOf, uuidsOf }: WriteContext,
  isFresh: boolean,
): Promise<{ collections: number; configs: number; hasBakedRules: boolean }> {
  const configOf = await uuidsOf("configs", lines.configs);
  const configs = await named("configs", lines.configs, configOf);
  await rows.addRows(
    "configs",
    configs.map((each) => ({
      ...each,
      uuid: configOf.of(each.uuid),
      rules: portableRules(each.rules),
      key: randomUUID(),
      revision: 1,
    })),
  );
  const collectionOf = await uuidsOf("collections", lines.collections);
  const collections = await named("collections", lines.collections, collectionOf);
  await rows.addRows(
    "collections",
    collections.map((each) => ({
      ...each,
      uuid: collectionOf.of(each.uuid),
      rules: portableRules(each.rules),
      is_reported: false,
      revision: 1,
    })),
  );
  const [clientRules] = lines["client-rules"];
  const [lists] = lines["client-authorizations"];
  const client = rulesOfClient(clientRules, lists);
  if (isFresh) {
    if (clientRules)
      await rows.addRows("client_rules", [
        {
          rules: portableRules(clientRules.rules),
          time_zone: clientRules.time_zone,
          is_indexed: clientRules.is_indexed,
          revision: 1,
        },
      ]);
    if (lists)
      await rows.addRows("client_authorizations", [
        {
          ...lists,
          authorized_videos: lists.authorized_videos.map((old) => videoOf.of(old) ?? old),
          revision: 1,
        },
      ]);
  }
  const rulesOf = new Map(lines["video-rules"].map((each) => [each.video_uuid, each]));
  const configRules = new Map(lines.configs.map(({ uuid, rules }) => [uuid, rules]));
  const collectionRules = new Map(lines.collections.map(({ uuid, rules }) => [uuid, rules]));
  const onlyThese = new Set(lists?.authorized_videos);
  let hasBakedRules = false;
  await rows.addRows(
    "video_rules",
    lines.videos.flatMap(({ uuid, is_locked }) => {
      if (!videoOf.isNew(uuid)) return [];
      const set = rulesOf.get(uuid);
      const { collection_uuid, config_uuid } = set ?? { collection_uuid: null, config_uuid: null };
      // A collection that a page named gives no access, so its rules are left out.
      const collection = set?.reported_at === null ? collection_uuid : null;
      const levels = [configRules.get(config_uuid ?? ""), collectionRules.get(collection ?? "")];
      const isLeftOut = onlyThese.size > 0 && !onlyThese.has(uuid);
      let rules: RuleSettings = portableRules(set?.rules ?? {});
      if (!isFresh) {
        rules = { ...flattenRules(rules, levels, client), ...(isLeftOut ? CLOSED_RULES : {}) };
        hasBakedRules ||= Object.keys(client).length > 0 || isLeftOut;
      }
      if (is_locked) rules = { ...rules, ...CLOSED_RULES };
      return Object.keys(rules).length === 0 && !set
        ? []
        : [
            {
              video_uuid: videoOf.of(uuid),
              rules,
              collection_uuid: collectionOf.of(collection) ?? null,
              config_uuid: configOf.of(config_uuid) ?? null,
              revision: 1,
            },
          ];
    }),
  );
  return { collections: collections.length, configs: configs.length, hasBakedRules };

  /** Returns the new objects, each with a free name. */
  async function named<T extends { uuid: string; name: string }>(
    kind: UniquelyNamedKind,
    all: readonly T[],
    uuids: ArrivedUuids,
  ): Promise<T[]> {
    return withFreeNames(
      await rows.listNames(kind),
      all.filter(({ uuid }) => uuids.isNew(uuid)),
    );
  }
}

function withFreeNames<T extends { uuid: string; name: string }>(names: Map<string, string>, all: T[]): T[] {
  return all.map((each) => {
    const name = findFreeName(each.name, names);
    names.set(name.toLowerCase(), each.uuid);
    return { ...each, name };
  });
}

/** Writes teams, with the members who are users here. */
async function writeTeams({ actor, rows, lines, personOf, uuidsOf }: WriteContext): Promise<ArrivedUuids> {
  const teamOf = await uuidsOf("teams", lines.teams);
  const names = await rows.listNames("teams");
  const added = withFreeNames(
    names,
    lines.teams.filter(({ uuid }) => teamOf.isNew(uuid)),
  );
  await rows.addRows(
    "teams",
    added.map((each) => {
      // If the team's owner is not a user here, the user who loads the archive manages it.
      const owner = personOf(each.owner_uuid) ?? { uuid: actor.userUuid, username: actor.username };
      return {
        ...each,
        uuid: teamOf.of(each.uuid),
        owner_uuid: owner.uuid,
        owner_name: owner.username,
        revision: 1,
        modified_at: each.created_at,
      };
    }),
  );
  const members = new Map<string, object>();
  for (const each of lines["team-members"]) {
    const user = personOf(each.user_uuid);
    const team_uuid = teamOf.of(each.team_uuid);
    if (user && team_uuid && teamOf.isNew(each.team_uuid))
      members.set(`${team_uuid} ${user.uuid}`, { ...each, team_uuid, user_uuid: user.uuid });
  }
  for (const { uuid, owner_uuid, created_at } of added) {
    const user_uuid = personOf(owner_uuid)?.uuid ?? actor.userUuid;
    const key = `${teamOf.of(uuid)} ${user_uuid}`;
    // The manager of a team is also a member, even if the archive does not list them.
    if (!members.has(key))
      members.set(key, { team_uuid: teamOf.of(uuid), user_uuid, role: "admin", added_at: created_at });
  }
  await rows.addRows("team_members", [...members.values()] as Record<string, unknown>[]);
  return teamOf;
}
