import { AppError, type Seller, type SellerInput } from "@shoal/contract";
import { isBic, isIban } from "@shoal/domain/billing";
import type { Database } from "../../../platform/database.ts";
import { createSellerRepository } from "./seller.repository.ts";

/** Creates the service of the selling company. Contracts and invoices copy its data when they are created. */
export function createSellerService({ db }: { db: Database }) {
  const sellers = createSellerRepository(db);
  return {
    /** Returns the seller; null until an administrator has entered it. */
    async get(): Promise<Seller | null> {
      return (await sellers.find()) ?? null;
    },

    /** Saves the seller. @throws AppError "bad_request" for an invalid IBAN or BIC. */
    async save(seller: SellerInput): Promise<Seller> {
      const { iban, bic } = seller;
      const fields = [
        ...(iban !== "" && !isIban(iban) ? [{ path: "iban", reason: "is not an IBAN" }] : []),
        ...(bic !== "" && !isBic(bic) ? [{ path: "bic", reason: "is not a BIC" }] : []),
      ];
      if (fields.length > 0) throw new AppError("bad_request", "The bank details are not valid", fields);
      await sellers.save(seller);
      return seller;
    },
  };
}
export type SellerService = ReturnType<typeof createSellerService>;
