import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { isAway } from "./statistics-queries.ts";

export interface Lasting<T> {
  /** Undefined before the first one. */
  data: T | undefined;
  /** It answers a question of before: what is asked now is on its way, or away. */
  isStale: boolean;
}

/** The data of a query; while the figures are away, the last that came. */
export function useLasting<T>({
  data,
  error,
  isPlaceholderData,
}: Pick<UseQueryResult<T>, "data" | "error" | "isPlaceholderData">): Lasting<T> {
  const last = useRef<T>(undefined);
  if (data !== undefined) last.current = data;
  const shown = data ?? (isAway(error) ? last.current : undefined);
  return { data: shown, isStale: shown !== undefined && (data === undefined || isPlaceholderData) };
}
