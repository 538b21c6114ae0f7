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
  /** Returns the URL to which a time in the text links; undefined if it has none. */
  addressOfTime?: ((time: NamedTime) => string | undefined) | undefined;
}

/** Maximum depth of nested lists. Deeper lists are shown as typed. */
const MAX_LIST_DEPTH = 12;

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
  const tokens = useMemo(() => parseMarkdown(text), [text]);
  const inside: RenderContext = { mentions, me, addressOfTime, depth: 0 };
  return <div className={classes.text}>{tokens ? renderBlocks(tokens, inside) : <p>{text}</p>}</div>;
});

interface RenderContext {
  mentions: readonly string[];
  me: string | undefined;
  addressOfTime: MessageTextProps["addressOfTime"];
  depth: number;
}

/** Parses the text of a message. @returns undefined if the parser fails, for example on lists nested thousands of times. */
function parseMarkdown(text: string): Token[] | undefined {
  try {
    return lexer(text, { gfm: true, breaks: true });
  } catch {
    return undefined;
  }
}

function renderBlocks(tokens: readonly Token[], inside: RenderContext): ReactNode[] {
  const deeper = { ...inside, depth: inside.depth + 1 };
  return withOffsets(tokens).map(({ token, at }) => (
    <Fragment key={at}>
      {inside.depth > MAX_LIST_DEPTH ? <p>{token.raw}</p> : renderBlock(token, deeper)}
    </Fragment>
  ));
}

function renderBlock(token: Token, inside: RenderContext): ReactNode {
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
          <strong>{renderInlines(token.tokens ?? [], inside)}</strong>
        </p>
      );
    case "blockquote":
      return <blockquote>{renderBlocks(token.tokens ?? [], inside)}</blockquote>;
    case "list":
      return renderList(token as Tokens.List, inside);
    case "paragraph":
      return <p>{renderInlines(token.tokens ?? [], inside)}</p>;
    // The parser uses this token for the items of a list without blank lines.
    case "text":
      return token.tokens ? renderInlines(token.tokens, inside) : renderText(token.raw, inside);
    case "checkbox":
      return checkboxText(token as Tokens.Checkbox);
    default:
      // HTML, tables and unknown tokens are shown as typed.
      return <p>{renderText(token.raw.trimEnd(), inside)}</p>;
  }
}

function renderList({ ordered, start, items }: Tokens.List, inside: RenderContext): ReactNode {
  const entries = withOffsets(items).map(({ token, at }) => (
    <li key={at}>{renderBlocks((token as Tokens.ListItem).tokens, inside)}</li>
  ));
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>;
}

const checkboxText = ({ checked }: Tokens.Checkbox) => (checked ? "☑ " : "☐ ");

const renderInlines = (tokens: readonly Token[], inside: RenderContext): ReactNode[] =>
  withOffsets(tokens).map(({ token, at }) => <Fragment key={at}>{renderInline(token, inside)}</Fragment>);

function renderInline(token: Token, inside: RenderContext): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{renderInlines(token.tokens ?? [], inside)}</strong>;
    case "em":
      return <em>{renderInlines(token.tokens ?? [], inside)}</em>;
    case "del":
      return <del>{renderInlines(token.tokens ?? [], inside)}</del>;
    case "codespan":
      return <code>{renderTimes((token as Tokens.Codespan).text, inside)}</code>;
    case "br":
      return <br />;
    case "escape":
      return (token as Tokens.Escape).text;
    case "link":
      return renderLink(token as Tokens.Link, inside);
    case "text":
      return token.tokens ? renderInlines(token.tokens, inside) : renderText(token.raw, inside);
    case "checkbox":
      return checkboxText(token as Tokens.Checkbox);
    default:
      return renderText(token.raw, inside);
  }
}

function renderLink({ href, tokens, raw }: Tokens.Link, inside: RenderContext): ReactNode {
  const target = safeLink(href);
  if (!target) return renderText(raw, inside);
  return (
    <a {...attributesOf(target)}>
      {renderInlines(tokens, { ...inside, mentions: [], addressOfTime: undefined })}
    </a>
  );
}

const attributesOf = ({ href, isOwn }: SafeLink) =>
  isOwn ? { href } : { href, target: "_blank", rel: "noopener noreferrer nofollow" };

/** Shows text with its times as links into a video. */
function renderTimes(text: string, { addressOfTime }: RenderContext): ReactNode {
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
  if (mentions.length === 0 || !text.includes("@")) return renderTimes(text, inside);
  return withOffsets(piecesOf(text, mentions).map((piece) => ({ ...piece, raw: piece.text }))).map(
    ({ token: { text: piece, isMention }, at }) =>
      isMention ? (
        <strong key={at} className={classes.mention} data-me={hasTokens(me, piece) || undefined}>
          {piece}
        </strong>
      ) : (
        <Fragment key={at}>{renderTimes(piece, inside)}</Fragment>
      ),
  );
}

const hasTokens = (me: string | undefined, mention: string) =>
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
