import { ActionIcon, Box, Group, Text, Tooltip } from "@mantine/core";
import { IconChevronUp, IconExternalLink, IconMinus, IconX } from "@tabler/icons-react";
import {
  type ComponentType,
  type KeyboardEvent,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { type ReportUnsaved, UnsavedContext } from "../form/unsaved.ts";
import { PageSkeleton } from "../states.tsx";
import { closeWithConfirmation } from "./close-with-confirmation.ts";
import { findOpener, restoreFocus } from "./restore-focus.ts";
import classes from "./window-dock.module.css";
import type { FloatingWindow, WindowKind } from "./window-state.ts";
import { windows } from "./windows.ts";

/** The content of a kind of window: its title, summary and body. */
export interface WindowContent {
  useTitle: (window: FloatingWindow) => string;
  /** A line under the title that also shows while the window is minimised. */
  Summary?: ComponentType<{ window: FloatingWindow }>;
  Body: ComponentType<{ window: FloatingWindow }>;
  /** The text that explains why a locked window cannot be closed. */
  useLockReason?: () => string;
  /** Loads the data that the body needs before the window is opened. */
  prepare?: () => Promise<unknown>;
  /** The route of a separate browser window that can replace this floating window. */
  usePopOutTo?: () => string;
}
export type WindowContents = Partial<Record<WindowKind, WindowContent>>;

interface WindowFrameProps {
  window: FloatingWindow;
  content: WindowContent;
  isShown: boolean;
}

/** Shows one floating window. Escape minimises it; its content stays mounted. */
export function WindowFrame({ window, content, isShown }: WindowFrameProps) {
  const titleId = useId();
  const frame = useRef<HTMLElement>(null);
  const { rank } = window;
  // Moves the keyboard focus to a window that was opened or brought to the front, which raises its rank.
  useEffect(() => {
    if (rank > 0) frame.current?.focus({ preventScroll: true });
  }, [rank]);
  useFocusReturn();
  const note = useUnsavedTracking(window);
  function handleKey(event: KeyboardEvent): void {
    if (event.key === "Escape" && !event.defaultPrevented && isShown) windows.reduce(window.id);
  }
  return (
    <section
      ref={frame}
      tabIndex={-1}
      className={classes.window}
      aria-labelledby={titleId}
      data-state={isShown ? "open" : "reduced"}
      onKeyDown={handleKey}
    >
      <WindowBar window={window} content={content} isShown={isShown} titleId={titleId} />
      <div className={classes.inside} hidden={!isShown}>
        <Suspense fallback={<WindowPlaceholder />}>
          <UnsavedContext value={note}>
            <content.Body window={window} />
          </UnsavedContext>
        </Suspense>
      </div>
    </section>
  );
}

const WindowPlaceholder = () => (
  <Box p="md">
    <PageSkeleton blocks={2} />
  </Box>
);

/** Keeps track of forms with unsaved values inside the window. The window outlives the page, so the page does not ask about them. */
function useUnsavedTracking({ id, isUnsaved }: FloatingWindow): ReportUnsaved {
  const [unsaved] = useState(() => new Set<string>());
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isUnsaved]);
  return useCallback(
    (form, isHeld) => {
      if (isHeld) unsaved.add(form);
      else unsaved.delete(form);
      windows.note(id, { isUnsaved: unsaved.size > 0 });
    },
    [id, unsaved],
  );
}

/** Returns the focus to the element that had it when the window was opened. */
function useFocusReturn(): void {
  const [opener] = useState(findOpener);
  useEffect(() => () => restoreFocus(opener), [opener]);
}

function WindowBar({ window, content, isShown, titleId }: WindowFrameProps & { titleId: string }) {
  const { t } = useTranslation();
  const title = content.useTitle(window);
  const { Summary } = content;
  const popOutTo = content.usePopOutTo?.();
  const toggle = () => (isShown ? windows.reduce(window.id) : windows.select(window.id));
  return (
    <Group className={classes.bar} justify="space-between" wrap="nowrap" gap="xs">
      <Box miw={0}>
        <Text component="h2" fw={650} size="sm" truncate id={titleId}>
          {title}
        </Text>
        {Summary && <Summary window={window} />}
      </Box>
      <Group gap={4} wrap="nowrap">
        {popOutTo && (
          <BarButton name={t("windows.popOut", { title })} onClick={() => openPopOut(window.id, popOutTo)}>
            <IconExternalLink size={18} />
          </BarButton>
        )}
        <BarButton
          name={t(isShown ? "windows.reduce" : "windows.enlarge", { title })}
          isExpanded={isShown}
          onClick={toggle}
        >
          {isShown ? <IconMinus size={18} /> : <IconChevronUp size={18} />}
        </BarButton>
        <CloseControl window={window} title={title} content={content} />
      </Group>
    </Group>
  );
}

function CloseControl({ window, title, content }: Omit<WindowFrameProps, "isShown"> & { title: string }) {
  const { t } = useTranslation();
  const reason = content.useLockReason?.() ?? "";
  const name = t("windows.close", { title });
  if (!window.isLocked)
    return (
      <BarButton name={name} onClick={() => closeWithConfirmation([window], () => windows.close(window.id))}>
        <IconX size={18} />
      </BarButton>
    );
  return (
    <Tooltip label={reason} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`${name}. ${reason}`}
        aria-disabled
        data-disabled
        onClick={(event) => event.preventDefault()}
      >
        <IconX size={18} />
      </ActionIcon>
    </Tooltip>
  );
}

interface BarButtonProps {
  name: string;
  isExpanded?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function BarButton({ name, isExpanded, onClick, children }: BarButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={name}
      title={name}
      {...(isExpanded === undefined ? {} : { "aria-expanded": isExpanded })}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}

/** Opens a separate browser window of the size in §9. */
function openPopOut(id: string, route: string): void {
  window.open(`#${route}`, id, "popup,width=1200,height=750");
  windows.close(id);
}
