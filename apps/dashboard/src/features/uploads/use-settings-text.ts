import { useTranslation } from "react-i18next";
import { useQualitiesText } from "../../components/video/creation/use-default-qualities.ts";
import type { VideoSettings } from "./video-settings.ts";

/** Returns a function that describes settings in a few words, such as "Optimized, source first". */
export function useSettingsText(): (settings: VideoSettings) => string {
  const { t } = useTranslation();
  const qualitiesText = useQualitiesText();
  return ({ encoding, inputQualities, firstPass }) => {
    if (encoding === "passthrough") return t("newVideos.qualities.passthrough");
    const qualities = qualitiesText(inputQualities);
    return firstPass ? t("newVideos.qualities.withFirstPass", { qualities }) : qualities;
  };
}
