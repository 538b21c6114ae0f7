import { AppError, BUDGET_WARNINGS, type Budget, type BudgetInput } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { listMailedManagers } from "../../accounts/clients/index.ts";
import type { MailSender } from "../../accounts/mails/index.ts";
import { type BudgetRow, createBudgetsRepository, type MonthCost } from "./budgets.repository.ts";
import { BUDGET_MAILS } from "./mails/index.ts";

export interface BudgetsDeps {
  db: Database;
  mails: MailSender;
  /** The service of bills, which throws AppError "unavailable" while ClickHouse does not respond. */
  bills: { getSpent(client: { clientUuid: string }, month: string): Promise<MonthCost> };
  onError: (error: unknown) => void;
  now?: () => number;
}

/** Creates the service of budgets. The cost is computed periodically, so that no creation waits for it. */
export function createBudgetsService({ db, mails, bills, onError, now = Date.now }: BudgetsDeps) {
  const budgets = createBudgetsRepository(db);
  const thisMonth = () => new Date(now()).toISOString().slice(0, 7);

  const spentOf = ({ spent_month, spent_cents }: BudgetRow): number | null =>
    spent_month === thisMonth() ? spent_cents : null;

  const measuredOf = ({ spent_month, measured_cents }: BudgetRow): number | null =>
    spent_month === thisMonth() ? measured_cents : null;

  const isStoppedBy = (row: BudgetRow): boolean => row.stops && (spentOf(row) ?? 0) >= row.limit_cents;
  /**
   * Whether the cost of what edges counted themselves reaches the limit. Figures reported by players are left out, because they
   * must never block viewers.
   */
  const isReachedByMeasure = (row: BudgetRow): boolean => (measuredOf(row) ?? 0) >= row.limit_cents;
  const isCdnStoppedBy = (row: BudgetRow): boolean => row.stops_cdn && isReachedByMeasure(row);
  const isPlaybackStoppedBy = (row: BudgetRow): boolean => row.stops_playback && isReachedByMeasure(row);

  const present = (row: BudgetRow | undefined): Budget =>
    row
      ? {
          limitCents: row.limit_cents,
          stops: row.stops,
          stopsCdn: row.stops_cdn,
          stopsPlayback: row.stops_playback,
          spentCents: spentOf(row),
          measuredCents: measuredOf(row),
          isStopped: isStoppedBy(row),
          isCdnStopped: isCdnStoppedBy(row),
          isPlaybackStopped: isPlaybackStoppedBy(row),
        }
      : {
          limitCents: null,
          stops: false,
          stopsCdn: false,
          stopsPlayback: false,
          spentCents: null,
          measuredCents: null,
          isStopped: false,
          isCdnStopped: false,
          isPlaybackStopped: false,
        };

  /** Stores the cost of the month, and notifies managers of the highest percentage newly reached. */
  async function check(clientUuid: string): Promise<void> {
    const month = thisMonth();
    const spent = await bills.getSpent({ clientUuid }, month);
    const { cents } = spent;
    await db.transaction().execute(async (tx) => {
      const own = createBudgetsRepository(tx);
      const row = await own.recordSpent(clientUuid, month, spent);
      if (!row) return;
      const reached = BUDGET_WARNINGS.filter((percent) => cents * 100 >= row.limit_cents * percent);
      const isNew = await own.claimWarnings(clientUuid, month, reached);
      if (isNew.length === 0) return;
      const values = {
        percent: Math.max(...isNew),
        spentCents: cents,
        limitCents: row.limit_cents,
        isStopped: isStoppedBy(row),
        isCdnStopped: isCdnStoppedBy(row),
        isPlaybackStopped: isPlaybackStoppedBy(row),
      };
      for (const { email, language, clientName } of await listMailedManagers(tx, clientUuid))
        await mails.send(tx, {
          mail: BUDGET_MAILS["budget-warning"],
          to: email,
          language,
          values: { clientName, ...values },
        });
    });
    await stopAtEdges(clientUuid);
  }

  const stopAtEdges = (clientUuid: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const own = createBudgetsRepository(tx);
      await own.stopCdn(clientUuid);
      await own.stopPlayback(clientUuid);
    });

  /** Postpones the check if there are no figures, so that the budget is saved anyway. */
  const checkLater = (error: unknown) => {
    if (!(error instanceof AppError)) onError(error);
  };

  return {
    get: async ({ clientUuid }: Actor): Promise<Budget> => present(await budgets.find(clientUuid)),

    async save({ clientUuid }: Actor, budget: BudgetInput): Promise<Budget> {
      if (budget.limitCents === null) await budgets.delete(clientUuid);
      else await budgets.save(clientUuid, budget.limitCents, budget);
      // Edges get the last known cost first, since current figures may be unavailable.
      await stopAtEdges(clientUuid);
      if (budget.limitCents !== null) await check(clientUuid).catch(checkLater);
      return present(await budgets.find(clientUuid));
    },

    /** Checks all budgets. Every replica may do so, because a warning is claimed once. */
    async checkAll(): Promise<void> {
      for (const { client_uuid } of await budgets.listClients()) await check(client_uuid).catch(checkLater);
    },

    async isStopped(clientUuid: string): Promise<boolean> {
      const row = await budgets.find(clientUuid);
      return row !== undefined && isStoppedBy(row);
    },
  };
}
export type BudgetsService = ReturnType<typeof createBudgetsService>;
