import { AppError } from "@shoal/contract";

/**
 * The refusal of a question by fields that the caller does not see: its answer would tell their values.
 * @param paths where they stand in the query, as `filter.status`
 */
export const hiddenFields = (paths: readonly string[]): AppError =>
  new AppError(
    "forbidden",
    "You cannot search, filter or sort by what you do not see",
    paths.map((path) => ({ path, reason: "asks by a field that is not shown to you" })),
  );
