import { Button, Skeleton } from "@mantine/core";
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { useReview } from "../review-context.ts";
import classes from "./compare.module.css";

const LazyComparisonPlayers = lazy(async () => ({
  default: (await import("./comparison-players.tsx")).ComparisonPlayers,
}));

interface ComparisonState {
  isOpen: boolean;
  open: () => void;
  close: () => void;
  /** The button that opens the comparison, and receives the focus again when the comparison is closed. */
  button: RefObject<HTMLButtonElement | null>;
}

/** Whether the version is compared with the previous one; reset when another version is shown. */
export function useComparison(): ComparisonState {
  const { version } = useReview();
  const [opened, setOpened] = useState<number>();
  const button = useRef<HTMLButtonElement>(null);
  const open = useCallback(() => setOpened(version.number), [version.number]);
  const close = useCallback(() => {
    setOpened(undefined);
    button.current?.focus();
  }, []);
  return { isOpen: opened === version.number, open, close, button };
}

/** Compares the version with the previous one; shows nothing if there is no previous version, or one of the two cannot be played. */
export function Comparison({ isOpen, open, close, button }: ComparisonState) {
  const { t } = useTranslation();
  const { project, version, versions, player, may } = useReview();
  const [previous] = versions
    .filter(({ number }) => number < version.number)
    .toSorted((a, b) => b.number - a.number);
  if (previous?.video.state !== "playable" || version.video.state !== "playable") return null;
  function handleOpen(): void {
    player.pause();
    open();
  }
  return (
    <div>
      <Button
        ref={button}
        variant="default"
        size="xs"
        aria-expanded={isOpen}
        onClick={isOpen ? close : handleOpen}
      >
        {t("compare.open", { version: previous.number })}
      </Button>
      {isOpen && (
        <OpenComparison
          label={t("compare.title", { version: version.number, previous: previous.number })}
          onClose={close}
        >
          <Suspense fallback={<Skeleton h={240} />}>
            <LazyComparisonPlayers
              key={version.number}
              project={project.uuid}
              recent={version}
              previous={previous}
              mayPlace={may("comment")}
              startFrame={player.getSnapshot().shownFrame}
              onClose={close}
            />
          </Suspense>
        </OpenComparison>
      )}
    </div>
  );
}

interface OpenComparisonProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** Scrolls the comparison into view and focuses it when it is opened; Escape closes it. */
function OpenComparison({ label, onClose, children }: OpenComparisonProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    place.current?.focus({ preventScroll: true });
    place.current?.scrollIntoView({ block: "start" });
  }, []);
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      const isTaken = event.defaultPrevented || document.fullscreenElement !== null || hasDialog();
      if (event.key === "Escape" && !isTaken) onClose();
    }
    addEventListener("keydown", handleKey);
    return () => removeEventListener("keydown", handleKey);
  }, [onClose]);
  return (
    <section ref={place} tabIndex={-1} aria-label={label} className={classes.place}>
      {children}
    </section>
  );
}

const hasDialog = () => document.querySelector("[role='dialog'], [role='menu'], [role='listbox']") !== null;
