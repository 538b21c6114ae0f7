import type { FigureSubject } from "./sums.ts";

/** The maximum length of parameters in a query's URL, of which ClickHouse accepts 8 kB. 100 encoded uuids take 4.5 kB. */
const BATCH_CHARS = 5_000;

/** Returns the key of watched media, which is client and name. */
export const keyOf = ({ clientUuid, videoUuid }: FigureSubject): string => `${clientUuid} ${videoUuid}`;

/** Splits media into batches for one query each, keeping those of a client together. Batches are never empty. */
export function batchesOf<W extends FigureSubject>(watched: readonly W[]): W[][] {
  const batches: W[][] = [];
  let clients = new Set<string>();
  let chars = Infinity;
  for (const each of [...Map.groupBy(watched, ({ clientUuid }) => clientUuid).values()].flat()) {
    const ofClient = clients.has(each.clientUuid) ? 0 : encodedLength(each.clientUuid);
    if (chars + encodedLength(each.videoUuid) + ofClient > BATCH_CHARS) {
      batches.push([]);
      clients = new Set();
      chars = 0;
    }
    chars +=
      encodedLength(each.videoUuid) + (clients.has(each.clientUuid) ? 0 : encodedLength(each.clientUuid));
    clients.add(each.clientUuid);
    batches.at(-1)?.push(each);
  }
  return batches;
}

/** Returns the length of a string in an array in a URL, with its quotes and a comma. */
const encodedLength = (text: string): number => encodeURIComponent(`'${text}',`).length;
