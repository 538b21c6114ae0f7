import type { ModuleThings, ThingsOwner } from "../../../../testing/things.ts";

const VALID_FROM = "2098-05-01";
const plan = ({ clientUuid }: ThingsOwner) => ({ params: { id: clientUuid, validFrom: VALID_FROM } });

export const pricePlanThings: ModuleThings = {
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
