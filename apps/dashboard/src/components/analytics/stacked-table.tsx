import type { ComponentProps } from "react";
import classes from "./stacked-table.module.css";

/**
 * A table whose rows are cards on phones: each cell with a `data-title` stands below it, in the order of the columns; what
 * one can sort by stays above them.
 */
export function StackedTable({ className = "", ...rest }: ComponentProps<"table">) {
  return <table {...rest} className={`${className} ${classes.stacked}`} />;
}
