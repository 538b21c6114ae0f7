type ParamType = "String" | "UInt32" | "UInt64" | "Int64" | "Float64" | "Array(String)" | "Array(Float64)";

/** Collects the values that are sent to ClickHouse separately from a statement, never inside it. */
export class QueryParams {
  readonly values: Record<string, unknown> = {};
  #count = 0;

  /**
   * Adds a value.
   * @returns its placeholder in the statement.
   * @example add("UInt32", 7) // "{p0:UInt32}"
   */
  add(type: ParamType, value: unknown): string {
    const name = `p${this.#count}`;
    this.#count += 1;
    this.values[name] = value;
    return `{${name}:${type}}`;
  }
}
