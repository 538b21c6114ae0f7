import type { ModuleThings, ThingsOwner } from "../../../../testing/things.ts";

const client = ({ clientUuid }: ThingsOwner) => ({ params: { id: clientUuid } });

/** Bank details encrypted for another installation, which suffices because access is checked before decryption. */
export const bankDetailsThings: ModuleThings = {
  table: "bank_details",
  insertsFor: () => [],
  targets: {
    getBankDetails: client,
    saveBankDetails: client,
    deleteBankDetails: client,
    revealIban: client,
    downloadBankFile: client,
  },
};
