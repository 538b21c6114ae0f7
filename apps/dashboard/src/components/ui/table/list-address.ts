import { PAGE_SIZES } from "@shoal/contract";
import type { PageState } from "../pager.tsx";
import type { Sort } from "./sort.ts";

/** The parameters by which a list can be sorted and filtered. */
export interface ListShape<Field extends string, Filter extends string> {
  sortFields: readonly Field[];
  defaultSort: Sort<Field>;
  /** The names of the URL parameters that filter the list. */
  filters: readonly Filter[];
}

/** The part of a list that is displayed: its page, order, search and filters. An unset filter is "". */
export interface ListState<Field extends string, Filter extends string> extends PageState {
  search: string;
  sort: Sort<Field>;
  filters: Record<Filter, string>;
}

/**
 * A change of parts of a state. A change that depends on the state is a function of the latest one, which may be newer than the displayed
 * one: two quick clicks must both count.
 */
export type Change<State> = Partial<State> | ((latest: State) => Partial<State>);

/** Returns the changed parts of the latest state. */
export const partsOf = <State extends object>(change: Change<State>, latest: State): Partial<State> =>
  typeof change === "function" ? change(latest) : change;

const MAX_SEARCH_LENGTH = 200;

/** Parses the state of a list from its URL. Missing or invalid parts get their defaults. */
export function parseListAddress<Field extends string, Filter extends string>(
  params: URLSearchParams,
  shape: ListShape<Field, Filter>,
  defaultPageSize: number,
): ListState<Field, Filter> {
  const page = Number(params.get("page"));
  const size = Number(params.get("size"));
  const filters = shape.filters.map((name) => [name, params.get(name) ?? ""]);
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    pageSize: PAGE_SIZES.find((known) => known === size) ?? defaultPageSize,
    search: (params.get("search") ?? "").slice(0, MAX_SEARCH_LENGTH),
    sort: parseSort(params.get("sort"), shape),
    filters: Object.fromEntries(filters) as Record<Filter, string>,
  };
}

/** Parses a sort parameter: `username` is ascending, `-username` descending. */
function parseSort<Field extends string>(
  text: string | null,
  { sortFields, defaultSort }: ListShape<Field, string>,
): Sort<Field> {
  const field = sortFields.find((name) => name === text?.replace(/^-/, ""));
  if (!text || !field) return defaultSort;
  return { [field]: text.startsWith("-") ? -1 : 1 } as Sort<Field>;
}

/** Writes the state of a list to its URL; defaults are omitted, and other parameters are kept. */
export function toListAddress<Field extends string, Filter extends string>(
  before: URLSearchParams,
  state: ListState<Field, Filter>,
  shape: ListShape<Field, Filter>,
  defaultPageSize: number,
): URLSearchParams {
  const params = new URLSearchParams(before);
  const set = (name: string, value: string) => (value ? params.set(name, value) : params.delete(name));
  const sort = formatSort(state.sort);
  set("search", state.search);
  set("page", state.page > 1 ? String(state.page) : "");
  set("size", state.pageSize === defaultPageSize ? "" : String(state.pageSize));
  set("sort", sort === formatSort(shape.defaultSort) ? "" : sort);
  for (const name of shape.filters) set(name, state.filters[name]);
  return params;
}

function formatSort(sort: Sort<string>): string {
  const [entry] = Object.entries(sort);
  return entry ? `${entry[1] === -1 ? "-" : ""}${entry[0]}` : "";
}

/** Returns a key that identifies a list regardless of page and order. */
export const listKeyOf = ({ search, filters }: { search: string; filters: object }): string =>
  JSON.stringify([search, filters]);
