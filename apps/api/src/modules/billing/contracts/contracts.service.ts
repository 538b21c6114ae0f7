import {
  AppError,
  type BodyOf,
  type ContractFact,
  type ContractState,
  type ContractTermsView,
  type ContractText,
  type ContractView,
  type Language,
  type routes,
  type Seller,
} from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import type { Database, Tx } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { assertOwnClient, clientNotFound } from "../../accounts/clients/index.ts";
import { writeContractPdf } from "./contract-pdf.ts";
import {
  findUnknownPlaceholder,
  hashOfText,
  listMissingFacts,
  PLACEHOLDER_NAMES,
  writeContractText,
} from "./contract-text.ts";
import { presentContract, presentParty } from "./contracts.present.ts";
import {
  type ContractClient,
  createContractsRepository,
  type ListedContract,
} from "./contracts.repository.ts";

export interface ContractsDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  /** The service that reads the seller. The seller is null until an administrator has entered it. */
  seller: { get(): Promise<Seller | null> };
  now?: () => Date;
}

/** Creates the service of clients' contracts, and the terms that apply to all of them. */
export function createContractsService({ db, realtime, seller, now = () => new Date() }: ContractsDeps) {
  const own = createContractsRepository(db);

  /** Writes the current text. @throws AppError "contract_data_incomplete". */
  async function writeText(tx: Tx, client: ContractClient, language: Language) {
    const sellerNow = await seller.get();
    const missing = listMissingFacts(client, sellerNow);
    if (!sellerNow || missing.length > 0) throw dataIncomplete(missing);
    const terms = await createContractsRepository(tx).findCurrentTerms();
    const sides = { seller: sellerNow, party: presentParty(client, language) };
    const template = language === "FR" ? terms.text_fr : terms.text_en;
    const text = writeContractText(sides, { version: terms.version, template, language });
    return { version: terms.version, text, textHash: hashOfText(text), sides };
  }

  return {
    /** @throws AppError "client_not_found". */
    async getState(actor: Actor, clientUuid: string): Promise<ContractState> {
      assertCanRead(actor, clientUuid);
      const client = await own.findClient(clientUuid);
      if (!client) throw clientNotFound();
      const [contracts, terms, sellerNow] = await Promise.all([
        own.listContracts(clientUuid),
        own.findCurrentTerms(),
        seller.get(),
      ]);
      return {
        isContractSigned: client.is_contract_signed,
        contracts: contracts.map(presentContract),
        currentVersion: terms.version,
        isAcceptable: !isInForce(client, contracts, terms.version),
        missing: listMissingFacts(client, sellerNow),
      };
    },

    /** @throws AppError "client_not_found" or "contract_data_incomplete". */
    async getText(actor: Actor, clientUuid: string, language: Language): Promise<ContractText> {
      assertCanRead(actor, clientUuid);
      const client = await own.findClient(clientUuid);
      if (!client) throw clientNotFound();
      const { version, text, textHash } = await writeText(db, client, language);
      return { version, language, text, textHash };
    },

    /**
     * Creates the contract from the text that the user read, whose version and hash must be current.
     * @throws AppError "client_not_found", "contract_signer_wrong", "contract_data_incomplete", "contract_text_changed" or
     * "contract_already_signed".
     */
    async accept(
      actor: Actor,
      clientUuid: string,
      { version, language, textHash, name }: BodyOf<typeof routes.acceptContract>,
    ): Promise<ContractView> {
      assertOwnClient(actor, clientUuid);
      if (actor.ownClientUuid !== clientUuid)
        throw new AppError("contract_signer_wrong", "Only a manager of the client can accept its contract");
      const contract = await db.transaction().execute(async (tx) => {
        const contracts = createContractsRepository(tx);
        const client = await contracts.lockClient(clientUuid);
        if (!client) throw clientNotFound();
        const written = await writeText(tx, client, language);
        if (written.version !== version || written.textHash !== textHash)
          throw new AppError(
            "contract_text_changed",
            "The text has changed since it was read: read it again",
          );
        const earlier = await contracts.listContracts(clientUuid);
        if (isInForce(client, earlier, version))
          throw new AppError(
            "contract_already_signed",
            "This version of the terms has already been accepted",
          );
        const acceptedAt = now();
        const number = numberFor(client, earlier, acceptedAt);
        const accepted = {
          number,
          language,
          text: written.text,
          textHash,
          acceptedName: name,
          acceptedBy: actor.username,
          acceptedAt,
        };
        const row = await contracts.addContract({
          client_uuid: clientUuid,
          number,
          version,
          language,
          text: written.text,
          text_hash: textHash,
          seller: JSON.stringify(written.sides.seller),
          party: JSON.stringify({ ...written.sides.party, contractNumber: number }),
          accepted_name: name,
          accepted_by_uuid: actor.userUuid,
          accepted_by: actor.username,
          accepted_at: acceptedAt,
          pdf: await writeContractPdf(accepted),
        });
        await contracts.recordSigned(clientUuid, number);
        return row;
      });
      realtime.emit(clientUuid, "client.changed", { uuid: clientUuid });
      return presentContract(contract);
    },

    /** @throws AppError "client_not_found" or "contract_not_found". */
    async getFile(actor: Actor, clientUuid: string, uuid: string): Promise<{ number: string; pdf: Buffer }> {
      assertCanRead(actor, clientUuid);
      const file = await own.findFile(clientUuid, uuid);
      if (!file) throw new AppError("contract_not_found", "No such contract");
      return file;
    },

    getTerms: () => readTerms(),

    /** @throws AppError "edit_conflict", or "bad_request" for an unknown placeholder. */
    async replaceTerms(
      actor: Actor,
      { EN, FR, basedOn }: BodyOf<typeof routes.replaceContractTerms>,
    ): Promise<ContractTermsView> {
      for (const [path, text] of Object.entries({ EN, FR })) assertPlaceholdersKnown(path, text);
      const current = await own.findCurrentTerms();
      const terms = { version: basedOn + 1, text_en: EN, text_fr: FR, created_by: actor.username };
      if (current.version !== basedOn || !(await own.addTerms(terms)))
        throw new AppError("edit_conflict", "Someone else replaced these terms: read them again");
      return readTerms();
    },
  };

  async function readTerms(): Promise<ContractTermsView> {
    const terms = await own.findCurrentTerms();
    return {
      version: terms.version,
      EN: terms.text_en,
      FR: terms.text_fr,
      createdAt: terms.created_at.toISOString(),
      createdBy: terms.created_by,
      contractCount: await own.countContractsForAdministration(terms.version),
      placeholders: PLACEHOLDER_NAMES,
    };
  }
}
export type ContractsService = ReturnType<typeof createContractsService>;

