import { sql } from "kysely";
import type { Database } from "../../../../platform/database.ts";
import type { FixtureCaller, FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const SAMPLE_DRAWING = { shapes: [{ kind: "pin", at: [0.5, 0.5], color: "#ff0000", size: 0.01 }] };

const commentParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });
const attachmentParams = ({ thingUuid }: FixtureOwner) => ({
  params: { id: thingUuid, attachment: thingUuid },
});
const versionParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid, n: 1 } });
/** A comment written by the caller, with the caller's uuid. */
const ownCommentParams = ({ thingUuid }: FixtureOwner, caller: FixtureCaller | undefined) => ({
  params: { id: caller?.userUuid ?? thingUuid },
});
/** A text with every optional part. */
const commentBody = ({ marker, thingUuid }: FixtureOwner) => ({
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
    drawing: JSON.stringify(SAMPLE_DRAWING),
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
      drawing: JSON.stringify(SAMPLE_DRAWING),
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
    listComments: (owner) => ({ ...versionParams(owner), query: { cursor: "1.1.1" } }),
    exportComments: (owner) => ({ ...versionParams(owner), query: { format: "csv" } }),
    checkCommentImport: versionParams,
    importComments: versionParams,
    listCommentChanges: (owner) => ({ ...commentParams(owner), query: { since: 0 } }),
    createComment: (owner) => ({
      ...versionParams(owner),
      body: { uuid: crypto.randomUUID(), ...commentBody(owner) },
    }),
    getComment: commentParams,
    getCommentDrawing: commentParams,
    updateComment: (owner, caller) => ({
      ...ownCommentParams(owner, caller),
      body: { revision: 1, text: "Another", mentions: [`user-${owner.marker}`] },
    }),
    deleteComment: commentParams,
    restoreComment: commentParams,
    resolveComment: (owner) => ({ ...commentParams(owner), body: { isResolved: true } }),
    reactToComment: (owner) => ({ ...commentParams(owner), body: { emoji: "🎉", isOn: true } }),
    addAttachment: ownCommentParams,
    getAttachment: attachmentParams,
    deleteAttachment: attachmentParams,
    markCommentsRead: (owner) => ({ ...versionParams(owner), body: { seq: 1 } }),
    listAnnotations: ({ thingUuid }) => ({ params: { a: thingUuid, b: "1" } }),
    deleteAnnotation: commentParams,
    deleteAnnotationsOfVersion: versionParams,
  },
};
