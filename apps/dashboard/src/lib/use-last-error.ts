import type { UseQueryResult } from "@tanstack/react-query";
import { useRef } from "react";

/**
 * Why there is nothing, until there is something: a query of which nothing is known yet forgets its error while it asks again,
 * as it does when the connection is back, and what a page says of it would vanish for a moment.
 * @param of what is asked for: of another one nothing is said yet.
 */
export function useLastError({ data, error }: Pick<UseQueryResult, "data" | "error">, of: string): unknown {
  const last = useRef<{ of: string; error: unknown }>({ of, error: null });
  if (error || data !== undefined || last.current.of !== of) last.current = { of, error };
  return last.current.error;
}
