import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * Returns the last error of a query until the query has data. Without data, a query resets its error while it reloads, for example after
 * reconnecting, and the page's message would briefly disappear.
 * @param of the subject of the query; a different subject clears the error.
 */
export function useLastError({ data, error }: Pick<UseQueryResult, "data" | "error">, of: string): unknown {
  const last = useRef<{ of: string; error: unknown }>({ of, error: null });
  if (error || data !== undefined || last.current.of !== of) last.current = { of, error };
  return last.current.error;
}
