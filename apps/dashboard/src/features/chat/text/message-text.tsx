import { lexer, type Token, type Tokens } from "marked";
import { Fragment, memo, type ReactNode, useMemo } from "react";
import { piecesOf } from "../../../components/mentions/mentions.ts";
import { type NamedTime, timedPieces } from "./internal-links.ts";
import classes from "./message-text.module.css";
import { type SafeLink, safeLink } from "./safe-link.ts";

interface MessageTextProps {
  text: string;
  /** The usernames that the message mentions; "room" stands for everyone. */
  mentions: readonly string[];
  /** The username of the reader if the message mentions them. */
  me?: string | undefined;
  /** Returns the URL of a time in the text, if it has one. */
  addressOfTime?: ((time: NamedTime) => string | undefined) | undefined;
}

/** Maximum depth of nested lists; deeper ones are shown as typed. */
const DEPTH_MAX = 12;

/**
 * Shows a message as Markdown. Only the tokens handled here become elements: HTML in messages is shown as text, and only
 * web and mail links are followed.
 */
export const MessageText = memo(function MessageText({
  text,
  mentions,
  me,
  addressOfTime,
}: MessageTextProps) {
  const tokens = useMemo(() => parse(text), [text]);
  const inside: RenderContext = { mentions, me, addressOfTime, depth: 0 };
  return <div className={classes.text}>{tokens ? blocks(tokens, inside) : <p>{text}</p>}</div>;
});

interface RenderContext {
  mentions: readonly string[];
  me: string | undefined;
  addressOfTime: MessageTextProps["addressOfTime"];
  depth: number;
}

/** Parses a text. @returns undefined if the parser fails, for example on lists nested thousands of times. */
function parse(text: string): Token[] | undefined {
  try {
    return lexer(text, { gfm: true, breaks: true });
  } catch {
    return undefined;
  }
}

function blocks(tokens: readonly Token[], inside: RenderContext): ReactNode[] {
  const deeper = { ...inside, depth: inside.depth + 1 };
  return withOffsets(tokens).map(({ token, at }) => (
    <Fragment key={at}>{inside.depth > DEPTH_MAX ? <p>{token.raw}</p> : block(token, deeper)}</Fragment>
  ));
}

function block(token: Token, inside: RenderContext): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "hr":
      return <hr />;
    case "code":
      return (
        <pre>
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      );
    case "heading":
      return (
        <p>
          <strong>{inlines(token.tokens ?? [], inside)}</strong>
        </p>
      );
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [], inside)}</blockquote>;
    case "list":
      return list(token as Tokens.List, inside);
    case "paragraph":
      return <p>{inlines(token.tokens ?? [], inside)}</p>;
    // This token is an item of a list without blank lines.
    case "text":
      return token.tokens ? inlines(token.tokens, inside) : renderText(token.raw, inside);
    case "checkbox":
      return checkbox(token as Tokens.Checkbox);
    default:
      // HTML, tables and unknown tokens are shown as typed.
      return <p>{renderText(token.raw.trimEnd(), inside)}</p>;
  }
}

function list({ ordered, start, items }: Tokens.List, inside: RenderContext): ReactNode {
  const entries = withOffsets(items).map(({ token, at }) => (
    <li key={at}>{blocks((token as Tokens.ListItem).tokens, inside)}</li>
  ));
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>;
}

const checkbox = ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ ");

const inlines = (tokens: readonly Token[], inside: RenderContext): ReactNode[] =>
  withOffsets(tokens).map(({ token, at }) => <Fragment key={at}>{inline(token, inside)}</Fragment>);

function inline(token: Token, inside: RenderContext): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{inlines(token.tokens ?? [], inside)}</strong>;
    case "em":
      return <em>{inlines(token.tokens ?? [], inside)}</em>;
    case "del":
      return <del>{inlines(token.tokens ?? [], inside)}</del>;
    case "codespan":
      return <code>{times((token as Tokens.Codespan).text, inside)}</code>;
    case "br":
      return <br />;
    case "escape":
      return (token as Tokens.Escape).text;
    case "link":
      return link(token as Tokens.Link, inside);
    case "text":
      return token.tokens ? inlines(token.tokens, inside) : renderText(token.raw, inside);
    case "checkbox":
      return checkbox(token as Tokens.Checkbox);
    default:
      return renderText(token.raw, inside);
  }
}

function link({ href, tokens, raw }: Tokens.Link, inside: RenderContext): ReactNode {
  const target = safeLink(href);
  if (!target) return renderText(raw, inside);
  return (
    <a {...attributesOf(target)}>{inlines(tokens, { ...inside, mentions: [], addressOfTime: undefined })}</a>
  );
}

const attributesOf = ({ href, isOwn }: SafeLink) =>
  isOwn ? { href } : { href, target: "_blank", rel: "noopener noreferrer nofollow" };

/** Shows a text with its times as links into a video. */
function times(text: string, { addressOfTime }: RenderContext): ReactNode {
  if (!addressOfTime || !text.includes(":")) return text;
  return withOffsets(timedPieces(text).map((piece) => ({ ...piece, raw: piece.text }))).map(
    ({ token: { text: piece, time }, at }) => {
      const address = time && addressOfTime(time);
      return address === undefined ? (
        piece
      ) : (
        <a key={at} href={address}>
          {piece}
        </a>
      );
    },
  );
}

function renderText(text: string, inside: RenderContext): ReactNode {
  const { mentions, me } = inside;
  if (mentions.length === 0 || !text.includes("@")) return times(text, inside);
  return withOffsets(piecesOf(text, mentions).map((piece) => ({ ...piece, raw: piece.text }))).map(
    ({ token: { text: piece, isMention }, at }) =>
      isMention ? (
        <strong key={at} className={classes.mention} data-me={isOf(me, piece) || undefined}>
          {piece}
        </strong>
      ) : (
        <Fragment key={at}>{times(piece, inside)}</Fragment>
      ),
  );
}

const isOf = (me: string | undefined, mention: string) =>
  mention.slice(1).toLowerCase() === me?.toLowerCase() || mention === "@room";

/** Adds the offset of each token, which serves as its key. */
function withOffsets<Piece extends { raw: string }>(
  tokens: readonly Piece[],
): { token: Piece; at: number }[] {
  let at = 0;
  return tokens.map((token, index) => {
    const one = { token, at: at + index };
    at += token.raw.length;
    return one;
  });
}
