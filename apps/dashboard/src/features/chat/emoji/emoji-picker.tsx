import { Loader, Text, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useVirtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ErrorState } from "../../../components/ui/states.tsx";
import {
  EMOJI_GROUPS,
  type EmojiEntry,
  findEmoji,
  loadEmoji,
  recentEmoji,
  recordEmojiUse,
} from "./emoji-data.ts";
import classes from "./emoji-picker.module.css";

type EmojiRow = { heading: string } | { entries: readonly EmojiEntry[] };

const EMOJI_PER_LINE = 8;
const LINE_PX = 36;

function splitIntoLines(entries: readonly EmojiEntry[]): EmojiRow[] {
  const lines: EmojiRow[] = [];
  for (let at = 0; at < entries.length; at += EMOJI_PER_LINE)
    lines.push({ entries: entries.slice(at, at + EMOJI_PER_LINE) });
  return lines;
}

/** Shows all emoji, starting with recently used ones. Users can search them by name and move between them with the arrow keys. */
export function EmojiPicker({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t, i18n } = useTranslation();
  const [typed, setTyped] = useState("");
  const [recent] = useState(recentEmoji);
  const query = useQuery({
    queryKey: ["emoji", i18n.language],
    queryFn: () => loadEmoji(i18n.language),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const lines = useMemo<EmojiRow[]>(() => {
    const all = query.data ?? [];
    if (typed.trim()) return splitIntoLines(findEmoji(all, typed));
    const used = recent.flatMap((emoji) => all.find((entry) => entry.emoji === emoji) ?? []);
    return [
      { heading: t("chat.emoji.recent") },
      ...splitIntoLines(used),
      ...EMOJI_GROUPS.flatMap((group) => [
        { heading: t(`chat.emoji.groups.${group}`) },
        ...splitIntoLines(all.filter((entry) => entry.group === group)),
      ]),
    ];
  }, [query.data, typed, recent, t]);
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => LINE_PX,
    overscan: 4,
  });
  function choose(emoji: string): void {
    recordEmojiUse(emoji);
    onChoose(emoji);
  }
  function handleKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: EMOJI_PER_LINE,
      ArrowUp: -EMOJI_PER_LINE,
    };
    const step = steps[event.key];
    const all = [...(scroller.current?.querySelectorAll("button") ?? [])];
    const at = all.indexOf(event.target as HTMLButtonElement);
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.abs(step) === 1 ? all[at + step] : nextInColumn(all, at, Math.sign(step));
    // Arrow Up in the first line moves to the search field.
    if (!next && event.key === "ArrowUp") field.current?.focus();
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }
  // The search field appears when the names have loaded, and must then receive the focus.
  const isThere = query.data !== undefined;
  useEffect(() => {
    if (isThere) field.current?.focus();
  }, [isThere]);
  if (query.isError) return <ErrorState error={query.error} onRetry={query.refetch} />;
  if (query.isPending) return <Loader size="sm" m="lg" aria-label={t("app.loading")} />;
  const firstLine = lines.findIndex((line) => "entries" in line);
  return (
    <div className={classes.picker}>
      <TextInput
        ref={field}
        type="search"
        aria-label={t("chat.emoji.search")}
        placeholder={t("chat.emoji.search")}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={typed}
        maxLength={60}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={(event) => {
          const [found] = typed.trim() ? findEmoji(query.data, typed) : [];
          if (event.key === "Enter" && found) {
            // Choosing an emoji moves the focus to the message field, where the same Enter would insert a line break.
            event.preventDefault();
            choose(found.emoji);
          } else if (event.key === "ArrowDown") scroller.current?.querySelector("button")?.focus();
        }}
      />
      {lines.length === 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t("chat.emoji.none")}
        </Text>
      )}
      <section
        ref={scroller}
        aria-label={t("chat.emoji.insert")}
        className={classes.list}
        onKeyDown={handleKey}
      >
        <div className={classes.inside} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ key, index, start }) => {
            const line = lines[index];
            if (!line) return null;
            const place = { transform: `translateY(${start}px)` };
            if ("heading" in line)
              return (
                <div key={key} className={`${classes.line} ${classes.heading}`} style={place}>
                  {line.heading}
                </div>
              );
            return (
              <div key={key} className={classes.line} style={place}>
                {line.entries.map(({ emoji, name }, column) => (
                  <button
                    key={emoji}
                    type="button"
                    className={classes.emoji}
                    aria-label={name}
                    title={name}
                    data-column={column}
                    tabIndex={index === firstLine && column === 0 ? 0 : -1}
                    onClick={() => choose(emoji)}
                  >
                    {emoji}
                  </button>
                ))}
              </div>
            );
          })}
        </div>
      </section>
    </div>
  );
}

/** Returns the next emoji in the same column, skipping headings and short lines. */
function nextInColumn(
  all: readonly HTMLButtonElement[],
  at: number,
  step: number,
): HTMLButtonElement | undefined {
  const column = all[at]?.dataset.column;
  for (let next = at + step; all[next]; next += step)
    if (all[next]?.dataset.column === column) return all[next];
  return undefined;
}
