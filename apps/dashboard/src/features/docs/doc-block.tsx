import { Anchor, Box, Button, Code, Group, Table, Title } from "@mantine/core";
import { IconBookmark, IconInfoCircle, IconPlayerPlay } from "@tabler/icons-react";
import { Fragment, lazy, Suspense, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { elementIdOf } from "../../components/ui/sections/use-sections.ts";
import { PageSkeleton } from "../../components/ui/states.tsx";
import { ErrorCodes } from "./api-reference/error-codes.tsx";
import { type Block, parseInline } from "./blocks.ts";
import { ExampleCode, SampleCode, Snippet } from "./code-block.tsx";
import classes from "./docs-page.module.css";
import { Figure } from "./figures.tsx";
import { SNIPPETS } from "./snippets.ts";
import { useFilledCode, useOwnKey } from "./use-filled.ts";

/** The API reference is loaded on demand, because it includes the whole API contract, which no other page needs. */
const LazyApiReference = lazy(async () => ({
  default: (await import("./api-reference/api-reference.tsx")).ApiReference,
}));

/** Renders a block of a documentation page. */
export function DocBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "text":
      return (
        <Box component="p" m={0} maw="72ch" lh={1.6} style={{ overflowWrap: "anywhere" }}>
          <InlineText words={block.text} />
        </Box>
      );
    case "heading":
      return <BlockHeading id={block.id} words={block.text} />;
    case "list":
      return <BlockList items={block.items} isOrdered={block.isOrdered} />;
    case "code":
      return <Snippet name={block.snippet} />;
    case "sample":
      return <SampleCode file={block.file} />;
    case "example":
      return <ExampleCode file={block.file} />;
    case "reference":
      return (
        <Suspense fallback={<PageSkeleton />}>
          <LazyApiReference />
        </Suspense>
      );
    case "errorCodes":
      return <ErrorCodes />;
    case "table":
      return <DocTable head={block.head} rows={block.rows} />;
    case "note":
      return (
        <div className={classes.note} role="note">
          <IconInfoCircle size={20} aria-hidden className={classes.noteIcon} />
          <Box component="p" m={0} maw="72ch" lh={1.6} style={{ overflowWrap: "anywhere" }}>
            <InlineText words={block.text} />
          </Box>
        </div>
      );
    case "figure":
      return <Figure name={block.name} words={block.text} />;
    case "bookmarklet":
      return <Bookmarklet words={block.text} />;
    case "samples":
      return <SamplesLink words={block.text} />;
  }
}

function BlockHeading({ id, words }: { id: string; words: string }) {
  const { t } = useTranslation();
  const elementId = elementIdOf(id);
  return (
    <Group id={elementId} gap="xs" align="baseline" wrap="nowrap" mt={14} style={{ scrollMarginTop: "84px" }}>
      <Title order={2} size="h4" id={`${elementId}-title`} tabIndex={-1}>
        {words}
      </Title>
      <Anchor
        component={Link}
        to={`?section=${id}`}
        c="dimmed"
        fw={600}
        aria-label={t("docs.anchor", { heading: words })}
      >
        #
      </Anchor>
    </Group>
  );
}

function BlockList({ items, isOrdered }: { items: readonly string[]; isOrdered: boolean }) {
  const Tag = isOrdered ? "ol" : "ul";
  return (
    <Tag className={classes.list}>
      {items.map((item) => (
        <li key={item}>
          <InlineText words={item} />
        </li>
      ))}
    </Tag>
  );
}

function DocTable({ head, rows }: { head: readonly string[]; rows: readonly (readonly string[])[] }) {
  const { t } = useTranslation();
  return (
    <Table.ScrollContainer
      minWidth={520}
      type="native"
      bd="1px solid var(--shoal-line)"
      bdrs="var(--shoal-radius)"
      bg="var(--shoal-surface)"
      // Scrollable content must be reachable by keyboard.
      tabIndex={0}
      role="region"
      aria-label={t("docs.table")}
    >
      <Table verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            {head.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.join()}>
              {row.map((cell, at) => (
                <Table.Td key={head[at]}>
                  <InlineText words={cell} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function SamplesLink({ words }: { words: string }) {
  const key = useOwnKey();
  if (key === undefined) return null;
  return (
    <Button
      component={Link}
      to={`/samples/${key}`}
      leftSection={<IconPlayerPlay size={17} />}
      style={{ alignSelf: "flex-start" }}
    >
      {words}
    </Button>
  );
}

/**
 * A link for dragging to the bookmarks bar. Clicking the link here does nothing, because the page's content security policy forbids the
 * script.
 */
function Bookmarklet({ words }: { words: string }) {
  const link = useRef<HTMLAnchorElement>(null);
  const href = useFilledCode()(SNIPPETS.bookmarklet);
  // React does not render `javascript:` URLs, so an effect sets the URL.
  useEffect(() => link.current?.setAttribute("href", href), [href]);
  return (
    <Button
      component="a"
      ref={link}
      href="#/doc/tools/visualization"
      draggable
      variant="default"
      leftSection={<IconBookmark size={17} />}
      style={{ alignSelf: "flex-start" }}
      onClick={(event) => event.preventDefault()}
    >
      {words}
    </Button>
  );
}

/** Renders a text that can contain code and links. */
function InlineText({ words }: { words: string }) {
  let at = 0;
  return parseInline(words).map((part) => {
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
