/** The values of each dimension, by its name. */
export type ValuesByDimension = Record<string, readonly unknown[]>;
type PairwiseCase<D extends ValuesByDimension> = { [K in keyof D]: D[K][number] };

/**
 * Returns a small set of cases in which every value of each dimension occurs with every value of each other dimension. The method
 * is from Lei and Tai 1998: the larger dimensions come first, and each further dimension takes the value that adds the most pairs.
 * Deterministic for the same dimensions.
 * @example listPairwise({ sort: ["a", "b"], type: [1, 2] }).length // 4
 */
export function listPairwise<D extends ValuesByDimension>(dimensions: D): PairwiseCase<D>[] {
  const names = Object.keys(dimensions).toSorted((a, b) => sizeOf(dimensions, b) - sizeOf(dimensions, a));
  const missing = new Set(pairsOf(dimensions, names));
  const cases: PairwiseCase<D>[] = [];
  while (missing.size > 0) {
    const picked = pickCase(dimensions, names, missing);
    for (const pair of pairsIn(picked, names)) missing.delete(pair);
    cases.push(
      Object.fromEntries(
        names.map((name) => [name, dimensions[name]?.[picked[name] ?? 0]]),
      ) as PairwiseCase<D>,
    );
  }
  return cases;
}

/** The index of the chosen value for each dimension, by the dimension's name. */
type PickedIndexes = Record<string, number>;
const sizeOf = (dimensions: ValuesByDimension, name: string) => dimensions[name]?.length ?? 0;
const pairOf = (a: string, atA: number, b: string, atB: number) => `${a}=${atA}&${b}=${atB}`;

function* pairsOf(dimensions: ValuesByDimension, names: string[]): Generator<string> {
  for (const [index, a] of names.entries())
    for (const b of names.slice(index + 1))
      for (let atA = 0; atA < sizeOf(dimensions, a); atA++)
        for (let atB = 0; atB < sizeOf(dimensions, b); atB++) yield pairOf(a, atA, b, atB);
}

function* pairsIn(picked: PickedIndexes, names: string[]): Generator<string> {
  for (const [index, a] of names.entries())
    for (const b of names.slice(index + 1)) yield pairOf(a, picked[a] ?? 0, b, picked[b] ?? 0);
}

/** Returns the next case. It starts with a pair that no earlier case contains. */
function pickCase(dimensions: ValuesByDimension, names: string[], missing: Set<string>): PickedIndexes {
  const [first = ""] = missing;
  const picked: PickedIndexes = Object.fromEntries(
    first.split("&").map((part) => {
      const [name = "", at] = part.split("=");
      return [name, Number(at)];
    }),
  );
  for (const name of names) {
    if (name in picked) continue;
    const gains = Array.from({ length: sizeOf(dimensions, name) }, (_, at) =>
      gainOf(names, picked, { name, at, missing }),
    );
    picked[name] = gains.indexOf(Math.max(...gains));
  }
  return picked;
}

function gainOf(
  names: string[],
  picked: PickedIndexes,
  next: { name: string; at: number; missing: Set<string> },
): number {
  const place = names.indexOf(next.name);
  return Object.entries(picked).filter(([other, at]) =>
    next.missing.has(
      names.indexOf(other) < place
        ? pairOf(other, at, next.name, next.at)
        : pairOf(next.name, next.at, other, at),
    ),
  ).length;
}
