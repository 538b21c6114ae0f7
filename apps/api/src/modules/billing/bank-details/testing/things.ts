import type { ModuleThings, ThingsOwner } from "../../../../testing/things.ts";

const client = ({ clientUuid }: ThingsOwner) => ({ params: { id: clientUuid } });

/** Sealed for another installation: who may open them is found out before that. */
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
