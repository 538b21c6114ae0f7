import { AppError } from "@shoal/contract";

/**
 * Rejects a query that uses fields hidden from the caller, since its result would reveal their values.
 * @param paths where the query uses these fields, such as `filter.status`
 */
export const hiddenFields = (paths: readonly string[]): AppError =>
  new AppError(
    "forbidden",
    "You cannot search, filter or sort by fields that you cannot see",
    paths.map((path) => ({ path, reason: "uses a field that is not shown to you" })),
  );
