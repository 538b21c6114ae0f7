import type { Seller } from "@shoal/contract";
import { sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";

export function createSellerRepository(db: Tx) {
  return {
    async find(): Promise<Seller | undefined> {
      const row = await db.selectFrom("seller").select("data").executeTakeFirst();
      return row?.data;
    },

    async save(seller: Seller): Promise<void> {
      const data = JSON.stringify(seller);
      await db
        .insertInto("seller")
        .values({ data })
        .onConflict((conflict) => conflict.column("is_only").doUpdateSet({ data, saved_at: sql`now()` }))
        .execute();
    },
  };
}
