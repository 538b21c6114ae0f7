import type { Calls } from "./calls.ts";
import type { CallInput, CallOptions, SendCall } from "./request.ts";

/** Calls that return a list page by page. */
export type PagedName = {
  [N in keyof Calls]: Calls[N] extends {
    query?: { page?: number };
    response: { _embedded: unknown[]; _size: number };
  }
    ? N
    : never;
}[keyof Calls];
export type ItemOf<N extends PagedName> = Calls[N]["response"]["_embedded"][number];

const PAGE_SIZE = 100;

/** Yields all items of a list, page by page; items added in the meantime may be missing, or returned twice. */
export async function* listAll<N extends PagedName>(
  send: SendCall,
  name: N,
  input: CallInput<N>,
  options?: CallOptions,
): AsyncGenerator<ItemOf<N>, void, undefined> {
  const { query = {}, ...rest } = input as { query?: { pagesize?: number } };
  const pagesize = query.pagesize ?? PAGE_SIZE;
  for (let page = 1, seen = 0; ; page += 1) {
    const answer = await send(
      name,
      { ...rest, query: { ...query, page, pagesize } } as CallInput<N>,
      options,
    );
    const { _embedded: items, _size: size } = answer as { _embedded: ItemOf<N>[]; _size: number };
    yield* items;
    seen += items.length;
    if (items.length === 0 || seen >= size) return;
  }
}
