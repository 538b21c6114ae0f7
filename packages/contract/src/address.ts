/**
 * Returns the path of a route with its parameters filled in and escaped.
 * @example fillPath("/api/videos/{id}", { id: "a b" }) // "/api/videos/a%20b"
 */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name] ?? "")));
}

/**
 * Returns the query string of an object; nested objects and lists are written as JSON.
 * @example queryString({ page: 2, sort: { title: 1 } }) // '?page=2&sort=%7B%22title%22%3A1%7D'
 */
export function queryString(query: object | undefined): string {
  const entries = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (entries.length === 0) return "";
  const text = (value: unknown) => (typeof value === "object" ? JSON.stringify(value) : String(value));
  return `?${new URLSearchParams(entries.map(([key, value]) => [key, text(value)]))}`;
}
