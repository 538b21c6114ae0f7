import { Stack } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./fact-list.module.css";

export type Fact = readonly [name: string, value: ReactNode];

/** Shows a list of names and values, one pair per line. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <Stack component="dl" gap={0} fz="sm">
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </Stack>
  );
}
