import { readFile } from "node:fs/promises";
import { routes } from "@shoal/contract";
import { extractText, getDocumentProxy } from "unpdf";
import { expect, test } from "vitest";
import { openAs } from "../../harness/people.ts";
import { addTenant, useAdministrator } from "../support/tenants.ts";
import { useBrowser } from "../support/test-browser.ts";

const browser = useBrowser();

const PDF_FILE = Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n");
/** The seller's data on invoices, with fictitious numbers. */
const TEST_SELLER = {
  name: "Shoal Test SAS",
  street: "1 quai des Essais",
  postalCode: "29200",
  city: "Lorient",
  country: "FR",
  siren: "732829320",
  siret: "73282932000074",
  vatNumber: "FR44732829320",
  registration: "",
  iban: "",
  bic: "",
  email: "billing@example.org",
  phone: "",
  paymentTermDays: 30,
};

test("a manager signs the contract and submits bank details, and an administrator sees both", async () => {
  const admin = useAdministrator();
  await admin.call(routes.saveSeller, { body: TEST_SELLER });
  const { uuid, user } = await addTenant(["manager"]);
  const page = await openAs(browser.context, admin, { person: user, path: "/profil?section=documents" });
  const contract = page.getByRole("region", { name: "Contract", exact: true });
  await contract.getByText("Contract generation error").waitFor();
  await user.call(routes.updateClient, {
    params: { id: uuid },
    body: {
      companyName: "Harbour TV SAS",
      siret: "73282932000074",
      postalAddress: "12 rue des Îles\n29200 Brest",
      contactFirstName: "Ada",
      contactLastName: "Quay",
      contactEmail: "ada@example.org",
    },
  });
  await page.reload();
  await contract.getByRole("button", { name: "Read and accept the contract" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText(/gives Harbour TV SAS/).waitFor();
  await dialog.getByRole("textbox", { name: "Your first and last name" }).fill("Ada Quay");
  await dialog.getByRole("checkbox").click();
  await dialog.getByRole("button", { name: "Accept and generate the contract" }).click();
  await contract.getByText("Signed", { exact: true }).waitFor();
  const saved = page.waitForEvent("download");
  await contract.getByRole("button", { name: /Download contract/ }).click();
  const file = await readFile(await (await saved).path());
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: true });
  expect(text).toContain("Ada Quay");

  const bank = page.getByRole("region", { name: "Bank details", exact: true });
  await bank.getByRole("button", { name: "Add bank details" }).click();
  await dialog.getByRole("textbox", { name: "Account holder" }).fill("Harbour TV SAS");
  await dialog.getByRole("textbox", { name: "IBAN" }).fill("FR76 3000 6000 0112 3456 7890 189");
  await dialog.getByRole("textbox", { name: "BIC" }).fill("AGRIFRPP");
  await page
    .locator('input[type="file"]')
    .setInputFiles({ name: "rib.pdf", mimeType: "application/pdf", buffer: PDF_FILE });
  await dialog.getByRole("button", { name: "Save" }).click();
  await bank.getByText("FR76 •••• 0189").waitFor();

  const office = await openAs(await browser.newContext(), admin, {
    person: { ...admin, username: "admin" },
    path: `/admin/${uuid}?tab=contract`,
  });
  await office.getByText("FR76 •••• 0189").waitFor();
  await office.getByRole("button", { name: "Show full IBAN" }).click();
  await office.getByText("FR76 3000 6000 0112 3456 7890 189").waitFor();
  expect(await user.call(routes.getClient, { params: { id: uuid } })).toMatchObject({
    isContractSigned: true,
    isRIB: true,
  });
});
