import { randomInt } from "node:crypto";
import { AppError, type FieldError } from "@shoal/contract";
import { listUsernameCandidates } from "@shoal/domain";
import type { Database } from "../../../platform/database.ts";
import { isUniqueViolation } from "../../../platform/unique-violation.ts";
import { createUserRulesRepository } from "./user-rules.repository.ts";

interface RequestedNames {
  username?: string | undefined;
  email?: string | null | undefined;
  /** The user's new client; by default their current one. */
  client?: string | undefined;
  /** The user whose current names do not count as taken. */
  exceptUuid?: string;
}

/**
 * Converts a unique-index violation into an error with each conflicting field and, for a username, a free alternative. Only the
 * index decides, so that of two concurrent requests one gets the name. An address used by a user of another client is not
 * reported, since that would reveal where they work.
 * @returns never; it always throws AppError "username_taken", "collaborator_email_used", or the original error.
 */
export function explainTaken(db: Database, wanted: RequestedNames): (error: unknown) => Promise<never> {
  return async (error) => {
    if (!isUniqueViolation(error, "users_username", "users_client_email")) throw error;
    const rules = createUserRulesRepository(db);
    if (isUniqueViolation(error, "users_client_email"))
      // §8
      throw new AppError("collaborator_email_used", "email already used by a collaborator", [EMAIL_USED]);
    const { email, client: clientUuid, exceptUuid } = wanted;
    const isEmailTaken = email ? await rules.isEmailTaken(email, { clientUuid, exceptUuid }) : false;
    const emailFields = isEmailTaken ? [EMAIL_USED] : [];
    const fields = [{ path: "username", reason: "is already in use" }, ...emailFields];
    const suggestion = await findFreeUsername(db, wanted.username ?? "");
    throw new AppError("username_taken", "This username is already in use", fields, suggestion);
  };
}

const EMAIL_USED: FieldError = { path: "email", reason: "is already in use" };

async function findFreeUsername(db: Database, username: string): Promise<string | undefined> {
  const random = Array.from({ length: 5 }, () => randomInt(1_000, 1_000_000));
  const candidates = listUsernameCandidates(username, random);
  const taken = await createUserRulesRepository(db).listTakenUsernames(candidates);
  return candidates.find((name) => !taken.has(name.toLowerCase()));
}
