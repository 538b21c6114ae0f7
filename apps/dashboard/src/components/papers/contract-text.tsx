import classes from "./contract-text.module.css";

/** The text of a contract: paragraphs between empty lines, of which those that begin with `# ` are headings. */
export function ContractText({ text, label }: { text: string; label: string }) {
  const paragraphs = text.split(/\n{2,}/);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by the keyboard.
    <section className={classes.text} aria-label={label} tabIndex={0}>
      {paragraphs.map((paragraph, place) =>
        paragraph.startsWith("# ") ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a text that does not change.
          <h3 key={place}>{paragraph.slice(2)}</h3>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same.
          <p key={place}>{paragraph}</p>
        ),
      )}
    </section>
  );
}
