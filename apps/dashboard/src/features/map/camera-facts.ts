import { ACTIVE_WINDOW_SEC } from "@shoal/contract";
import { rebufferingColour } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { figureText } from "../../components/analytics/figure-text.ts";
import { METRICS } from "../../components/analytics/metrics.ts";
import type { LocatedVideo, MapView } from "./use-map-view.ts";

export const RECENT_MINUTES = ACTIVE_WINDOW_SEC / 60;

/** The facts about a camera, as texts in the reader's language. */
export interface CameraFacts {
  /** The number of viewers in the last minutes, or of sessions if viewers are not identified. */
  recent: string;
  rebuffering: string;
  /** The colour for the level of rebuffering; "black" without measurements. */
  colour: ReturnType<typeof rebufferingColour>;
  /** The value of the selected figure in the period. */
  figure: string;
}

/** Returns the number of viewers in the last minutes, or of sessions if viewers are not identified. */
const recentViewers = ({ recent }: LocatedVideo): number => recent?.viewers ?? recent?.sessions ?? 0;

/** Returns a function that lists the known facts about a camera in the reader's language. */
export function useCameraFacts({ state }: Pick<MapView, "state">): (video: LocatedVideo) => CameraFacts {
  const { i18n } = useTranslation();
  const { unit, value } = METRICS[state.metric];
  return (video) => {
    const waited = video.recent?.rebufferingSecPerHour ?? null;
    return {
      recent: figureText(recentViewers(video), "count", i18n.language),
      rebuffering: figureText(waited, "secPerHour", i18n.language),
      colour: rebufferingColour(waited, false),
      figure: figureText(video.figures ? value(video.figures) : null, unit, i18n.language),
    };
  };
}
