import { Fragment } from "react";
import classes from "./contract-text.module.css";

/** The text of a contract: paragraphs between empty lines, of which those that begin with `# ` are headings. */
export function ContractText({ text, label }: { text: string; label: string }) {
  const paragraphs = text.split(/\n{2,}/);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard.
    <section className={classes.text} aria-label={label} tabIndex={0}>
      {paragraphs.map((paragraph, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a text that does not change.
        <Fragment key={place}>
          {paragraph.startsWith("# ") ? <h3>{paragraph.slice(2)}</h3> : <p>{paragraph}</p>}
        </Fragment>
      ))}
    </section>
  );
}
