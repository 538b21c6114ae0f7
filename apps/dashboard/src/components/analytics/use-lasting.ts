import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";
import { isAway } from "./statistics-queries.ts";

/** The data of a query; while the figures are away, the last that came. */
export function useLasting<T>({ data, error }: Pick<UseQueryResult<T>, "data" | "error">): T | undefined {
  const last = useRef<T>(undefined);
  if (data !== undefined) last.current = data;
  return data ?? (isAway(error) ? last.current : undefined);
}
