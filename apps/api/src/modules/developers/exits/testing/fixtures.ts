import { createHash } from "node:crypto";
import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";
import { TAR_END_BYTES, tarEntryBytes } from "../tar.ts";

const MANIFEST_BYTES = Buffer.from("{}");

const exitParams = ({ thingUuid }: FixtureOwner) => ({ params: { id: thingUuid } });
/** Returns the key of the link of an owner's archive. It ends with its creator, as `exits.service.ts` reads it. */
const createKey = ({ thingUuid, managerUuid }: Pick<FixtureOwner, "thingUuid" | "managerUuid">) =>
  Buffer.concat([
    createHash("sha256").update(`exit ${thingUuid}`).digest().subarray(0, 16),
    Buffer.from(managerUuid.replaceAll("-", ""), "hex"),
  ]).toString("base64url");

/** A finished archive that contains only its manifest. */
export const exitFixtures: ModuleFixtures = {
  table: "exits",
  insertsFor: (db, { clientUuid, userUuid, managerUuid, thingUuid }) => [
    db.insertInto("exits").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      user_uuid: userUuid,
      state: "ready",
      size_bytes: tarEntryBytes(MANIFEST_BYTES.length) + TAR_END_BYTES,
      ready_at: new Date(),
      key_hash: createHash("sha256").update(createKey({ thingUuid, managerUuid })).digest(),
      key_until: new Date("2098-01-01"),
    }),
    db.insertInto("exit_files").values({
      exit_uuid: thingUuid,
      client_uuid: clientUuid,
      number: 0,
      kind: "manifest",
      path: "manifest.json",
      size_bytes: MANIFEST_BYTES.length,
      offset_bytes: 0,
      sha256: createHash("sha256").update(MANIFEST_BYTES).digest(),
      content: MANIFEST_BYTES,
      spans: "[]",
    }),
  ],
  targets: {
    createExitLink: exitParams,
    deleteExit: exitParams,
    downloadExit: (owner) => ({ params: { key: createKey(owner) } }),
  },
};
