import type { ModuleFixtures } from "../../../../testing/fixtures.ts";

/** News of the client's user about its comment. */
export const newsFixtures: ModuleFixtures = {
  table: "project_events",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid }) => [
    db.insertInto("project_events").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      project_uuid: thingUuid,
      version_number: 1,
      type: "comment.created",
      actor_name: marker,
      subject_uuid: thingUuid,
      payload: JSON.stringify({ mentions: [], isInternal: true }),
      told_at: new Date(),
    }),
    db.insertInto("news").values({
      client_uuid: clientUuid,
      user_uuid: userUuid,
      event_uuid: thingUuid,
      project_uuid: thingUuid,
      kind: "answered",
      at: new Date(),
    }),
  ],
  targets: {
    listNews: () => ({ query: { cursor: "1" } }),
    markNewsRead: () => ({ body: { ids: ["1"] } }),
    setNewsSettings: () => ({ body: { mail: "daily", unmailed: [], timeZone: "UTC" } }),
  },
};
