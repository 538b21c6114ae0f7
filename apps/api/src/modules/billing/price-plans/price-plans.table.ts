import type { PlanKind, PlanTier } from "@shoal/contract";
import { type ColumnType, type Generated, type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";
import type { Bigint } from "../../../platform/schema/columns.ts";

export interface PricePlanRow {
  client_uuid: string;
  valid_from: string;
  kind: PlanKind;
  /** The tiers of an individual contract; null for the product's plans. */
  tiers: ColumnType<PlanTier[] | null, string | null, string | null>;
}

export interface ClientBudgetRow {
  client_uuid: string;
  limit_cents: Bigint;
  /** Whether reaching the budget stops the creation of videos. */
  stops: boolean;
  /** Whether reaching the budget stops CDN entries. */
  stops_cdn: Generated<boolean>;
  /** Whether reaching the budget stops playback. */
  stops_playback: Generated<boolean>;
  revision: Generated<number>;
  /** The month to which `spent_cents` applies. */
  spent_month: string | null;
  spent_cents: Bigint | null;
  /** The part of the cost that edges counted themselves. */
  measured_cents: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface BudgetWarningRow {
  client_uuid: string;
  month: string;
  percent: number;
}

declare module "../../../platform/schema.ts" {
  interface Schema {
    price_plans: PricePlanRow;
    client_budgets: ClientBudgetRow;
    budget_warnings: BudgetWarningRow;
  }
}

/**
 * Plans with the dates from which they apply, and managers' budgets. Changing a client's "free tier" switch sets a plan from the
 * current month: a trigger records it, so that past months keep their price.
 */
export const pricePlanTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      CREATE TABLE price_plans (
        client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        valid_from date NOT NULL,
        kind text NOT NULL CHECK (kind IN ('free', 'managed', 'fixed', 'own')),
        tiers jsonb CHECK ((tiers IS NOT NULL) = (kind = 'own')),
        PRIMARY KEY (client_uuid, valid_from)
      )`.execute(db);
    await sql`
      INSERT INTO price_plans (client_uuid, valid_from, kind)
      SELECT uuid, '2000-01-01', CASE WHEN free_tier THEN 'free' ELSE 'managed' END FROM clients`.execute(db);
    await sql`
      CREATE FUNCTION note_price_plan() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        this_month date := date_trunc('month', now() AT TIME ZONE 'UTC')::date;
        wanted text := CASE WHEN NEW.free_tier THEN 'free' ELSE 'managed' END;
        present text;
      BEGIN
        SELECT kind INTO present FROM price_plans
        WHERE client_uuid = NEW.uuid AND valid_from <= this_month ORDER BY valid_from DESC LIMIT 1;
        IF present IS NULL THEN
          INSERT INTO price_plans (client_uuid, valid_from, kind) VALUES (NEW.uuid, '2000-01-01', wanted);
        ELSIF (present = 'free') <> NEW.free_tier THEN
          INSERT INTO price_plans (client_uuid, valid_from, kind) VALUES (NEW.uuid, this_month, wanted)
          ON CONFLICT (client_uuid, valid_from) DO UPDATE SET kind = wanted, tiers = NULL;
        END IF;
        RETURN NULL;
      END $$`.execute(db);
    await sql`
      CREATE TRIGGER note_price_plan AFTER INSERT OR UPDATE OF free_tier ON clients
      FOR EACH ROW EXECUTE FUNCTION note_price_plan()`.execute(db);
    await sql`
      CREATE TABLE client_budgets (
        client_uuid uuid PRIMARY KEY REFERENCES clients ON DELETE CASCADE,
        limit_cents bigint NOT NULL CHECK (limit_cents > 0),
        stops boolean NOT NULL,
        revision integer NOT NULL DEFAULT 1,
        spent_month text,
        spent_cents bigint
      )`.execute(db);
    await sql`
      CREATE TABLE budget_warnings (
        client_uuid uuid NOT NULL REFERENCES clients ON DELETE CASCADE,
        month text NOT NULL,
        percent integer NOT NULL,
        PRIMARY KEY (client_uuid, month, percent)
      )`.execute(db);
  },
};

/**
 * Saving a client without a change of the "free tier" switch sets no plan: in the first minute of a month, the switch may not follow the plan
 * of that month yet, which the trigger would overwrite.
 */
export const plansByChangeOnly: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      DROP TRIGGER note_price_plan ON clients`.execute(db);
    await sql`
      CREATE TRIGGER note_price_plan AFTER INSERT ON clients
      FOR EACH ROW EXECUTE FUNCTION note_price_plan()`.execute(db);
    await sql`
      CREATE TRIGGER note_changed_price_plan AFTER UPDATE OF free_tier ON clients
      FOR EACH ROW WHEN (OLD.free_tier IS DISTINCT FROM NEW.free_tier)
      EXECUTE FUNCTION note_price_plan()`.execute(db);
  },
};
