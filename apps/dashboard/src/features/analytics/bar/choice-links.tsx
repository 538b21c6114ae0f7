import { useEffect, useRef } from "react";
import { Link } from "react-router";
import type { Target } from "../address/use-analytics-address.ts";
import classes from "./choice-links.module.css";

interface ChoiceLinksProps<T extends string> {
  /** What is chosen here, for those who do not see it. */
  label: string;
  choices: readonly T[];
  chosen: T;
  textOf: (choice: T) => string;
  linkTo: (choice: T) => Target;
}

/** One of a few, each with an address of its own: what is chosen can be shared and opened in another tab. */
export function ChoiceLinks<T extends string>({
  label,
  choices,
  chosen,
  textOf,
  linkTo,
}: ChoiceLinksProps<T>) {
  const row = useRef<HTMLElement>(null);
  // What is chosen is in view, where not all are; the page itself stays where it is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is what it is for
  useEffect(() => showCurrent(row.current), [chosen]);
  return (
    <nav ref={row} aria-label={label} className={classes.choices}>
      {choices.map((choice) => (
        <Link
          key={choice}
          to={linkTo(choice)}
          aria-current={choice === chosen ? "true" : undefined}
          preventScrollReset
          className={classes.choice}
        >
          {textOf(choice)}
        </Link>
      ))}
    </nav>
  );
}

function showCurrent(row: HTMLElement | null): void {
  const current = row?.querySelector<HTMLElement>("[aria-current]");
  if (!row || !current) return;
  const [left, right] = [current.offsetLeft - row.offsetLeft, current.offsetLeft - row.offsetLeft + current.offsetWidth];
  if (left < row.scrollLeft) row.scrollLeft = left;
  else if (right > row.scrollLeft + row.clientWidth) row.scrollLeft = right - row.clientWidth;
}
