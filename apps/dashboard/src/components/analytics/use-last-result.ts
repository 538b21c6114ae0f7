import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { isUnavailable } from "./statistics-queries.ts";

export interface LastResult<T> {
  /** The latest data of the query; undefined before the first response. */
  data: T | undefined;
  /** Whether the value belongs to a previous query because the current query is loading or failed. */
  isStale: boolean;
}

/** Returns the data of a query. While figures are unavailable, returns the last data received. */
export function useLastResult<T>({
  data,
  error,
  isPlaceholderData,
}: Pick<UseQueryResult<T>, "data" | "error" | "isPlaceholderData">): LastResult<T> {
  const last = useRef<T>(undefined);
  if (data !== undefined) last.current = data;
  const shown = data ?? (isUnavailable(error) ? last.current : undefined);
  return { data: shown, isStale: shown !== undefined && (data === undefined || isPlaceholderData) };
}
