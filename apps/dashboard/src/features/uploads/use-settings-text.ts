import { OPTIMIZED_QUALITIES } from "@shoal/contract";
import { useTranslation } from "react-i18next";
import { useMe } from "../../lib/user.ts";
import type { VideoSettings } from "./video-settings.ts";

/** The qualities that new videos of the client begin with. */
export const useDefaultQualities = () => useMe()?.client_infos[0]?.defaultQualities ?? OPTIMIZED_QUALITIES;

/** Settings in a few words, as "Optimized, source first". */
export function useSettingsText(): (settings: VideoSettings) => string {
  const { t } = useTranslation();
  const defaults = useDefaultQualities();
  return ({ encoding, inputQualities = defaults, firstPass }) => {
    if (encoding === "passthrough") return t("creation.qualities.passthrough");
    const qualities =
      typeof inputQualities === "string"
        ? t("creation.qualities.optimized")
        : t("creation.qualities.custom", { count: inputQualities.length });
    return firstPass ? t("creation.qualities.withFirstPass", { qualities }) : qualities;
  };
}
