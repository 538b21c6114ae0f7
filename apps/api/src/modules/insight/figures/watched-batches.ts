import type { Watched } from "./sums.ts";

/** Parameters stand in the address of a query; engines take 8 kB. 100 uuids are 4.5 kB, as they are written there. */
const BATCH_CHARS = 5_000;

/** Tells watched things apart, whatever page named them. */
export const keyOf = ({ clientUuid, videoUuid }: Watched): string => `${clientUuid} ${videoUuid}`;

/** Cuts what is watched into parts that one query reads at once, those of a client together; a part is never empty. */
export function batchesOf<W extends Watched>(watched: readonly W[]): W[][] {
  const batches: W[][] = [];
  let clients = new Set<string>();
  let chars = Infinity;
  for (const each of [...Map.groupBy(watched, ({ clientUuid }) => clientUuid).values()].flat()) {
    const ofClient = clients.has(each.clientUuid) ? 0 : written(each.clientUuid);
    if (chars + written(each.videoUuid) + ofClient > BATCH_CHARS) {
      batches.push([]);
      clients = new Set();
      chars = 0;
    }
    chars += written(each.videoUuid) + (clients.has(each.clientUuid) ? 0 : written(each.clientUuid));
    clients.add(each.clientUuid);
    batches.at(-1)?.push(each);
  }
  return batches;
}

/** A text in an array in an address: with its quotes and a comma. */
const written = (text: string): number => encodeURIComponent(`'${text}',`).length;
