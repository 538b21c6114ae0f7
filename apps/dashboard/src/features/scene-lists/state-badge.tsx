import type { SceneListState, SceneView } from "@shoal/contract";
import type { ReactNode } from "react";
import classes from "../../components/video/status-badge.module.css";

type BadgeState = SceneListState | SceneView["state"] | "new";

/** The colours of states: videos in an equivalent state have the same colours. */
const VIDEO_STATES: Record<BadgeState, string> = {
  new: "stopped",
  preparing: "encoding",
  updating: "encoding",
  ready: "encoded",
  error: "error",
};

/** Shows the state of a list or of a scene in its colour. */
export function StateBadge({ state, children }: { state: BadgeState; children: ReactNode }) {
  return (
    <span className={classes.badge} data-status={VIDEO_STATES[state]}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  );
}
