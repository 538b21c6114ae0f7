import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * Why there is no data, until there is some: a query without data resets its error while it refetches, as after a reconnection,
 * and the page's message would disappear for a moment.
 * @param of the query's subject: a change of subject clears the error.
 */
export function useLastError({ data, error }: Pick<UseQueryResult, "data" | "error">, of: string): unknown {
  const last = useRef<{ of: string; error: unknown }>({ of, error: null });
  if (error || data !== undefined || last.current.of !== of) last.current = { of, error };
  return last.current.error;
}
