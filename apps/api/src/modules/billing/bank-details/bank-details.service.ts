import { AppError, type BankDetailsState, type BankFileType, type FieldError } from "@shoal/contract";
import { hasRole } from "@shoal/domain";
import { isBic, isIban } from "@shoal/domain/billing";
import type { SecretBox, SecretFileBox } from "@shoal/tokens";
import type { Database } from "../../../platform/database.ts";
import type { Realtime } from "../../../platform/realtime/realtime.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { assertOwnClient, clientNotFound } from "../../accounts/clients/index.ts";
import type { LogWriter } from "../../accounts/logs/index.ts";
import { createBankDetailsRepository } from "./bank-details.repository.ts";
import { findBankFileType, maskIban } from "./bank-file.ts";

/** The purpose of the key that encrypts bank details. */
export const BANK_SECRETS = "bank details";

export interface BankDetailsDeps {
  db: Database;
  realtime: Pick<Realtime, "emit">;
  logs: Pick<LogWriter, "write">;
  box: SecretBox & SecretFileBox;
}

export interface SentBankDetails {
  holder: string;
  iban: string;
  bic: string;
  file: { name: string; bytes: Buffer };
}

/** The user who decrypts bank details, and the origin of their call. */
interface BankDetailsAccess {
  actor: Actor;
  clientUuid: string;
  address: string;
  call: string;
  target: string;
}

/**
 * Creates the service of clients' bank details. Only managers and administrators have access, which is logged before the
 * response is sent.
 */
export function createBankDetailsService({ db, realtime, logs, box }: BankDetailsDeps) {
  const own = createBankDetailsRepository(db);

  async function getState(actor: Actor, clientUuid: string): Promise<BankDetailsState> {
    const client = await getClient(actor, clientUuid);
    const row = await own.findDetails(clientUuid);
    return {
      isRIB: client.has_bank_details,
      details: row
        ? {
            holder: row.holder,
            maskedIban: row.masked_iban,
            bic: row.bic,
            fileName: row.file_name,
            fileType: row.file_type,
            sizeBytes: row.size_bytes,
            savedAt: row.saved_at.toISOString(),
            savedBy: row.saved_by,
          }
        : null,
    };
  }

  async function getClient(actor: Actor, clientUuid: string) {
    assertCanAccess(actor, clientUuid);
    const client = await own.findClient(clientUuid);
    if (!client) throw clientNotFound();
    return client;
  }

  async function recordAccess({
    actor,
    clientUuid,
    address,
    call,
    target,
  }: BankDetailsAccess): Promise<void> {
    const { name } = await getClient(actor, clientUuid);
    const { userUuid, username, ownClientUuid } = actor;
    await logs.write(undefined, {
      type: call,
      target,
      address,
      userUuid,
      username,
      clientUuid,
      clientName: name,
      isViewed: clientUuid !== ownClientUuid,
    });
  }

  return {
    /** @throws AppError "client_not_found". */
    getState,

    /** Checks the permission before the file is read. @throws AppError "client_not_found". */
    getClientName: async (actor: Actor, clientUuid: string) => (await getClient(actor, clientUuid)).name,

    /** Saves bank details. @throws AppError "client_not_found", "bad_request" with the fields, or "bank_file_refused". */
    async save(actor: Actor, clientUuid: string, sent: SentBankDetails): Promise<BankDetailsState> {
      assertCanAccess(actor, clientUuid);
      const fileType = validateDetails(sent);
      const { holder, iban, bic, file } = sent;
      await db.transaction().execute(async (tx) => {
        const details = createBankDetailsRepository(tx);
        if (!(await details.findClient(clientUuid))) throw clientNotFound();
        await details.putDetails({
          client_uuid: clientUuid,
          holder,
          sealed_iban: box.seal(iban, clientUuid),
          masked_iban: maskIban(iban),
          bic,
          file_name: file.name,
          file_type: fileType,
          size_bytes: file.bytes.length,
          sealed_file: box.sealBytes(file.bytes, clientUuid),
          saved_at: new Date(),
          saved_by: actor.username,
        });
        await details.recordReceived(clientUuid, true);
      });
      realtime.emit(clientUuid, "client.changed", { uuid: clientUuid });
      return getState(actor, clientUuid);
    },

    /** @throws AppError "client_not_found" or "bank_details_missing". */
    async remove(actor: Actor, clientUuid: string): Promise<BankDetailsState> {
      await getClient(actor, clientUuid);
      await db.transaction().execute(async (tx) => {
        const details = createBankDetailsRepository(tx);
        if (!(await details.deleteDetails(clientUuid))) throw detailsMissing();
        await details.recordReceived(clientUuid, false);
      });
      realtime.emit(clientUuid, "client.changed", { uuid: clientUuid });
      return getState(actor, clientUuid);
    },

    /** @throws AppError "client_not_found" or "bank_details_missing". */
    async revealIban(reveal: Omit<BankDetailsAccess, "target">): Promise<{ iban: string }> {
      assertCanAccess(reveal.actor, reveal.clientUuid);
      const row = await own.findSealedIban(reveal.clientUuid);
      if (!row) throw detailsMissing();
      await recordAccess({ ...reveal, target: row.masked_iban });
      return { iban: box.open(row.sealed_iban, reveal.clientUuid) };
    },

    /** @throws AppError "client_not_found" or "bank_details_missing". */
    async openFile(
      reveal: Omit<BankDetailsAccess, "target">,
    ): Promise<{ name: string; type: BankFileType; bytes: Buffer }> {
      assertCanAccess(reveal.actor, reveal.clientUuid);
      const row = await own.findSealedFile(reveal.clientUuid);
      if (!row) throw detailsMissing();
      await recordAccess({ ...reveal, target: row.file_name });
      const bytes = box.openBytes(row.sealed_file, reveal.clientUuid);
      return { name: row.file_name, type: row.file_type, bytes };
    },
  };
}
export type BankDetailsService = ReturnType<typeof createBankDetailsService>;

/** Checks access. Administrators can access every client's bank details. @throws AppError "client_not_found". */
function assertCanAccess(actor: Actor, clientUuid: string): void {
  if (!hasRole(actor.roles, "admin")) assertOwnClient(actor, clientUuid);
}

/** Checks the bank details. @returns the type of the file. */
function validateDetails({ iban, bic, file }: SentBankDetails): BankFileType {
  const faults: FieldError[] = [];
  if (!isIban(iban)) faults.push({ path: "iban", reason: "is not an IBAN" });
  if (!isBic(bic)) faults.push({ path: "bic", reason: "is not a BIC" });
  if (faults.length > 0) throw new AppError("bad_request", "The bank details are not valid", faults);
  const type = findBankFileType(file.bytes);
  if (type) return type;
  const reason = "is not a complete PDF, PNG or JPEG file";
  throw new AppError("bank_file_refused", `The file ${reason}`, [{ path: "file", reason }]);
}

const detailsMissing = () => new AppError("bank_details_missing", "There are no bank details");
