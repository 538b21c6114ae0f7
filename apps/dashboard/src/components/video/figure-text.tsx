import type { VideoStats } from "@shoal/contract";
import type { rebufferingColour } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { type FigureKey, figureText, shortFigureText } from "../../lib/figures.ts";
import classes from "./figure.module.css";

interface FigureTextProps {
  stats: VideoStats;
  figure: FigureKey;
  /** The text colour for each level of rebuffering (§4). */
  colour: ReturnType<typeof rebufferingColour> | undefined;
}

/** Shows a figure without its name, for a table whose header names it. */
export function FigureText({ stats, figure, colour }: FigureTextProps) {
  const { i18n } = useTranslation();
  return (
    <span
      className={classes.value}
      data-figure={figure}
      data-colour={colour}
      title={figureText(stats, figure, i18n.language)}
    >
      {shortFigureText(stats, figure, i18n.language)}
    </span>
  );
}
