import { Loader } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { errorText } from "../../../lib/error-text.ts";

/**
 * Returns the message of a search field without options: a loader during the search, the error if the search failed, otherwise that nothing
 * was found.
 */
export function noneFoundMessage(
  { isFetching, error }: Pick<UseQueryResult, "isFetching" | "error">,
  nothing: string,
): ReactNode {
  if (isFetching) return <Loader size="xs" />;
  return error ? errorText(error) : nothing;
}
