import { routes } from "@shoal/contract";
import { fetchFile } from "../../lib/fetch-file.ts";
import { saveResponse } from "../../lib/save-response.ts";
import { filterOf, type LogListState } from "./log-filter.ts";

/**
 * Saves what matches as a CSV file, under the name that the server gives it.
 * @throws AppError as every call.
 */
export async function saveLog(state: Pick<LogListState, "search" | "filters">): Promise<void> {
  const query = new URLSearchParams(filterOf(state) as Record<string, string>);
  await saveResponse(await fetchFile(`${routes.exportLogs.path}?${query}`, {}), "shoal-log.csv");
}
