import type { ModuleThings, ThingsOwner } from "../../../../testing/things.ts";

const comment = ({ thingUuid }: ThingsOwner) => ({ params: { id: thingUuid } });
const version = ({ thingUuid }: ThingsOwner) => ({ params: { id: thingUuid, n: 1 } });

/** A comment on the version of the client's project, and one reaction to it. */
export const commentThings: ModuleThings = {
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
      drawing: JSON.stringify({ shapes: [{ kind: "pin", at: [0.5, 0.5], color: "#ff0000", size: 0.01 }] }),
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
    db.insertInto("comment_reads").values({
      project_uuid: thingUuid,
      version_number: 1,
      user_uuid: userUuid,
      client_uuid: clientUuid,
      seq: 1,
    }),
  ],
  targets: {
    listComments: version,
    listCommentChanges: (owner) => ({ ...comment(owner), query: { since: 0 } }),
    createComment: (owner) => ({
      ...version(owner),
      body: { uuid: crypto.randomUUID(), text: "Another" },
    }),
    getComment: comment,
    getCommentDrawing: comment,
    updateComment: (owner) => ({ ...comment(owner), body: { revision: 1, text: "Another" } }),
    deleteComment: comment,
    restoreComment: comment,
    resolveComment: (owner) => ({ ...comment(owner), body: { isResolved: true } }),
    reactToComment: (owner) => ({ ...comment(owner), body: { emoji: "🎉", isOn: true } }),
    markCommentsRead: (owner) => ({ ...version(owner), body: { seq: 1 } }),
    listAnnotations: ({ thingUuid }) => ({ params: { a: thingUuid, b: "1" } }),
    deleteAnnotation: comment,
    deleteAnnotationsOfVersion: version,
  },
};
