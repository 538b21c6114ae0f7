import { expect, test } from "vitest";
import type { ListedFile } from "./archive-format.ts";
import { LINE_KINDS, LINE_SCHEMAS, type LineKind, type LinesByKind } from "./archive-lines.ts";
import { checkReferences } from "./archive-references.ts";

const createUuid = (n: number) => `7f1c2b34-0000-4000-8000-${String(n).padStart(12, "0")}`;
const CREATED_AT = "2026-03-04T05:06:07.000Z";
const [FILM, PROJECT, ROOM, USER] = [createUuid(1), createUuid(2), createUuid(3), createUuid(4)];

const videoLine = (own: object = {}) => ({
  uuid: FILM,
  kind: "video",
  type: "vod",
  title: "Le port",
  description: "",
  tags: [],
  user_uuid: null,
  input_qualities: "shoalOptimization",
  first_pass: false,
  autoplay: false,
  original_name: null,
  starts_at: null,
  delete_at: null,
  simulated_live_at: null,
  intro_modal: null,
  place: null,
  chapters: [],
  download: false,
  is_locked: false,
  created_at: CREATED_AT,
  is_deleted: false,
  trashed_at: null,
  ...own,
});
const user = (own: object = {}) => ({ uuid: USER, username: "anna", email: "anna@example.org", ...own });
const projectLine = (own: object = {}) => ({
  uuid: PROJECT,
  name: "Spot",
  description: "",
  owner_uuid: USER,
  owner_name: "anna",
  status: "open",
  archived_at: null,
  current_version: 1,
  created_at: CREATED_AT,
  modified_at: CREATED_AT,
  ...own,
});
const versionLine = (number: number, own: object = {}) => ({
  project_uuid: PROJECT,
  number,
  created_date: CREATED_AT,
  publisher_uuid: USER,
  publisher_name: "anna",
  description: "",
  kind: "upload",
  video_uuid: FILM,
  video_title: "Le port",
  ...own,
});
const commentLine = (n: number, own: object = {}) => ({
  uuid: createUuid(n),
  project_uuid: PROJECT,
  version_number: 1,
  thread_uuid: createUuid(n),
  frame: 3,
  end_frame: null,
  author_uuid: USER,
  author_name: "anna",
  is_guest: false,
  text: "Too dark",
  drawing: null,
  is_internal: false,
  created_at: CREATED_AT,
  edited_at: null,
  resolved_at: null,
  resolved_by: null,
  ...own,
});
const attachmentLine = (n: number, of: number) => ({
  uuid: createUuid(n),
  comment_uuid: createUuid(of),
  name: "still.png",
  media_type: "image/png",
  size_bytes: 7,
  added_at: CREATED_AT,
});
const roomLine = (own: object = {}) => ({
  uuid: ROOM,
  kind: "custom",
  name: "Edit",
  team_uuid: null,
  project_uuid: null,
  owner_uuid: USER,
  created_at: CREATED_AT,
  ...own,
});
const messageLine = (position: number, own: object = {}) => ({
  room_uuid: ROOM,
  id: `m${position}`,
  position,
  sender_uuid: USER,
  sender_name: "anna",
  text: "Hello",
  reply_id: null,
  forwarded_sender: null,
  pinned_at: null,
  created_at: CREATED_AT,
  edited_at: null,
  ...own,
});
const rulesLine = (own: object = {}) => ({
  video_uuid: FILM,
  rules: {},
  collection_uuid: null,
  config_uuid: null,
  ...own,
});
const decisionLine = (version_number: number) => ({
  project_uuid: PROJECT,
  version_number,
  user_uuid: USER,
  username: "anna",
  decision: "approved",
  note: "",
  decided_at: CREATED_AT,
});

/** Returns the lines of an archive, parsed with the schema of their kind. */
function createLines(own: Partial<Record<LineKind, object[]>>): LinesByKind {
  return Object.fromEntries(
    LINE_KINDS.map((kind) => [kind, (own[kind] ?? []).map((line) => LINE_SCHEMAS[kind].parse(line))]),
  ) as LinesByKind;
}
const listedFile = (path: string, bytes = 7): ListedFile => {
  const [folder = "", uuid] = path.split("/");
  return { path, folder, kind: undefined, uuid, bytes, sha256: "", offset: 0 };
};
const checkLines = (own: Partial<Record<LineKind, object[]>>, files: ListedFile[] = []) =>
  checkReferences(createLines(own), files);

