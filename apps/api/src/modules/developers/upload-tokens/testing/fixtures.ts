import type { ModuleFixtures } from "../../../../testing/fixtures.ts";

/** An upload token whose secret is unknown. */
export const uploadTokenFixtures: ModuleFixtures = {
  table: "upload_tokens",
  insertsFor: (db, { clientUuid, userUuid, marker, thingUuid }) => [
    db.insertInto("upload_tokens").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      user_uuid: userUuid,
      created_by: marker,
      key_uuid: null,
      key_secret_hash: null,
      secret_hash: Buffer.alloc(32),
      title: marker,
      sealed_fields: "",
      config_uuid: null,
      max_bytes: 1,
      origins: [`https://${marker}.example.org`],
      video_uuid: null,
      expires_at: new Date(Date.now() + 3_600_000),
    }),
  ],
  targets: { revokeUploadToken: ({ thingUuid }) => ({ params: { id: thingUuid } }) },
};
