import type { FixtureOwner, ModuleFixtures } from "../../../../testing/fixtures.ts";

const client = ({ clientUuid }: FixtureOwner) => ({ params: { id: clientUuid } });

/** Bank details encrypted for another installation, which suffices because access is checked before decryption. */
export const bankDetailsFixtures: ModuleFixtures = {
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
