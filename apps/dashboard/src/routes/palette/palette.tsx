import { Loader, Modal } from "@mantine/core";
import { IconCornerDownLeft, IconSearch } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./palette.module.css";
import { CHOICE_GROUPS, type PaletteChoice, useChoices } from "./use-choices.tsx";
import { useFoundVideos } from "./use-found-videos.tsx";

export interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Finds videos, screens, settings and actions by a few letters and opens them. Uses the texts of the "palette" area. */
export function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation();
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={620} yOffset="12vh" returnFocus={false}>
      <Modal.Overlay backgroundOpacity={0.45} />
      <Modal.Content radius="lg" aria-label={t("palette.title")}>
        <Modal.Body p={0}>
          <PaletteSearch onClose={onClose} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function PaletteSearch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [search, setSearch] = useState("");
  const [wantedAt, setWantedAt] = useState(0);
  const own = useChoices(search);
  const videos = useFoundVideos(search);
  const choices = [...own, ...videos.choices];
  const at = Math.min(wantedAt, choices.length - 1);
  const optionId = (place: number) => `${id}-option-${place}`;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  });
  function choose(choice: PaletteChoice | undefined): void {
    if (!choice) return;
    onClose();
    choice.run();
  }
  function handleKey(event: KeyboardEvent): void {
    const to = nextIndex(event.key, at, choices.length);
    if (to === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (to === undefined) choose(choices[at]);
    else setWantedAt(to);
  }
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} aria-hidden className={classes.icon} />
        <input
          className={classes.input}
          type="text"
          role="combobox"
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={at >= 0 ? optionId(at) : undefined}
          aria-label={t("palette.title")}
          placeholder={t("palette.placeholder")}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          data-autofocus
          value={search}
          onChange={(event) => {
            setSearch(event.currentTarget.value);
            setWantedAt(0);
          }}
          onKeyDown={handleKey}
        />
        {videos.isSearching && <Loader size="xs" aria-hidden />}
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("palette.results")}
        className={classes.list}
      >
        {CHOICE_GROUPS.map((group) => {
          const members = choices.map((choice, place) => ({ choice, place }));
          const ofGroup = members.filter(({ choice }) => choice.group === group);
          if (ofGroup.length === 0) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: a listbox must not contain a fieldset
            <div key={group} role="group" aria-label={t(`palette.groups.${group}`)}>
              <div className={classes.group} aria-hidden>
                {t(`palette.groups.${group}`)}
              </div>
              {ofGroup.map(({ choice, place }) => (
                <PaletteOption
                  key={choice.id}
                  id={optionId(place)}
                  choice={choice}
                  isAt={place === at}
                  onPoint={() => setWantedAt(place)}
                  onChoose={() => choose(choice)}
                />
              ))}
            </div>
          );
        })}
      </div>
      <ResultCount count={choices.length} {...videos} />
    </>
  );
}

interface PaletteOptionProps {
  id: string;
  choice: PaletteChoice;
  isAt: boolean;
  onPoint: () => void;
  onChoose: () => void;
}

function PaletteOption({ id, choice, isAt, onPoint, onChoose }: PaletteOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys, as in every combobox
    // biome-ignore lint/a11y/useFocusableInteractive: the field refers to the active option by its id
    <div
      id={id}
      role="option"
      aria-selected={isAt}
      className={classes.option}
      onPointerMove={isAt ? undefined : onPoint}
      onClick={onChoose}
    >
      <span className={classes.mark} aria-hidden>
        {choice.icon}
      </span>
      <span className={classes.label}>{choice.label}</span>
      {choice.hint && <span className={classes.hint}>{choice.hint}</span>}
      {isAt && <IconCornerDownLeft size={15} aria-hidden className={classes.enter} />}
    </div>
  );
}

/** Announces the number of results to screen readers. The text is visible to everyone if nothing was found or the search failed. */
function ResultCount({
  count,
  isSearching,
  isFailed,
}: {
  count: number;
  isSearching: boolean;
  isFailed: boolean;
}) {
  const { t } = useTranslation();
  const isEmpty = count === 0 && !isSearching;
  return (
    <div role="status" className={isEmpty || isFailed ? classes.note : classes.announced}>
      {isFailed
        ? t("palette.failed")
        : isEmpty
          ? t("palette.none")
          : !isSearching && t("palette.count", { count })}
    </div>
  );
}

/** Returns the position in the list to which a key moves, continuing at the other end of the list; undefined for other keys. */
function nextIndex(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "PageDown") return Math.min(at + 8, count - 1);
  return key === "PageUp" ? Math.max(at - 8, 0) : undefined;
}
