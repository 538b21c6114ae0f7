import { markWords } from "../../lib/search-words.ts";
import classes from "./marked.module.css";

/** A text in which the words of a search stand out. */
export function Marked({ text, search }: { text: string; search: string }) {
  let at = 0;
  return markWords(text, search).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isFound ? (
      <mark key={key} className={classes.mark}>
        {part.text}
      </mark>
    ) : (
      <span key={key}>{part.text}</span>
    );
  });
}
