import { type BankDetailsState, type ContractState, type ContractView, routes } from "@shoal/contract";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answer, Refusal, refuse } from "../../testing/fake-api.ts";
import { sampleClient, sampleUser } from "../../testing/samples.ts";
import { cleanAfterEach, show } from "../../testing/show.tsx";
import { DocumentsCard } from "./documents-card.tsx";

cleanAfterEach();

const UNSIGNED_STATE: ContractState = {
  isContractSigned: false,
  contracts: [],
  currentVersion: 3,
  isAcceptable: true,
  missing: [],
};
const CONTRACT: ContractView = {
  uuid: "contract-1",
  number: "2026-7-1",
  version: 3,
  language: "EN",
  textHash: "ab".repeat(32),
  companyName: "Harbour TV",
  acceptedAt: "2026-03-04T05:06:07.000Z",
  acceptedName: "Ada Quay",
  acceptedBy: "manager",
};
const SIGNED_STATE: ContractState = {
  ...UNSIGNED_STATE,
  isContractSigned: true,
  contracts: [CONTRACT],
  isAcceptable: false,
};
const NO_BANK_DETAILS: BankDetailsState = { isRIB: false, details: null };
const BANK_DETAILS: BankDetailsState = {
  isRIB: true,
  details: {
    holder: "Harbour TV",
    maskedIban: "FR76 •••• 0189",
    bic: "AGRIFRPP",
    fileName: "rib.pdf",
    fileType: "application/pdf",
    sizeBytes: 40_000,
    savedAt: "2026-03-04T05:06:07.000Z",
    savedBy: "manager",
  },
};

const contractRegion = () => page.getByRole("region", { name: "Contract", exact: true });
const bankRegion = () => page.getByRole("region", { name: "Bank details", exact: true });
const DOCUMENTS_CARD = <DocumentsCard uuid="client-1" />;

beforeEach(() => {
  answer(routes.getContract, () => UNSIGNED_STATE);
  answer(routes.getBankDetails, () => NO_BANK_DETAILS);
  answer(routes.getPaymentMeans, () => ({ isOffered: false, method: null }));
});

test("a contract with missing data names them and cannot be accepted", async () => {
  const missing: ContractState["missing"] = ["client.companyName", "seller.name"];
  answer(routes.getContract, () => ({ ...UNSIGNED_STATE, missing }));
  show(DOCUMENTS_CARD);
  await expect.element(contractRegion().getByText("Contract generation error")).toBeVisible();
  await expect.element(contractRegion().getByText("Company name")).toBeVisible();
  await expect.element(contractRegion().getByText(/Some provider data is missing/)).toBeVisible();
  await expect.element(contractRegion().getByRole("button")).not.toBeInTheDocument();
});

