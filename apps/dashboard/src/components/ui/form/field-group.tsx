import type { ReactNode } from "react";
import classes from "./field-group.module.css";

/** Groups fields under a common legend. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
