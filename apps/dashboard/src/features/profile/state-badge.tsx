import classes from "./state-badge.module.css";

interface StateBadgeProps {
  tone: "good" | "warning" | "plain";
  children: string;
}

/** A state in a word or two. */
export function StateBadge({ tone, children }: StateBadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
