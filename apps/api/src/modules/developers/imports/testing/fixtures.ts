import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const importParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });

/** A paused import, so that nothing is fetched for it. */
export const importFixtures: ModuleFixtures = {
  table: "imports",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid }) => [
    db.insertInto("imports").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      user_uuid: userUuid,
      kind: "csv",
      name: marker,
      state: "paused",
      fault: "user",
    }),
    db.insertInto("import_items").values({
      import_uuid: thingUuid,
      number: 1,
      line: 2,
      client_uuid: clientUuid,
      state: "broken",
      title: marker,
      shown_url: "",
      tags: [],
      caption_count: 0,
      chapter_count: 0,
      sealed_item: null,
      faults: "[]",
    }),
  ],
  targets: {
    getImport: importParams,
    listImportRows: importParams,
    exportImportReport: importParams,
    startImport: importParams,
    pauseImport: importParams,
    cancelImport: importParams,
    deleteImport: importParams,
  },
};
