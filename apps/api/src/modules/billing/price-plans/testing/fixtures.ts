import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const VALID_FROM = "2098-05-01";
const plan = ({ clientUuid }: FixtureOwner) => ({ params: { id: clientUuid, validFrom: VALID_FROM } });

export const pricePlanFixtures: ModuleFixtures = {
  table: "price_plans",
  insertsFor: (db, { clientUuid }) => [
    db
      .insertInto("price_plans")
      .values({ client_uuid: clientUuid, valid_from: VALID_FROM, kind: "fixed", tiers: null }),
  ],
  targets: {
    listClientPlans: ({ clientUuid }) => ({ params: { id: clientUuid } }),
    saveClientPlan: (owner) => ({ ...plan(owner), body: { kind: "managed" } }),
    deleteClientPlan: plan,
  },
};
