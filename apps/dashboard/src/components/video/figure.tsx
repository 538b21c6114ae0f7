import type { VideoView } from "@shoal/contract";
import { rebufferingColour } from "@shoal/domain";
import { useTranslation } from "react-i18next";
import { type FigureKey, figureText, shortFigureText } from "../../lib/figures.ts";
import classes from "./figure.module.css";

/** Shows a figure of a video above its name. Rebuffering is coloured (§4). */
export function Figure({
  video,
  figure,
  size,
}: {
  video: Pick<VideoView, "stats" | "error">;
  figure: FigureKey;
  size: "small" | "large";
}) {
  const { t, i18n } = useTranslation();
  const { stats } = video;
  const colour = figure === "rebuff" ? rebufferingColour(stats.rebuff, video.error) : undefined;
  const text = figureText(stats, figure, i18n.language);
  return (
    <div className={classes.figure} data-size={size} data-figure={figure}>
      <dd className={classes.value} data-colour={colour} title={text}>
        {size === "small" ? shortFigureText(stats, figure, i18n.language) : text}
      </dd>
      <dt className={classes.name} title={t(`figureHints.${figure}`)}>
        {t(`figures.${figure}`)}
      </dt>
    </div>
  );
}
