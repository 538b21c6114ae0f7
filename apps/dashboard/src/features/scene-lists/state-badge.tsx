import type { SceneListState, SceneView } from "@shoal/contract";
import type { ReactNode } from "react";
import classes from "../../components/video/status-badge.module.css";

type State = SceneListState | SceneView["state"] | "new";

/** The colours, which are those of videos in the same situation. */
const LIKE: Record<State, string> = {
  new: "stopped",
  preparing: "encoding",
  updating: "encoding",
  ready: "encoded",
  error: "error",
};

/** Shows the state of a list or of a scene in its colour. */
export function StateBadge({ state, children }: { state: State; children: ReactNode }) {
  return (
    <span className={classes.badge} data-status={LIKE[state]}>
      <span className={classes.dot} aria-hidden />
      {children}
    </span>
  );
}
