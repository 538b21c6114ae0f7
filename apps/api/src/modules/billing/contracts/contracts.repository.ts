import { type Insertable, type Selectable, sql } from "kysely";
import type { Tx } from "../../../platform/database.ts";
import type { ContractRow } from "./contracts.table.ts";

/** All columns except the file and the text, which may be long. */
const LISTED_COLUMNS = [
  "uuid",
  "number",
  "version",
  "language",
  "text_hash",
  "party",
  "accepted_name",
  "accepted_by",
  "accepted_at",
] as const;
export type ListedContract = Pick<Selectable<ContractRow>, (typeof LISTED_COLUMNS)[number]>;

/** Creates the repository of contracts, which are read by client, and of terms, which apply to all clients. */
export function createContractsRepository(db: Tx) {
  const clientOf = (clientUuid: string) =>
    db
      .selectFrom("clients")
      .select([
        "uuid",
        "name",
        "number",
        "contract_number",
        "company_name",
        "siret",
        "country",
        "vat_number",
        "contact_first_name",
        "contact_last_name",
        "contact_email",
        "postal_address",
        "is_contract_signed",
      ])
      .where("uuid", "=", clientUuid);

  return {
    findClient: (clientUuid: string) => clientOf(clientUuid).executeTakeFirst(),

    /** Locks the client against concurrent acceptances and changes until the transaction ends. */
    lockClient: (clientUuid: string) => clientOf(clientUuid).forNoKeyUpdate().executeTakeFirst(),

    async recordSigned(clientUuid: string, contractNumber: string): Promise<void> {
      await db
        .updateTable("clients")
        .set({ is_contract_signed: true, contract_number: contractNumber })
        .where("uuid", "=", clientUuid)
        .execute();
    },

    listContracts: (clientUuid: string): Promise<ListedContract[]> =>
      db
        .selectFrom("contracts")
        .select(LISTED_COLUMNS)
        .where("client_uuid", "=", clientUuid)
        .orderBy("accepted_at", "desc")
        .orderBy("uuid")
        .execute(),

    findFile: (clientUuid: string, uuid: string) =>
      db
        .selectFrom("contracts")
        .select(["number", "pdf"])
        .where("client_uuid", "=", clientUuid)
        .where("uuid", "=", uuid)
        .executeTakeFirst(),

    addContract: (contract: Insertable<ContractRow>): Promise<ListedContract> =>
      db.insertInto("contracts").values(contract).returning(LISTED_COLUMNS).executeTakeFirstOrThrow(),

    findCurrentTerms: () =>
      db
        .selectFrom("contract_terms")
        .selectAll()
        .orderBy("version", "desc")
        .limit(1)
        .executeTakeFirstOrThrow(),

    async countContractsForAdministration(version: number): Promise<number> {
      const { count } = await db
        .selectFrom("contracts")
        .select(sql<number>`count(*)`.as("count"))
        .where("version", "=", version)
        .executeTakeFirstOrThrow();
      return count;
    },

    /** Adds terms. @returns false if the version already exists. */
    async addTerms(terms: {
      version: number;
      text_en: string;
      text_fr: string;
      created_by: string;
    }): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("contract_terms")
        .values(terms)
        .onConflict((conflict) => conflict.column("version").doNothing())
        .executeTakeFirst();
      return Number(numInsertedOrUpdatedRows) > 0;
    },
  };
}
export type ContractsRepository = ReturnType<typeof createContractsRepository>;
export type ContractClient = NonNullable<Awaited<ReturnType<ContractsRepository["findClient"]>>>;
