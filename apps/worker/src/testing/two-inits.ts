import type { SegmentIndex } from "@shoal/contract/stored-data";
import type { JobHarness } from "./job-harness.ts";

/** An empty box that, added to an init segment, changes only the name of its object. */
const FREE_BOX = Buffer.from("\0\0\0\x08free", "latin1");

/** Rewrites tracks so that the last segment uses another init segment, as in older cuts. */
export async function splitInits(
  { store }: JobHarness,
  indexes: ReadonlyMap<string, SegmentIndex>,
): Promise<Map<string, SegmentIndex>> {
  const split = async (index: SegmentIndex): Promise<SegmentIndex> => {
    if (!index.trackId.startsWith("v")) return withSeam(index, {});
    const { object, ...range } = index.init;
    const bytes = Buffer.concat([await store.read(object, range), FREE_BOX]);
    await store.put(`${object}-2`, bytes);
    const init = { object: `${object}-2`, offset: 0, length: bytes.length, sha256: "f".repeat(64) };
    return { ...withSeam(index, { initNumber: 1 }), moreInits: [init] };
  };
  const entries = [...indexes].map(async ([id, index]) => [id, await split(index)] as const);
  return new Map(await Promise.all(entries));
}

function withSeam(index: SegmentIndex, change: { initNumber?: number }): SegmentIndex {
  const last = index.segments.length - 1;
  const segments = index.segments.map((each) =>
    each.number === last ? { ...each, ...change, isSeam: true as const } : each,
  );
  return { ...index, segments };
}
