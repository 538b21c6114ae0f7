import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const VALID_FROM_DAY = "2098-05-01";
const planParams = ({ clientUuid }: FixtureOwner) => ({
  params: { id: clientUuid, validFrom: VALID_FROM_DAY },
});

export const pricePlanFixtures: ModuleFixtures = {
  table: "price_plans",
  insertsFor: (db, { clientUuid }) => [
    db
      .insertInto("price_plans")
      .values({ client_uuid: clientUuid, valid_from: VALID_FROM_DAY, kind: "fixed", tiers: null }),
  ],
  targets: {
    listClientPlans: ({ clientUuid }) => ({ params: { id: clientUuid } }),
    saveClientPlan: (owner) => ({ ...planParams(owner), body: { kind: "managed" } }),
    deleteClientPlan: planParams,
  },
};