/** Checks access. Administrators can read every client's contracts. @throws AppError "client_not_found". */
function assertCanRead(actor: Actor, clientUuid: string): void {
  if (!hasRole(actor.roles, "admin")) assertOwnClient(actor, clientUuid);
}

/** Whether the latest contract has this version and was not reset since. */
const isInForce = (client: ContractClient, contracts: readonly ListedContract[], version: number) =>
  client.is_contract_signed && contracts[0]?.version === version;

/**
 * Returns a contract's number: the number that an administrator entered, unless an earlier contract has it; otherwise one made of
 * the year, the client's number and a counter.
 */
function numberFor(client: ContractClient, earlier: readonly ListedContract[], at: Date): string {
  const isFree = !earlier.some(({ number }) => number === client.contract_number);
  if (client.contract_number && isFree) return client.contract_number;
  return `${at.getUTCFullYear()}-${client.number}-${earlier.length + 1}`;
}

function assertPlaceholdersKnown(path: string, text: string): void {
  const name = findUnknownPlaceholder(text);
  if (name === undefined) return;
  const reason = `contains the unknown placeholder ${name}`;
  throw new AppError("bad_request", reason, [{ path, reason }]);
}

const dataIncomplete = (missing: readonly ContractFact[]) =>
  new AppError(
    "contract_data_incomplete",
    `Contract generation error: ${missing.join(", ")} missing`,
    missing.map((path) => ({ path, reason: "is missing" })),
  );
