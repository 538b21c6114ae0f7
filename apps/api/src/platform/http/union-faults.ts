import type { z } from "zod";

/**
 * Returns the errors of a value. For a union, the errors of the option that was meant replace "Invalid input": an option that
 * only rejects a part of the value is the one that was meant.
 * @example insideUnions(issues) // [{ path: ["inputQualities", 0, "bitrate"], … }] for a list of wrong qualities
 */
export function insideUnions(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const meant = issue.errors.find((option) => option.length > 0 && option.every(isInside));
    if (!meant) return [issue];
    return insideUnions(meant).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

const isInside = ({ code, path }: z.core.$ZodIssue) => path.length > 0 || code === "unrecognized_keys";
