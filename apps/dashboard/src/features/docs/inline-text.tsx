import { Anchor, Code } from "@mantine/core";
import { Fragment } from "react";
import { Link } from "react-router";
import { readInline } from "./blocks.ts";

/** A text with its code and links. */
export function InlineText({ words }: { words: string }) {
  let at = 0;
  return readInline(words).map((part) => {
    const key = at;
    at += part.text.length + 1;
    if (part.kind === "code")
      return (
        <Code key={key} fz="0.86em">
          {part.text}
        </Code>
      );
    if (part.kind === "link") return <InlineLink key={key} text={part.text} to={part.to} />;
    return <Fragment key={key}>{part.text}</Fragment>;
  });
}

function InlineLink({ text, to }: { text: string; to: string }) {
  if (to.startsWith("/"))
    return (
      <Anchor component={Link} to={to} inherit underline="always">
        {text}
      </Anchor>
    );
  return (
    <Anchor href={to} target="_blank" rel="noreferrer" inherit underline="always">
      {text}
    </Anchor>
  );
}
