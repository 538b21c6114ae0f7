import { type BankDetailsState, type ContractState, fillPath, routes } from "@shoal/contract";
import { queryOptions } from "@tanstack/react-query";
import { fetchFile } from "../../lib/fetch-file.ts";
import { queryClient } from "../../lib/queries.ts";
import { saveResponse } from "../../lib/save-response.ts";
import { call } from "../../lib/session.ts";

export const contractQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["contract-documents", clientUuid, "contract"] as const,
    queryFn: (): Promise<ContractState> => call(routes.getContract, { params: { id: clientUuid } }),
  });

export const bankQuery = (clientUuid: string) =>
  queryOptions({
    queryKey: ["contract-documents", clientUuid, "bank"] as const,
    queryFn: (): Promise<BankDetailsState> => call(routes.getBankDetails, { params: { id: clientUuid } }),
  });

/** Reloads a client's documents and all data that depends on them. */
export async function refreshDocuments(clientUuid: string): Promise<void> {
  await Promise.all(
    [["contract-documents", clientUuid], ["client", clientUuid], ["clients"]].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );
}

export async function saveContract(clientUuid: string, contract: string): Promise<void> {
  const path = fillPath(routes.downloadContract.path, { id: clientUuid, contract });
  await saveResponse(await fetchFile(path, {}), "contract.pdf");
}

export async function saveBankFile(clientUuid: string): Promise<void> {
  const path = fillPath(routes.downloadBankFile.path, { id: clientUuid });
  await saveResponse(await fetchFile(path, {}), "bank-details");
}

export interface BankValues extends Record<string, unknown> {
  holder: string;
  iban: string;
  bic: string;
  file: File | null;
}

export async function sendBankDetails(clientUuid: string, values: BankValues): Promise<void> {
  const { method, path, multipart } = routes.saveBankDetails;
  const body = new FormData();
  for (const name of ["holder", "iban", "bic"] as const) body.set(name, values[name]);
  if (values.file) body.set(multipart.file, values.file);
  await fetchFile(fillPath(path, { id: clientUuid }), { method, body });
}
