import type { ClientView } from "@shoal/contract";
import { findDeletionDate } from "@shoal/domain";

/** Returns the date on which a client's account would be deleted if the deletion were scheduled now. */
export const deletionDateOf = ({ subscriptionEndsAt }: Pick<ClientView, "subscriptionEndsAt">): string =>
  findDeletionDate(
    subscriptionEndsAt === null ? null : new Date(subscriptionEndsAt),
    new Date(),
  ).toISOString();
