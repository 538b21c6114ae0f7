import { expect, test } from "vitest";
import type { ListedFile } from "./archive-format.ts";
import { type AllLines, LINE_KINDS, LINES, type LineKind } from "./archive-lines.ts";
import { checkReferences } from "./archive-references.ts";

const id = (n: number) => `7f1c2b34-0000-4000-8000-${String(n).padStart(12, "0")}`;
const AT = "2026-03-04T05:06:07.000Z";
const [FILM, PROJECT, ROOM, USER] = [id(1), id(2), id(3), id(4)];

const video = (own: object = {}) => ({
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
  created_at: AT,
  is_deleted: false,
  trashed_at: null,
  ...own,
});
const user = (own: object = {}) => ({ uuid: USER, username: "anna", email: "anna@example.org", ...own });
const project = (own: object = {}) => ({
  uuid: PROJECT,
  name: "Spot",
  description: "",
  owner_uuid: USER,
  owner_name: "anna",
  status: "open",
  archived_at: null,
  current_version: 1,
  created_at: AT,
  modified_at: AT,
  ...own,
});
const version = (number: number, own: object = {}) => ({
  project_uuid: PROJECT,
  number,
  created_date: AT,
  publisher_uuid: USER,
  publisher_name: "anna",
  description: "",
  kind: "upload",
  video_uuid: FILM,
  video_title: "Le port",
  ...own,
});
const comment = (n: number, own: object = {}) => ({
  uuid: id(n),
  project_uuid: PROJECT,
  version_number: 1,
  thread_uuid: id(n),
  frame: 3,
  end_frame: null,
  author_uuid: USER,
  author_name: "anna",
  is_guest: false,
  text: "Too dark",
  drawing: null,
  is_internal: false,
  created_at: AT,
  edited_at: null,
  resolved_at: null,
  resolved_by: null,
  ...own,
});
const attachment = (n: number, of: number) => ({
  uuid: id(n),
  comment_uuid: id(of),
  name: "still.png",
  media_type: "image/png",
  size_bytes: 7,
  added_at: AT,
});
const room = (own: object = {}) => ({
  uuid: ROOM,
  kind: "custom",
  name: "Edit",
  team_uuid: null,
  project_uuid: null,
  owner_uuid: USER,
  created_at: AT,
  ...own,
});
const message = (position: number, own: object = {}) => ({
  room_uuid: ROOM,
  id: `m${position}`,
  position,
  sender_uuid: USER,
  sender_name: "anna",
  text: "Hello",
  reply_id: null,
  forwarded_sender: null,
  pinned_at: null,
  created_at: AT,
  edited_at: null,
  ...own,
});
const rules = (own: object = {}) => ({
  video_uuid: FILM,
  rules: {},
  collection_uuid: null,
  config_uuid: null,
  ...own,
});
const decision = (version_number: number) => ({
  project_uuid: PROJECT,
  version_number,
  user_uuid: USER,
  username: "anna",
  decision: "approved",
  note: "",
  decided_at: AT,
});

/** Returns the lines of an archive, parsed with the schema of their kind. */
function linesOf(own: Partial<Record<LineKind, object[]>>): AllLines {
  return Object.fromEntries(
    LINE_KINDS.map((kind) => [kind, (own[kind] ?? []).map((line) => LINES[kind].parse(line))]),
  ) as AllLines;
}
const file = (path: string, bytes = 7): ListedFile => {
  const [folder = "", uuid] = path.split("/");
  return { path, folder, kind: undefined, uuid, bytes, sha256: "", offset: 0 };
};
const check = (own: Partial<Record<LineKind, object[]>>, files: ListedFile[] = []) =>
  checkReferences(linesOf(own), files);

test("lines whose references all exist stay unchanged", () => {
  const lines = {
    users: [user()],
    videos: [video()],
    projects: [project({ current_version: 2 })],
    versions: [version(1), version(2)],
    comments: [comment(10), comment(11, { thread_uuid: id(10) })],
    attachments: [attachment(20, 11)],
    decisions: [decision(2)],
    rooms: [room({ kind: "project", project_uuid: PROJECT })],
    messages: [message(4), message(9, { reply_id: "m4" })],
    "video-rules": [rules()],
  };
  expect(check(lines, [file(`attachments/${id(20)}`)])).toEqual({ lines: linesOf(lines), dropped: {} });
});

test("a project never shows a version that does not exist", () => {
  const { lines, dropped } = check({
    projects: [project({ current_version: 7 }), project({ uuid: id(5) })],
    versions: [version(1), version(3)],
  });
  expect(lines.projects).toMatchObject([{ uuid: PROJECT, current_version: 3 }]);
  expect(dropped).toEqual({ projects: 1 });
});