test("lines whose references all exist stay unchanged", () => {
  const lines = {
    users: [user()],
    videos: [videoLine()],
    projects: [projectLine({ current_version: 2 })],
    versions: [versionLine(1), versionLine(2)],
    comments: [commentLine(10), commentLine(11, { thread_uuid: createUuid(10) })],
    attachments: [attachmentLine(20, 11)],
    decisions: [decisionLine(2)],
    rooms: [roomLine({ kind: "project", project_uuid: PROJECT })],
    messages: [messageLine(4), messageLine(9, { reply_id: "m4" })],
    "video-rules": [rulesLine()],
  };
  expect(checkLines(lines, [listedFile(`attachments/${createUuid(20)}`)])).toEqual({
    lines: createLines(lines),
    dropped: {},
  });
});

test("a project never shows a version that does not exist", () => {
  const { lines, dropped } = checkLines({
    projects: [projectLine({ current_version: 7 }), projectLine({ uuid: createUuid(5) })],
    versions: [versionLine(1), versionLine(3)],
  });
  expect(lines.projects).toMatchObject([{ uuid: PROJECT, current_version: 3 }]);
  expect(dropped).toEqual({ projects: 1 });
});

test("lines with missing references are left out with everything that depends on them, and counted by kind", () => {
  const { lines, dropped } = checkLines(
    {
      users: [user()],
      videos: [videoLine()],
      captions: [
        {
          video_uuid: createUuid(9),
          language: "fr",
          label: "Français",
          kind: "subtitles",
          is_default: true,
          cues: [],
        },
      ],
      categories: [{ uuid: createUuid(8), name: "Sea" }],
      "video-categories": [
        { video_uuid: FILM, category_uuid: createUuid(8) },
        { video_uuid: FILM, category_uuid: createUuid(9) },
      ],
      "export-links": [
        {
          uuid: createUuid(7),
          video_uuid: createUuid(9),
          name: "x",
          sites: [],
          ends_at: null,
          is_paused: false,
          created_at: CREATED_AT,
        },
      ],
      "team-members": [{ team_uuid: createUuid(9), user_uuid: USER, role: "admin", added_at: CREATED_AT }],
      projects: [projectLine()],
      versions: [versionLine(1), versionLine(1, { project_uuid: createUuid(9) })],
      comments: [
        commentLine(10),
        commentLine(11, { version_number: 2 }),
        commentLine(12, { thread_uuid: createUuid(99) }),
      ],
      // The first attachment lacks its comment and the second its file. The third is complete.
      attachments: [attachmentLine(20, 11), attachmentLine(21, 10), attachmentLine(22, 10)],
      decisions: [decisionLine(1), decisionLine(2)],
      rooms: [roomLine(), roomLine({ uuid: createUuid(30), kind: "team", team_uuid: createUuid(9) })],
      messages: [messageLine(1, { reply_id: "gone" }), messageLine(2, { room_uuid: createUuid(30) })],
    },
    [listedFile(`attachments/${createUuid(20)}`), listedFile(`attachments/${createUuid(22)}`, 12)],
  );
  expect(dropped).toEqual({
    captions: 1,
    "video-categories": 1,
    "export-links": 1,
    "team-members": 1,
    versions: 1,
    comments: 1,
    attachments: 2,
    decisions: 1,
    rooms: 1,
    messages: 1,
  });
  expect(lines.comments).toMatchObject([
    { uuid: createUuid(10) },
    // This comment replied to a comment that was deleted, so it starts a thread.
    { uuid: createUuid(12), thread_uuid: createUuid(12) },
  ]);
  expect(lines.messages).toMatchObject([{ id: "m1", reply_id: null }]);
  expect(lines.attachments).toMatchObject([{ uuid: createUuid(22), size_bytes: 12 }]);
});

test("a video is closed if its config or collection is missing, unless a page named the collection", () => {
  const ofRules = (own: object) => {
    const { lines } = checkLines({ videos: [videoLine()], "video-rules": [rulesLine(own)] });
    return [lines.videos[0]?.is_locked, lines["video-rules"]];
  };
  const plain = [rulesLine({ reported_at: null })];
  expect(ofRules({ config_uuid: createUuid(9) })).toEqual([true, plain]);
  expect(ofRules({ collection_uuid: createUuid(9) })).toEqual([true, plain]);
  expect(ofRules({ collection_uuid: createUuid(9), reported_at: CREATED_AT })).toEqual([
    false,
    [rulesLine({ reported_at: CREATED_AT })],
  ]);
});

