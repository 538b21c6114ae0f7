import type { Condition, RangeBound } from "./conditions.ts";
import type { QueryParams } from "./query-params.ts";
import { type ReadableRows, rowsSql } from "./search-scope.ts";

export interface ConditionContext {
  params: QueryParams;
  /** Returns the rows of metrics keys that were looked up before. */
  rowsOf: (names: readonly string[]) => ReadableRows;
}

/** Returns a condition as SQL. The caller's input is only in the parameters. */
export function conditionSql(condition: Condition, context: ConditionContext): string {
  const { params } = context;
  switch (condition.kind) {
    case "and":
      return joinConditions(condition.of, " AND ", "1", context);
    case "or":
      return joinConditions(condition.of, " OR ", "0", context);
    case "not":
      return `NOT (${conditionSql(condition.of, context)})`;
    case "texts":
      return `${condition.sql} IN ${params.add("Array(String)", condition.values)}`;
    case "like":
      return `${condition.sql} LIKE ${params.add("String", condition.pattern)}`;
    case "known":
      return `${condition.sql} != ''`;
    case "numbers":
      return `${condition.sql} IN ${params.add("Array(Float64)", condition.values)}`;
    case "indices":
      return rowsSql(context.rowsOf(condition.names), params);
    case "range":
      return `${condition.sql} ${BOUND_OPERATORS[condition.bound]} ${params.add("Float64", condition.value)}`;
    case "time":
      return timeSql(condition, params);
  }
}

function joinConditions(
  of: readonly Condition[],
  by: string,
  empty: string,
  context: ConditionContext,
): string {
  if (of.length === 0) return empty;
  return `(${of.map((each) => conditionSql(each, context)).join(by)})`;
}

const BOUND_OPERATORS: Record<RangeBound, string> = { gt: ">", gte: ">=", lt: "<", lte: "<=" };
/** The last second that a DateTime column of ClickHouse can store, since 1970. */
const MAX_DATETIME_SEC = 2 ** 32 - 1;

/**
 * Returns the SQL of a bound of time. It is compared in whole seconds, as times are stored, so that months outside the bound
 * are not read.
 */
function timeSql({ bound, value }: { bound: RangeBound; value: number }, params: QueryParams): string {
  const isUp = bound === "gte" || bound === "lt";
  const sec = isUp ? Math.ceil(value / 1_000) : Math.floor(value / 1_000);
  if (sec < 0) return bound === "gt" || bound === "gte" ? "1" : "0";
  if (sec > MAX_DATETIME_SEC) return bound === "gt" || bound === "gte" ? "0" : "1";
  return `minute ${BOUND_OPERATORS[bound]} toDateTime(${params.add("UInt32", sec)}, 'UTC')`;
}
