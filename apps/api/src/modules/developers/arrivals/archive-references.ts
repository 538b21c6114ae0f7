import type { ArrivalReport } from "@shoal/contract";
import type { ListedFile } from "./archive-format.ts";
import { type ArchiveLine, LINE_KINDS, type LineKind, type LinesByKind } from "./archive-lines.ts";
import { ArrivalRefused } from "./arrival-refused.ts";

/** The maximum size of a file of a comment or message, which is read into memory. */
const MAX_SENT_FILE_BYTES = 100_000_000;

type KeysOf<K extends LineKind> = (line: ArchiveLine<K>) => readonly (string | null)[];
/** The unique keys of each kind: the database would reject a second line with the same key. */
const UNIQUE_KEYS: { [K in LineKind]: KeysOf<K> } = {
  users: ({ uuid, email }) => [uuid, email?.toLowerCase() ?? null],
  videos: ({ uuid }) => [uuid],
  captions: () => [],
  categories: ({ uuid, name }) => [uuid, name.toLowerCase()],
  "video-categories": ({ video_uuid, category_uuid }) => [`${video_uuid} ${category_uuid}`],
  configs: ({ uuid }) => [uuid],
  collections: ({ uuid }) => [uuid],
  "client-rules": () => ["rules"],
  "client-authorizations": () => ["lists"],
  "video-rules": ({ video_uuid }) => [video_uuid],
  "export-links": ({ uuid }) => [uuid],
  teams: ({ uuid }) => [uuid],
  "team-members": ({ team_uuid, user_uuid }) => [`${team_uuid} ${user_uuid}`],
  rooms: ({ uuid, kind, team_uuid, project_uuid }) => [
    uuid,
    kind === "team" ? team_uuid : null,
    kind === "project" ? project_uuid : null,
  ],
  messages: ({ room_uuid, id, position }) => [`${room_uuid} ${id}`, `${room_uuid} at ${position}`],
  "message-files": ({ uuid }) => [uuid],
  projects: ({ uuid }) => [uuid],
  "project-collaborators": ({ project_uuid, user_uuid }) => [user_uuid && `${project_uuid} ${user_uuid}`],
  versions: ({ project_uuid, number }) => [`${project_uuid} ${number}`],
  comments: ({ uuid }) => [uuid],
  attachments: ({ uuid }) => [uuid],
  requests: ({ project_uuid, version_number, user_uuid }) => [
    user_uuid && `${project_uuid} ${version_number} ${user_uuid}`,
  ],
  decisions: () => [],
};

export interface CheckedReferences {
  lines: LinesByKind;
  /** The number of lines by kind that were dropped because they refer to objects that are not in the archive. */
  dropped: ArrivalReport["dropped"];
}

/**
 * Checks all references between lines before any of them is written. A genuine archive lacks what was deleted, or created after
 * its snapshot: lines that refer to it are dropped and counted, and optional references are cleared. Data that no export
 * produces, such as a duplicate version number, causes the archive to be refused.
 * @throws ArrivalRefused "bad_reference", which names the file, or the table and the key of the line.
 */
export function checkReferences(all: LinesByKind, files: readonly ListedFile[]): CheckedReferences {
  assertKeys(all);
  const sent = assertFiles(files);
  const dropped: CheckedReferences["dropped"] = {};
  function kept<K extends LineKind>(kind: K, isWhole: (line: ArchiveLine<K>) => boolean): ArchiveLine<K>[] {
    const lines: readonly ArchiveLine<K>[] = all[kind];
    const whole = lines.filter(isWhole);
    if (whole.length < lines.length) dropped[kind] = lines.length - whole.length;
    return whole;
  }
  const has = (lines: readonly { uuid: string }[]) => {
    const uuids = new Set(lines.map(({ uuid }) => uuid));
    return (uuid: string | null) => uuid !== null && uuids.has(uuid);
  };
  const [isUser, isVideo, isCategory, isConfig, isCollection, isTeam] = [
    has(all.users),
    has(all.videos),
    has(all.categories),
    has(all.configs),
    has(all.collections),
    has(all.teams),
  ];

  const versionsOf = Map.groupBy(all.versions, ({ project_uuid }) => project_uuid);
  const projects = kept("projects", ({ uuid }) => versionsOf.has(uuid)).map((project) => ({
    ...project,
    current_version: shownVersion(versionsOf.get(project.uuid) ?? [], project.current_version),
  }));
  const isProject = has(projects);
  const versions = kept("versions", ({ project_uuid }) => isProject(project_uuid));
  const places = new Set(versions.map(({ project_uuid, number }) => `${project_uuid} ${number}`));
  const isVersion = (line: { project_uuid: string; version_number: number }) => places.has(placeOf(line));
  const comments = withThreads(kept("comments", isVersion));
  const isComment = has(comments);

  const rooms = kept("rooms", ({ kind, team_uuid, project_uuid }) => {
    if (kind === "team") return isTeam(team_uuid);
    return kind === "project" ? isProject(project_uuid) : true;
  });
  const isRoom = has(rooms);
  const messages = withReplies(kept("messages", ({ room_uuid }) => isRoom(room_uuid)));
  const written = new Set(messages.map(({ room_uuid, id }) => `${room_uuid} ${id}`));

  const videoRules = kept("video-rules", ({ video_uuid }) => isVideo(video_uuid));
  // Access to these videos depends on a config or collection that is missing from the archive. They stay closed until a
  // manager opens them.
  const closed = new Set(
    videoRules.flatMap(({ video_uuid, config_uuid, collection_uuid, reported_at }) => {
      const isGone =
        (config_uuid !== null && !isConfig(config_uuid)) ||
        (collection_uuid !== null && reported_at === null && !isCollection(collection_uuid));
      return isGone ? [video_uuid] : [];
    }),
  );
  return {
    dropped,
    lines: {
      ...all,
      videos: all.videos.map((video) => (closed.has(video.uuid) ? { ...video, is_locked: true } : video)),
      captions: kept("captions", ({ video_uuid }) => isVideo(video_uuid)),
      "video-categories": kept(
        "video-categories",
        ({ video_uuid, category_uuid }) => isVideo(video_uuid) && isCategory(category_uuid),
      ),
      "video-rules": videoRules.map((line) => ({
        ...line,
        config_uuid: isConfig(line.config_uuid) ? line.config_uuid : null,
        collection_uuid: isCollection(line.collection_uuid) ? line.collection_uuid : null,
      })),
      "export-links": kept("export-links", ({ video_uuid }) => isVideo(video_uuid)),
      "team-members": kept(
        "team-members",
        ({ team_uuid, user_uuid }) => isTeam(team_uuid) && isUser(user_uuid),
      ),
      rooms,
      messages,
      "message-files": withSizes(
        kept(
          "message-files",
          ({ uuid, room_uuid, message_id }) =>
            written.has(`${room_uuid} ${message_id}`) && sent.has(`message-files/${uuid}`),
        ),
        "message-files",
      ),
      projects,
      "project-collaborators": kept(
        "project-collaborators",
        ({ project_uuid, user_uuid }) => isProject(project_uuid) && (user_uuid === null || isUser(user_uuid)),
      ),
      versions,
      comments,
      attachments: withSizes(
        kept(
          "attachments",
          ({ uuid, comment_uuid }) => isComment(comment_uuid) && sent.has(`attachments/${uuid}`),
        ),
        "attachments",
      ),
      requests: kept("requests", isVersion),
      decisions: kept("decisions", isVersion),
    },
  };

  /** Returns the lines with the sizes of the files in the archive. */
  function withSizes<T extends { uuid: string; size_bytes: number }>(lines: T[], folder: string): T[] {
    return lines.map((line) => ({
      ...line,
      size_bytes: sent.get(`${folder}/${line.uuid}`) ?? line.size_bytes,
    }));
  }
}

