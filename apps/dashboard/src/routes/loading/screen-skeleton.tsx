import { useTranslation } from "react-i18next";
import type { ScreenName } from "../route-table.ts";
import classes from "./screen-skeleton.module.css";

/** How a screen is laid out. */
type Layout = "cards" | "video" | "table" | "figures" | "sections" | "map" | "form" | "narrow";

const LAYOUTS: Partial<Record<ScreenName, Layout>> = {
  library: "cards",
  pictures: "cards",
  outros: "cards",
  delivery: "cards",
  video: "video",
  room: "video",
  capture: "video",
  directStream: "video",
  alert: "figures",
  analytics: "figures",
  analyticsSession: "figures",
  rankings: "figures",
  footprint: "figures",
  proof: "figures",
  consumption: "figures",
  map: "map",
  profile: "sections",
  configs: "sections",
  docs: "sections",
  outro: "form",
  sceneList: "form",
  rehearsal: "form",
  adminClient: "form",
  newClient: "form",
  help: "form",
  samples: "form",
  footprintMethod: "form",
  signIn: "narrow",
  firstPassword: "narrow",
  forgotten: "narrow",
  newPassword: "narrow",
  signUp: "narrow",
  verifyEmail: "narrow",
  providerReturn: "narrow",
  email: "narrow",
};

/** How many blocks of each kind stand in for what is on its way. */
const BLOCKS: Record<Layout, readonly [block: string, count: number][]> = {
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

/** A screen before its program is there: its heading and its blocks, in their places. A list where nothing else is said. */
export function ScreenSkeleton({ screen }: { screen: ScreenName | undefined }) {
  const { t } = useTranslation();
  const layout = (screen && LAYOUTS[screen]) ?? "table";
  return (
    <div className={classes.screen} role="status" aria-busy="true" aria-label={t("app.loading")}>
      {layout !== "narrow" && (
        <div className={classes.head}>
          <span className={classes.bone} data-block="title" />
          <span className={classes.bone} data-block="tool" />
        </div>
      )}
      <div className={classes.blocks} data-layout={layout}>
        {BLOCKS[layout].flatMap(([block, count]) =>
          Array.from({ length: count }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: blocks are told apart by their places alone
            <span key={`${block}${place}`} className={classes.bone} data-block={block} />
          )),
        )}
      </div>
    </div>
  );
}
