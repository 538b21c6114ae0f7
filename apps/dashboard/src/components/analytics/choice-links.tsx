import { Link } from "react-router";
import { useScrollToCurrent } from "../ui/scroll-to-current.ts";
import classes from "./choice-links.module.css";
import type { LinkTarget } from "./link-target.ts";

interface ChoiceLinksProps<T extends string> {
  /** The label of the group of links, which only screen readers announce. */
  label: string;
  choices: readonly T[];
  chosen: T;
  textOf: (choice: T) => string;
  linkTo: (choice: T) => LinkTarget;
}

/** Shows the choices as links, which can be shared and opened in another tab. */
export function ChoiceLinks<T extends string>({
  label,
  choices,
  chosen,
  textOf,
  linkTo,
}: ChoiceLinksProps<T>) {
  const bar = useScrollToCurrent<HTMLElement>(chosen);
  return (
    <nav ref={bar} aria-label={label} className={classes.choices}>
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
