import Stripe from "stripe";
import type { Tx } from "../../../platform/database.ts";
import { defineTask, type JobQueue } from "../../../platform/queue/job-queue.ts";
import { createPaymentsRepository } from "./payments.repository.ts";

/** The task that deletes a deleted client at the provider too. */
export const FORGET_PAYER = defineTask<{ customerId: string }>("forget-payer");

/**
 * Queues the deletion of a client at the provider. The task starts once the transaction that deletes the client here has committed.
 */
export async function forgetPayer(
  queue: Pick<JobQueue, "sendTask">,
  tx: Tx,
  clientUuid: string,
): Promise<void> {
  const means = await createPaymentsRepository(tx).findMeans(clientUuid);
  if (means) await queue.sendTask(tx, FORGET_PAYER, { customerId: means.customer_id });
}

/** Deletes a customer with its cards and accounts, unless that has already been done. Charges in progress continue. */
export async function deleteCustomer(stripe: Stripe, customerId: string): Promise<void> {
  await stripe.customers.del(customerId).catch((error: unknown) => {
    const isGone = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
    if (!isGone) throw error;
  });
}
