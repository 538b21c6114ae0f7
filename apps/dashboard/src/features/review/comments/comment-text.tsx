import { useMemo } from "react";
import { piecesOf } from "../../../components/mentions/mentions.ts";
import classes from "./comments.module.css";

/** Shows a comment as written: with line breaks, without markup, with mentions highlighted. */
export function CommentText({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const pieces = useMemo(() => {
    let at = 0;
    return piecesOf(text, mentions).map((piece) => {
      const placed = { ...piece, at };
      at += piece.text.length;
      return placed;
    });
  }, [text, mentions]);
  return (
    <p className={classes.text}>
      {pieces.map(({ text: words, isMention, at }) =>
        isMention ? (
          <strong key={at} className={classes.mention}>
            {words}
          </strong>
        ) : (
          words
        ),
      )}
    </p>
  );
}
