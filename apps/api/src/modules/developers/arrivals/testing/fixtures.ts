import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const arrivalParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });

/** An archive of two chunks, the first of which is uploaded. */
export const arrivalFixtures: ModuleFixtures = {
  table: "arrivals",
  insertsFor: (db, { marker, clientUuid, userUuid, thingUuid, videoUuid }) => [
    db.insertInto("arrivals").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      user_uuid: userUuid,
      state: "uploading",
      file_name: `${marker}.tar`,
      fingerprint: marker,
      size_bytes: 10_000_000,
    }),
    db.insertInto("arrival_files").values({
      arrival_uuid: thingUuid,
      client_uuid: clientUuid,
      number: 1,
      kind: "video",
      offset_bytes: 1_024,
      size_bytes: 1,
      sha256: Buffer.alloc(32),
      old_uuid: videoUuid,
      new_uuid: videoUuid,
      captions: "[]",
      is_arrived: true,
    }),
    db.insertInto("arrival_chunks").values({
      arrival_uuid: thingUuid,
      client_uuid: clientUuid,
      number: 0,
      sha256: Buffer.alloc(32),
      is_stored: true,
    }),
    db.insertInto("arrived_things").values({
      client_uuid: clientUuid,
      kind: "videos",
      old_uuid: videoUuid,
      new_uuid: videoUuid,
      arrival_uuid: thingUuid,
    }),
  ],
  targets: {
    exportArrivalCodes: arrivalParams,
    deleteArrival: arrivalParams,
    getArrivalUpload: arrivalParams,
    uploadArrivalChunk: ({ thingUuid }) => ({ params: { id: thingUuid, chunkNumber: 1 }, fields: {} }),
  },
};
