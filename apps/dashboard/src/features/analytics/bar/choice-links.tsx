import { Link } from "react-router";
import { useCurrentShown } from "../../../components/ui/show-current.ts";
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
  const bar = useCurrentShown<HTMLElement>(chosen);
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
