import type { ModuleFixtures } from "../../../../testing/fixtures.ts";

export const budgetFixtures: ModuleFixtures = {
  table: "client_budgets",
  insertsFor: (db, { clientUuid }) => [
    db.insertInto("client_budgets").values({
      client_uuid: clientUuid,
      limit_cents: 100_000_000,
      stops: false,
      spent_month: null,
      spent_cents: null,
    }),
  ],
  targets: {},
};
