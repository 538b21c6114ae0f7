import type { ReactNode } from "react";
import classes from "./field-group.module.css";

/** Fields that belong together, under their name. */
export function FieldGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {children}
    </fieldset>
  );
}
