import type { ReactNode } from "react";
import classes from "./state-badge.module.css";

export type StateTone = "plain" | "good" | "warning" | "bad";

interface StateBadgeProps {
  tone: StateTone;
  icon?: ReactNode;
  children: ReactNode;
}

/** Shows a state in a few words, in the colour of its tone. */
export function StateBadge({ tone, icon, children }: StateBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {icon}
      <span>{children}</span>
    </span>
  );
}
