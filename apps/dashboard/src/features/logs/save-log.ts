import { routes } from "@shoal/contract";
import { fetchFile } from "../../lib/fetch-file.ts";
import { filterOf, type LogListState } from "./log-filter.ts";

/** How long a browser may need to take the file over. */
const TAKEN_OVER_MS = 60_000;

/**
 * Saves what matches as a CSV file, under the name that the server gives it.
 * @throws AppError as every call.
 */
export async function saveLog(state: Pick<LogListState, "search" | "filters">): Promise<void> {
  const query = new URLSearchParams(filterOf(state) as Record<string, string>);
  const response = await fetchFile(`${routes.exportLogs.path}?${query}`, {});
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name ?? "shoal-log.csv";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_OVER_MS);
}
