import type { BilledParty, Seller } from "@shoal/contract";
import type { ModuleFixtures } from "../../../../testing/fixtures.ts";

export const contractFixtures: ModuleFixtures = {
  table: "contracts",
  insertsFor: (db, { clientUuid, userUuid, thingUuid, marker }) => [
    db.insertInto("contracts").values({
      uuid: thingUuid,
      client_uuid: clientUuid,
      number: marker,
      version: 1,
      language: "EN",
      text: marker,
      text_hash: marker,
      seller: JSON.stringify({ name: marker } as Seller),
      party: JSON.stringify({ name: marker } as BilledParty),
      accepted_name: marker,
      accepted_by_uuid: userUuid,
      accepted_by: marker,
      accepted_at: new Date(),
      pdf: Buffer.from(marker),
    }),
  ],
  targets: {
    getContract: ({ clientUuid }) => ({ params: { id: clientUuid } }),
    getContractText: ({ clientUuid }) => ({ params: { id: clientUuid }, query: { language: "EN" } }),
    acceptContract: ({ clientUuid }) => ({ params: { id: clientUuid } }),
    downloadContract: ({ clientUuid, thingUuid }) => ({ params: { id: clientUuid, contract: thingUuid } }),
  },
};
