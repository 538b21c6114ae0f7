import type { StatisticsDimension } from "@shoal/contract";
import type { StatisticsRepository } from "./statistics.repository.ts";

interface LabelledValue {
  value: string;
  label: string | null;
}

/** Creates the lookup of labels for values that are ids. */
export function createValueLabels(repository: StatisticsRepository) {
  return {
    /**
     * Finds labels.
     * @returns names by value; omits values without a name.
     */
    async find(
      clientUuid: string,
      dimension: StatisticsDimension,
      values: readonly LabelledValue[],
    ): Promise<Map<string, string>> {
      if (dimension === "video")
        return repository.findTitles(
          clientUuid,
          values.map(({ value }) => value),
        );
      if (dimension === "config" || dimension === "site") {
        const configs = await repository.listConfigs(clientUuid);
        const named = dimension === "config" ? configs : configs.flatMap(({ sites }) => sites);
        return new Map(named.map(({ uuid, name }) => [uuid, name]));
      }
      return new Map(values.flatMap(({ value, label }) => (label ? [[value, label] as const] : [])));
    },
  };
}
