import { Scrollable } from "../ui/scrollable.tsx";
import classes from "./contract-text.module.css";

/** Renders a contract: paragraphs are separated by empty lines. Those that start with `# ` are headings. */
export function ContractText({ text, label }: { text: string; label: string }) {
  const paragraphs = text.split(/\n{2,}/).map((paragraph, index) => ({ key: index, paragraph }));
  return (
    <Scrollable className={classes.text} aria-label={label}>
      {paragraphs.map(({ key, paragraph }) =>
        paragraph.startsWith("# ") ? <h3 key={key}>{paragraph.slice(2)}</h3> : <p key={key}>{paragraph}</p>,
      )}
    </Scrollable>
  );
}