const VALID_CONTENT = { projects: [projectLine()], versions: [versionLine(1), versionLine(2)] };
test.each<[string, Partial<Record<LineKind, object[]>>, string]>([
  [
    "a duplicate uuid of videos",
    { videos: [videoLine(), videoLine({ title: "b" })] },
    `data/videos (${FILM})`,
  ],
  [
    "a duplicate email address",
    { users: [user(), user({ uuid: createUuid(5), email: "Anna@example.org" })] },
    "data/users (anna@example.org)",
  ],
  [
    "a duplicate version number",
    { projects: [projectLine()], versions: [versionLine(1), versionLine(1)] },
    `data/versions (${PROJECT} 1)`,
  ],
  [
    "a version with the number 0",
    { projects: [projectLine()], versions: [versionLine(0)] },
    `data/versions (${PROJECT} 0)`,
  ],
  [
    "a reply to a comment on another version",
    {
      ...VALID_CONTENT,
      comments: [commentLine(10), commentLine(11, { version_number: 2, thread_uuid: createUuid(10) })],
    },
    `data/comments (${createUuid(11)})`,
  ],
  [
    "a pair of comments that reply to each other",
    {
      ...VALID_CONTENT,
      comments: [
        commentLine(10, { thread_uuid: createUuid(11) }),
        commentLine(11, { thread_uuid: createUuid(10) }),
      ],
    },
    `data/comments (${createUuid(10)})`,
  ],
  [
    "a duplicate position of messages",
    { rooms: [roomLine()], messages: [messageLine(1), messageLine(1, { id: "other" })] },
    `data/messages (${ROOM} at 1)`,
  ],
  [
    "a reply to a later message",
    { rooms: [roomLine()], messages: [messageLine(1, { reply_id: "m2" }), messageLine(2)] },
    `data/messages (${ROOM} m1)`,
  ],
  [
    "a second room of a project",
    {
      ...VALID_CONTENT,
      rooms: [roomLine(), roomLine({ uuid: createUuid(31) })].map((each) => ({
        ...each,
        kind: "project",
        project_uuid: PROJECT,
      })),
    },
    `data/rooms (${PROJECT})`,
  ],
])("%s refuses the archive", (_, lines, path) => {
  expect(() => checkLines(lines)).toThrow(`bad_reference: ${path}`);
});

test("an original beside a rendition of the same video refuses the archive", () => {
  const files = [listedFile(`media/${FILM}/original`), listedFile(`media/${FILM}/rendition.mp4`)];
  expect(() => checkLines({ videos: [videoLine()] }, files)).toThrow(
    `bad_reference: media/${FILM}/rendition.mp4`,
  );
});

test("an archive is refused if a message's file exceeds the size limit", () => {
  expect(() => checkLines({}, [listedFile(`message-files/${createUuid(40)}`, 100_000_001)])).toThrow(
    "too_large: message-files/",
  );
});

test.each([
  ["image/png", "image/png"],
  ["audio/webm", "audio/webm"],
  ["application/pdf", "application/pdf"],
  ["text/html", "application/octet-stream"],
  ["image/svg+xml", "application/octet-stream"],
])("a file declared as %s is served as %s", (media_type, served) => {
  const listedFile = { uuid: createUuid(40), name: "A", size_bytes: 1, added_at: CREATED_AT };
  const ofComment = { ...listedFile, comment_uuid: createUuid(30), media_type };
  const ofMessage = {
    ...listedFile,
    room_uuid: createUuid(20),
    message_id: "m",
    media_type,
    duration_ms: null,
  };
  expect(LINE_SCHEMAS.attachments.parse(ofComment).media_type).toBe(served);
  expect(LINE_SCHEMAS["message-files"].parse(ofMessage).media_type).toBe(served);
});

test("sites of a link must be host names, as for a link that is created here", () => {
  const link = {
    uuid: createUuid(50),
    video_uuid: createUuid(1),
    name: "Link",
    ends_at: null,
    is_paused: false,
    created_at: CREATED_AT,
  };
  expect(LINE_SCHEMAS["export-links"].safeParse({ ...link, sites: ["example.com"] }).success).toBe(true);
  for (const site of ["a.com; sandbox", "*", "https://a.com", ""])
    expect(LINE_SCHEMAS["export-links"].safeParse({ ...link, sites: [site] }).success).toBe(false);
});