test("accepting the terms generates the contract from the text that was read", async () => {
  const text = "# 1. Subject\n\nReef Streaming gives Harbour TV access.";
  const read = { version: 3, language: "EN" as const, text, textHash: "ab".repeat(32) };
  answer(routes.getContractText, () => read);
  let isSigned = false;
  answer(routes.getContract, () => (isSigned ? SIGNED_STATE : UNSIGNED_STATE));
  const sent = answer(routes.acceptContract, () => {
    isSigned = true;
    return CONTRACT;
  });
  show(DOCUMENTS_CARD);
  await contractRegion().getByRole("button", { name: "Read and accept the contract" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("heading", { name: "1. Subject" })).toBeVisible();
  await dialog.getByRole("textbox", { name: "Your first and last name" }).fill("Ada Quay");
  await dialog.getByRole("button", { name: "Accept and generate the contract" }).click();
  await expect.element(dialog.getByText("To generate the contract, accept the terms.")).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole("checkbox").click();
  await dialog.getByRole("button", { name: "Accept and generate the contract" }).click();
  await expect.element(page.getByText("Contract 2026-7-1 signed")).toBeVisible();
  await expect.element(contractRegion().getByText("Signed", { exact: true })).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([
    { version: 3, language: "EN", textHash: "ab".repeat(32), name: "Ada Quay", isAccepted: true },
  ]);
});

test("a text that changed in the meantime is shown again and must be accepted again", async () => {
  const texts = ["Old terms.", "New terms."];
  answer(routes.getContractText, () => {
    const text = texts.length > 1 ? texts.shift() : texts[0];
    const textHash = text === "Old terms." ? "a" : "b";
    return { version: 3, language: "EN" as const, text: text ?? "", textHash };
  });
  refuse(routes.acceptContract, new Refusal("contract_text_changed"));
  show(DOCUMENTS_CARD);
  await contractRegion().getByRole("button", { name: "Read and accept the contract" }).click();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Old terms.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Your first and last name" }).fill("Ada Quay");
  await dialog.getByRole("checkbox").click();
  await dialog.getByRole("button", { name: "Accept and generate the contract" }).click();
  await expect.element(dialog.getByText("New terms.")).toBeVisible();
  await expect.element(dialog.getByRole("checkbox")).not.toBeChecked();
  await expect.element(page.getByText(/The text has changed/)).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test("new terms can be accepted while the previous ones are in force", async () => {
  answer(routes.getContract, () => ({ ...SIGNED_STATE, currentVersion: 4, isAcceptable: true }));
  show(DOCUMENTS_CARD);
  await expect.element(contractRegion().getByText("New terms to accept")).toBeVisible();
  await expect.element(contractRegion().getByText("2026-7-1")).toBeVisible();
  await expect
    .element(contractRegion().getByRole("button", { name: "Read and accept the new terms" }))
    .toBeVisible();
});

test("the IBAN is masked until the user reveals it", async () => {
  answer(routes.getBankDetails, () => BANK_DETAILS);
  const looks = answer(routes.revealIban, () => ({ iban: "FR7630006000011234567890189" }));
  show(DOCUMENTS_CARD);
  await expect.element(bankRegion().getByText("FR76 •••• 0189")).toBeVisible();
  await expect.element(bankRegion().getByText("rib.pdf · 40 kB")).toBeVisible();
  expect(looks).toEqual([]);
  await bankRegion().getByRole("button", { name: "Show full IBAN" }).click();
  await expect.element(bankRegion().getByText("FR76 3000 6000 0112 3456 7890 189")).toBeVisible();
  expect(looks).toHaveLength(1);
});

test("bank details are sent with their file, and a rejection is shown at its field", async () => {
  const reason = "is not an IBAN";
  refuse(routes.saveBankDetails, new Refusal("bad_request", [{ path: "iban", reason }]));
  show(DOCUMENTS_CARD);
  await bankRegion().getByRole("button", { name: "Add bank details" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText("Enter the IBAN")).toBeVisible();
  await expect.element(dialog.getByText("Choose a file").first()).toBeVisible();
  await dialog.getByRole("textbox", { name: "Account holder" }).fill("Harbour TV");
  await dialog.getByRole("textbox", { name: "IBAN" }).fill("FR76");
  await dialog.getByRole("textbox", { name: "BIC" }).fill("AGRIFRPP");
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  if (!input) throw new Error("There is no field for a file");
  await userEvent.upload(input, new File(["%PDF"], "rib.pdf", { type: "application/pdf" }));
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(dialog.getByText(/is not an IBAN/)).toBeVisible();
  answer(routes.saveBankDetails, () => BANK_DETAILS);
  answer(routes.getBankDetails, () => BANK_DETAILS);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect.element(page.getByText("Bank details saved")).toBeVisible();
  await expect.element(bankRegion().getByText("Received", { exact: true })).toBeVisible();
});

test("a card can be added if the installation accepts payments, and removed after a confirmation", async () => {
  const method = { kind: "card", label: "visa •••• 4242" } as const;
  answer(routes.getPaymentMeans, () => ({ isOffered: true, method }));
  const removed = answer(routes.removePaymentMeans, () => ({ isOffered: true, method: null }));
  show(DOCUMENTS_CARD);
  const means = page.getByRole("region", { name: "Payment method" });
  await expect.element(means.getByText("visa •••• 4242")).toBeVisible();
  await means.getByRole("button", { name: "Remove" }).click();
  expect(removed).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect.element(means.getByRole("button", { name: "Pay by card or direct debit" })).toBeVisible();
  expect(removed).toHaveLength(1);
});

test("without a payment provider, paying by card is not offered", async () => {
  show(DOCUMENTS_CARD);
  await expect.element(bankRegion()).toBeVisible();
  await expect.element(page.getByText(/card/)).not.toBeInTheDocument();
});

test("users who are not managers see only the state of the documents", async () => {
  answer(routes.getClient, () => sampleClient({ isContractSigned: true, isRIB: false }));
  show(DOCUMENTS_CARD, { user: sampleUser({ roles: ["editor"], role: "video manager" }) });
  await expect.element(page.getByText("Signed", { exact: true })).toBeVisible();
  await expect.element(page.getByText("Not received yet")).toBeVisible();
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});
