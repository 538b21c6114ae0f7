import { sql } from "kysely";
import type { Database } from "../../../../platform/database.ts";
import type { FixtureCaller, FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const DRAWING = { shapes: [{ kind: "pin", at: [0.5, 0.5], color: "#ff0000", size: 0.01 }] };

const comment = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });
const attachment = ({ thingUuid }: FixtureOwner) => ({
  params: { id: thingUuid, attachment: thingUuid },
});
const version = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, n: 1 } });
/** A comment written by the caller, with the caller's uuid. */
const ownComment = ({ thingUuid }: FixtureOwner, caller: FixtureCaller | undefined) => ({
  params: { id: caller?.userUuid ?? thingUuid },
});
/** A text with every optional part. */
const written = ({ marker, thingUuid }: FixtureOwner) => ({
  text: "Another",
  parent: thingUuid,
  mentions: [`user-${marker}`],
});

const commentOfCaller = (
  db: Database,
  { clientUuid, thingUuid, marker }: FixtureOwner,
  { userUuid }: FixtureCaller,
) => [
  db.insertInto("comments").values({
    uuid: userUuid,
    client_uuid: clientUuid,
    project_uuid: thingUuid,
    version_number: 1,
    thread_uuid: userUuid,
    thread_position: 1,
    position: 1,
    frame: 2,
    author_uuid: userUuid,
    author_name: marker,
    text: marker,
    drawing: JSON.stringify(DRAWING),
    is_internal: true,
    mentions: [],
    mention_uuids: [],
    // The sequence number is unique within the project.
    seq: sql<number>`(SELECT max(seq) + 1 FROM comments WHERE project_uuid = ${thingUuid})`,
  }),
  db
    .insertInto("comment_seqs")
    .values({ project_uuid: thingUuid, client_uuid: clientUuid, seq: 1 })
    .onConflict((conflict) =>
      conflict.column("project_uuid").doUpdateSet({ seq: sql<number>`comment_seqs.seq + 1` }),
    ),
];

/** A comment on the version of the client's project, and one reaction to it. */
export const commentFixtures: ModuleFixtures = {
  table: "comments",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid }) => [
    db.insertInto("comment_seqs").values({ project_uuid: thingUuid, client_uuid: clientUuid, seq: 1 }),
    db.insertInto("comments").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      project_uuid: thingUuid,
      version_number: 1,
      thread_uuid: thingUuid,
      thread_position: 1,
      position: 1,
      frame: 1,
      author_uuid: userUuid,
      author_name: marker,
      text: marker,
      drawing: JSON.stringify(DRAWING),
      is_internal: true,
      mentions: [],
      mention_uuids: [],
      seq: 1,
    }),
    db.insertInto("comment_reactions").values({
      comment_uuid: thingUuid,
      client_uuid: clientUuid,
      user_uuid: userUuid,
      name: marker,
      emoji: "👍",
    }),
    db.insertInto("comment_attachments").values({
      uuid: thingUuid,
      comment_uuid: thingUuid,
      client_uuid: clientUuid,
      name: marker,
      media_type: "application/octet-stream",
      size_bytes: 1,
    }),
    db.insertInto("comment_reads").values({
      project_uuid: thingUuid,
      version_number: 1,
      user_uuid: userUuid,
      client_uuid: clientUuid,
      seq: 1,
    }),
  ],
  insertsForCaller: commentOfCaller,
  insertsForViewer: commentOfCaller,
  targets: {
    listComments: (owner) => ({ ...version(owner), query: { cursor: "1.1.1" } }),
    exportComments: (owner) => ({ ...version(owner), query: { format: "csv" } }),
    checkCommentImport: version,
    importComments: version,
    listCommentChanges: (owner) => ({ ...comment(owner), query: { since: 0 } }),
    createComment: (owner) => ({
      ...version(owner),
      body: { uuid: crypto.randomUUID(), ...written(owner) },
    }),
    getComment: comment,
    getCommentDrawing: comment,
    updateComment: (owner, caller) => ({
      ...ownComment(owner, caller),
      body: { revision: 1, text: "Another", mentions: [`user-${owner.marker}`] },
    }),
    deleteComment: comment,
    restoreComment: comment,
    resolveComment: (owner) => ({ ...comment(owner), body: { isResolved: true } }),
    reactToComment: (owner) => ({ ...comment(owner), body: { emoji: "🎉", isOn: true } }),
    addAttachment: ownComment,
    getAttachment: attachment,
    deleteAttachment: attachment,
    markCommentsRead: (owner) => ({ ...version(owner), body: { seq: 1 } }),
    listAnnotations: ({ thingUuid }) => ({ params: { a: thingUuid, b: "1" } }),
    deleteAnnotation: comment,
    deleteAnnotationsOfVersion: version,
  },
};
