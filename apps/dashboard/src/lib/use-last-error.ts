import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * Returns why there is no data until there is some. A query without data resets its error while it reloads, for example after reconnecting,
 * and the page's message would disappear for a moment.
 * @param of subject of the query; another subject clears the error.
 */
export function useLastError({ data, error }: Pick<UseQueryResult, "data" | "error">, of: string): unknown {
  const last = useRef<{ of: string; error: unknown }>({ of, error: null });
  if (error || data !== undefined || last.current.of !== of) last.current = { of, error };
  return last.current.error;
}
