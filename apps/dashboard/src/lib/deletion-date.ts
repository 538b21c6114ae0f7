import type { ClientView } from "@shoal/contract";
import { findDeletionDate } from "@shoal/domain";

/** When a client's account would be deleted, were that planned now. */
export const deletionDateOf = ({ subscriptionEndsAt }: Pick<ClientView, "subscriptionEndsAt">): string =>
  findDeletionDate(
    subscriptionEndsAt === null ? null : new Date(subscriptionEndsAt),
    new Date(),
  ).toISOString();
