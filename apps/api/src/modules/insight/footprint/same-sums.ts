import type { FootprintConsumption } from "@shoal/contract";

const toComparableText = (rows: readonly FootprintConsumption[]): string =>
  // Rows are compared field by field, since the database reorders fields.
  rows
    .map(({ country, device, network, hours, deliveredGb, peerGb, uploadedGb }) =>
      [country, device, network, hours, deliveredGb, peerGb, uploadedGb].join("\t"),
    )
    .sort()
    .join("\n");

/** Whether two consumptions are equal, regardless of the order of rows and fields. */
export const hasSameSums = (
  one: readonly FootprintConsumption[],
  other: readonly FootprintConsumption[],
): boolean => toComparableText(one) === toComparableText(other);
