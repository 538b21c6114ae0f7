import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useMe } from "../../../lib/user.ts";
import type { InputQualities } from "../qualities/quality-rows.ts";

/** Returns the default qualities of the client's new videos. */
export const useDefaultQualities = () => useMe()?.client_infos[0]?.defaultQualities ?? OPTIMIZED_QUALITIES;

/**
 * Returns a function that describes qualities in a few words, such as "Optimized"; undefined stands for the client's
 * default.
 */
export function useQualitiesText(): (qualities: InputQualities | undefined) => string {
  const { t } = useTranslation();
  const defaults = useDefaultQualities();
  return (qualities = defaults) =>
    typeof qualities === "string"
      ? t("newVideos.qualities.optimized")
      : t("newVideos.qualities.custom", { count: qualities.length });
}