test("lines with missing references are left out with everything that depends on them, and counted by kind", () => {
  const { lines, dropped } = check(
    {
      users: [user()],
      videos: [video()],
      captions: [
        {
          video_uuid: id(9),
          language: "fr",
          label: "Français",
          kind: "subtitles",
          is_default: true,
          cues: [],
        },
      ],
      categories: [{ uuid: id(8), name: "Sea" }],
      "video-categories": [
        { video_uuid: FILM, category_uuid: id(8) },
        { video_uuid: FILM, category_uuid: id(9) },
      ],
      "export-links": [
        {
          uuid: id(7),
          video_uuid: id(9),
          name: "x",
          sites: [],
          ends_at: null,
          is_paused: false,
          created_at: AT,
        },
      ],
      "team-members": [{ team_uuid: id(9), user_uuid: USER, role: "admin", added_at: AT }],
      projects: [project()],
      versions: [version(1), version(1, { project_uuid: id(9) })],
      comments: [comment(10), comment(11, { version_number: 2 }), comment(12, { thread_uuid: id(99) })],
      // The first lacks its comment and the second its file; the third is complete.
      attachments: [attachment(20, 11), attachment(21, 10), attachment(22, 10)],
      decisions: [decision(1), decision(2)],
      rooms: [room(), room({ uuid: id(30), kind: "team", team_uuid: id(9) })],
      messages: [message(1, { reply_id: "gone" }), message(2, { room_uuid: id(30) })],
    },
    [file(`attachments/${id(20)}`), file(`attachments/${id(22)}`, 12)],
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
    { uuid: id(10) },
    // The comment it replied to was deleted, so it starts a thread.
    { uuid: id(12), thread_uuid: id(12) },
  ]);
  expect(lines.messages).toMatchObject([{ id: "m1", reply_id: null }]);
  expect(lines.attachments).toMatchObject([{ uuid: id(22), size_bytes: 12 }]);
});

test("a video is closed if its config or collection is missing, unless a page named the collection", () => {
  const ofRules = (own: object) => {
    const { lines } = check({ videos: [video()], "video-rules": [rules(own)] });
    return [lines.videos[0]?.is_locked, lines["video-rules"]];
  };
  const plain = [rules({ reported_at: null })];
  expect(ofRules({ config_uuid: id(9) })).toEqual([true, plain]);
  expect(ofRules({ collection_uuid: id(9) })).toEqual([true, plain]);
  expect(ofRules({ collection_uuid: id(9), reported_at: AT })).toEqual([false, [rules({ reported_at: AT })]]);
});

const CONTENT = { projects: [project()], versions: [version(1), version(2)] };
test.each<[string, Partial<Record<LineKind, object[]>>, string]>([
  ["a duplicate uuid of videos", { videos: [video(), video({ title: "b" })] }, `data/videos (${FILM})`],
  [
    "a duplicate email address",
    { users: [user(), user({ uuid: id(5), email: "Anna@example.org" })] },
    "data/users (anna@example.org)",
  ],
  [
    "a duplicate version number",
    { projects: [project()], versions: [version(1), version(1)] },
    `data/versions (${PROJECT} 1)`,
  ],
  [
    "a version with the number 0",
    { projects: [project()], versions: [version(0)] },
    `data/versions (${PROJECT} 0)`,
  ],
  [
    "a reply to a comment on another version",
    { ...CONTENT, comments: [comment(10), comment(11, { version_number: 2, thread_uuid: id(10) })] },
    `data/comments (${id(11)})`,
  ],
  [
    "a pair of comments that reply to each other",
    { ...CONTENT, comments: [comment(10, { thread_uuid: id(11) }), comment(11, { thread_uuid: id(10) })] },
    `data/comments (${id(10)})`,
  ],
  [
    "a duplicate position of messages",
    { rooms: [room()], messages: [message(1), message(1, { id: "other" })] },
    `data/messages (${ROOM} at 1)`,
  ],
  [
    "a reply to a later message",
    { rooms: [room()], messages: [message(1, { reply_id: "m2" }), message(2)] },
    `data/messages (${ROOM} m1)`,
  ],
  [
    "a second room of a project",
    {
      ...CONTENT,
      rooms: [room(), room({ uuid: id(31) })].map((each) => ({
        ...each,
        kind: "project",
        project_uuid: PROJECT,
      })),
    },
    `data/rooms (${PROJECT})`,
  ],
])("%s refuses the archive", (_, lines, path) => {
  expect(() => check(lines)).toThrow(`bad_reference: ${path}`);
});

test("an original beside a rendition of the same video refuses the archive", () => {
  const files = [file(`media/${FILM}/original`), file(`media/${FILM}/rendition.mp4`)];
  expect(() => check({ videos: [video()] }, files)).toThrow(`bad_reference: media/${FILM}/rendition.mp4`);
});

test("an archive is refused if a message's file exceeds the size limit", () => {
  expect(() => check({}, [file(`message-files/${id(40)}`, 100_000_001)])).toThrow(
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
  const file = { uuid: id(40), name: "A", size_bytes: 1, added_at: AT };
  const ofComment = { ...file, comment_uuid: id(30), media_type };
  const ofMessage = { ...file, room_uuid: id(20), message_id: "m", media_type, duration_ms: null };
  expect(LINES.attachments.parse(ofComment).media_type).toBe(served);
  expect(LINES["message-files"].parse(ofMessage).media_type).toBe(served);
});

test("sites of a link must be host names, as for a link that is created here", () => {
  const link = {
    uuid: id(50),
    video_uuid: id(1),
    name: "Link",
    ends_at: null,
    is_paused: false,
    created_at: AT,
  };
  expect(LINES["export-links"].safeParse({ ...link, sites: ["example.com"] }).success).toBe(true);
  for (const site of ["a.com; sandbox", "*", "https://a.com", ""])
    expect(LINES["export-links"].safeParse({ ...link, sites: [site] }).success).toBe(false);
});