const placeOf = ({ project_uuid, version_number }: { project_uuid: string; version_number: number }) =>
  `${project_uuid} ${version_number}`;

function assertKeys(all: LinesByKind): void {
  for (const kind of LINE_KINDS) {
    const seen = new Set<string>();
    const keysOf = UNIQUE_KEYS[kind] as (line: unknown) => readonly (string | null)[];
    for (const line of all[kind])
      for (const key of keysOf(line)) {
        if (key !== null && seen.has(key)) throw badReferenceError(kind, key);
        if (key !== null) seen.add(key);
      }
  }
  for (const { project_uuid, number } of all.versions)
    if (number === 0) throw badReferenceError("versions", `${project_uuid} ${number}`);
}

/** Checks the files. @returns the sizes of the files of comments and messages, by path. */
function assertFiles(files: readonly ListedFile[]): Map<string, number> {
  const sent = new Map<string, number>();
  const media = new Set<string>();
  for (const { folder, uuid, path, bytes } of files) {
    if (folder === "attachments" || folder === "message-files") {
      if (bytes > MAX_SENT_FILE_BYTES) throw new ArrivalRefused("too_large", path);
      sent.set(path, bytes);
    }
    if (folder !== "media" || uuid === undefined) continue;
    // An export contains either the original or a rendition of a video, never both.
    if (media.has(uuid)) throw new ArrivalRefused("bad_reference", path);
    media.add(uuid);
  }
  return sent;
}

/** Returns the version that a project shows. The stored version may have been added after the snapshot. */
function shownVersion(versions: readonly ArchiveLine<"versions">[], wanted: number): number {
  const numbers = versions.map(({ number }) => number);
  return numbers.includes(wanted) ? wanted : numbers.reduce((a, b) => Math.max(a, b));
}

/** Returns the comments, where each reply to a deleted comment starts a thread. */
function withThreads(comments: readonly ArchiveLine<"comments">[]): ArchiveLine<"comments">[] {
  const byUuid = new Map(comments.map((comment) => [comment.uuid, comment]));
  return comments.map((comment) => {
    const root = byUuid.get(comment.thread_uuid);
    if (!root) return { ...comment, thread_uuid: comment.uuid };
    if (placeOf(root) !== placeOf(comment) || root.thread_uuid !== root.uuid)
      throw badReferenceError("comments", comment.uuid);
    return comment;
  });
}

/** Returns the messages, where replies to a deleted message have no reference. */
function withReplies(messages: readonly ArchiveLine<"messages">[]): ArchiveLine<"messages">[] {
  const positions = new Map(messages.map(({ room_uuid, id, position }) => [`${room_uuid} ${id}`, position]));
  return messages.map((message) => {
    if (message.reply_id === null) return message;
    const position = positions.get(`${message.room_uuid} ${message.reply_id}`);
    if (position === undefined) return { ...message, reply_id: null };
    if (position >= message.position)
      throw badReferenceError("messages", `${message.room_uuid} ${message.id}`);
    return message;
  });
}

const badReferenceError = (kind: LineKind, key: string) =>
  new ArrivalRefused("bad_reference", `data/${kind} (${key.slice(0, 200)})`);
