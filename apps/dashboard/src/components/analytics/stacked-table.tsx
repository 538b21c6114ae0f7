import type { ComponentProps } from "react";
import classes from "./stacked-table.module.css";

/**
 * A table whose rows become cards on phones: cells with a `data-title` are stacked in column order, below the controls
 * for sorting.
 */
export function StackedTable({ className = "", ...rest }: ComponentProps<"table">) {
  return <table {...rest} className={`${className} ${classes.stacked}`} />;
}
