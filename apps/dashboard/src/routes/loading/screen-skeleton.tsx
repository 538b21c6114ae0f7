import { useTranslation } from "react-i18next";
import type { SkeletonLayout } from "../../composition/define-feature.ts";
import type { ScreenName } from "../../features.ts";
import { FEATURE_CONTRIBUTIONS } from "../route-table.ts";
import classes from "./screen-skeleton.module.css";

/** The number of placeholder blocks of each kind, by layout. */
const BLOCKS_OF_LAYOUTS: Record<SkeletonLayout, readonly [block: string, count: number][]> = {
  cards: [["card", 8]],
  video: [
    ["stage", 1],
    ["section", 3],
  ],
  table: [["row", 9]],
  figures: [
    ["figure", 4],
    ["chart", 1],
  ],
  sections: [
    ["menu", 1],
    ["section", 3],
  ],
  map: [["map", 1]],
  form: [["section", 3]],
  narrow: [["section", 1]],
};

/** Shows the skeleton of a screen whose script is loading: its heading and blocks in their positions; a list by default. */
export function ScreenSkeleton({ screen }: { screen: ScreenName | undefined }) {
  const { t } = useTranslation();
  const layout = (screen && FEATURE_CONTRIBUTIONS.screens.get(screen)?.layout) ?? "table";
  return (
    <div className={classes.screen} role="status" aria-busy="true" aria-label={t("app.loading")}>
      {layout !== "narrow" && (
        <div className={classes.head}>
          <span className={classes.bone} data-block="title" />
          <span className={classes.bone} data-block="tool" />
        </div>
      )}
      <div className={classes.blocks} data-layout={layout}>
        {BLOCKS_OF_LAYOUTS[layout].flatMap(([block, count]) =>
          Array.from({ length: count }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified only by their position
            <span key={`${block}${index}`} className={classes.bone} data-block={block} />
          )),
        )}
      </div>
    </div>
  );
}
