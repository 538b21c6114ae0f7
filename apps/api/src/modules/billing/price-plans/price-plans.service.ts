import { AppError, type ClientPlan, type ClientPlans, type PlanInput } from "@shoal/contract";
import { type DatedPlan, firstMonthOf } from "@shoal/domain/billing";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import { clientNotFound } from "../../accounts/clients/index.ts";
import { createPricePlansRepository } from "./price-plans.repository.ts";

export interface PricePlansDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  now?: () => number;
}

/** Reads the plans of a client, the latest first. */
export const readPlans = (db: Tx, clientUuid: string): Promise<DatedPlan[]> =>
  createPricePlansRepository(db).list(clientUuid);

/** Creates the service of clients' plans, each valid from a date. Past months keep their price. */
export function createPricePlansService({ db, realtime, now = Date.now }: PricePlansDeps) {
  const thisMonth = () => new Date(now()).toISOString().slice(0, 7);

  /** Changes the plans of a client and applies the consequences. */
  async function change<T>(clientUuid: string, make: (tx: Tx) => Promise<T>): Promise<T> {
    const { made, moved } = await db.transaction().execute(async (tx) => {
      const plans = createPricePlansRepository(tx);
      if (!(await plans.lockClient(clientUuid))) throw clientNotFound();
      const result = await make(tx);
      return { made: result, moved: await plans.followPlans(thisMonth(), clientUuid) };
    });
    announce(moved);
    return made;
  }

  const announce = (clients: readonly string[]) => {
    for (const uuid of clients) realtime.emit(uuid, "client.changed", { uuid });
  };

  /** Checks the start of a plan. @throws AppError "month_closed" if it would change the price of a past month. */
  function assertOpen(validFrom: string): void {
    const month = firstMonthOf(validFrom);
    if (month >= thisMonth()) return;
    throw new AppError("month_closed", `${month} is over: its price does not change any more`, [
      { path: "validFrom", reason: `would change ${month}, which is closed` },
    ]);
  }

  const present = ({ validFrom, plan }: DatedPlan): ClientPlan => {
    const firstMonth = firstMonthOf(validFrom);
    return { validFrom, firstMonth, plan, isClosed: firstMonth < thisMonth() };
  };

  return {
    /** @throws AppError "client_not_found". */
    async list(clientUuid: string): Promise<ClientPlans> {
      const plans = createPricePlansRepository(db);
      if (!(await plans.hasClient(clientUuid))) throw clientNotFound();
      const _embedded = (await plans.list(clientUuid)).map(present);
      return { _embedded, _size: _embedded.length };
    },

    /** @throws AppError "client_not_found" or "month_closed". */
    save: (clientUuid: string, validFrom: string, plan: PlanInput): Promise<ClientPlan> =>
      change(clientUuid, async (tx) => {
        assertOpen(validFrom);
        await createPricePlansRepository(tx).save(clientUuid, validFrom, plan);
        const saved = (await readPlans(tx, clientUuid)).find((each) => each.validFrom === validFrom);
        return present(saved as DatedPlan);
      }),

    /** @throws AppError "client_not_found", "not_found" or "month_closed". */
    delete: (clientUuid: string, validFrom: string): Promise<void> =>
      change(clientUuid, async (tx) => {
        const plans = await readPlans(tx, clientUuid);
        if (!plans.some((each) => each.validFrom === validFrom))
          throw new AppError("not_found", "No plan of this client starts on this day");
        assertOpen(validFrom);
        await createPricePlansRepository(tx).delete(clientUuid, validFrom);
      }),

    /**
     * Sets the "free tier" switch of clients whose plan has started. Every replica may run this, because each row changes once.
     */
    async followPlans(): Promise<void> {
      announce(await createPricePlansRepository(db).followPlans(thisMonth()));
    },
  };
}
export type PricePlansService = ReturnType<typeof createPricePlansService>;
