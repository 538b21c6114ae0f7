/** The floating windows at the bottom of the page (§2), by kind. */
export type WindowKind = "newVideos" | "newLive" | "newProject" | "chat";

/** Kinds that can be open several times. Each new window gets the next number. */
const NUMBERED_KINDS: readonly WindowKind[] = ["newLive"];

export interface FloatingWindow {
  id: string;
  kind: WindowKind;
  /** 1, 2, 3 … for a numbered kind; 0 otherwise. */
  number: number;
  /** Uuid of the video that the window is about; "" while it has no video. */
  subject: string;
  isReduced: boolean;
  /** Whether work is in progress: the window can be minimised but not closed. */
  isLocked: boolean;
  /** Whether a live is running in the window. Closing the window then asks for confirmation. */
  isRunning: boolean;
  /** Whether the window contains unsaved entries. Closing the window then asks for confirmation. */
  isUnsaved: boolean;
  /** The rank of the window in the order in which windows were brought to the front. The latest has the highest rank. */
  rank: number;
}

/** All windows in the order in which they were opened. */
export type WindowsState = readonly FloatingWindow[];

export type WindowAction =
  | { type: "open"; kind: WindowKind; subject?: string }
  | { type: "select" | "reduce" | "close"; id: string }
  | { type: "lock"; kind: WindowKind; isLocked: boolean }
  | { type: "note"; id: string; change: WindowChange }
  | { type: "reduceAll" | "closeAll" };
/** The properties of a window that its content may change. */
export type WindowChange = Partial<Pick<FloatingWindow, "subject" | "isRunning" | "isUnsaved">>;

/**
 * Returns the windows after an action. Opening an existing kind or subject brings that window to the front. A locked window does not close.
 * Returns the same state if nothing changes.
 */
export function reduceWindows(state: WindowsState, move: WindowAction): WindowsState {
  switch (move.type) {
    case "open":
      return openWindow(state, move.kind, move.subject ?? "");
    case "select":
      return changeWindow(state, move.id, { isReduced: false, rank: highestRankOf(state) + 1 });
    case "reduce":
      return changeWindow(state, move.id, { isReduced: true });
    case "reduceAll":
      return state.some(({ isReduced }) => !isReduced)
        ? state.map((window) => ({ ...window, isReduced: true }))
        : state;
    case "close":
      return keepWindows(state, (window) => window.id !== move.id || window.isLocked);
    case "lock":
      return lockWindows(state, move.kind, move.isLocked);
    case "note":
      return recordChange(state, move.id, move.change);
    case "closeAll":
      return keepWindows(state, (window) => window.isLocked);
  }
}

function openWindow(state: WindowsState, kind: WindowKind, subject: string): WindowsState {
  const isNumbered = NUMBERED_KINDS.includes(kind);
  const same = state.filter((window) => window.kind === kind);
  const existing = same.find((window) => !isNumbered || (subject !== "" && window.subject === subject));
  if (existing) return reduceWindows(state, { type: "select", id: existing.id });
  const number = isNumbered ? Math.max(0, ...same.map((window) => window.number)) + 1 : 0;
  const id = isNumbered ? `${kind}-${number}` : kind;
  const rank = highestRankOf(state) + 1;
  const opened = { isReduced: false, isLocked: false, isRunning: false, isUnsaved: false };
  return [...state, { id, kind, number, subject, ...opened, rank }];
}

const highestRankOf = (state: WindowsState) => Math.max(0, ...state.map((window) => window.rank));

function changeWindow(state: WindowsState, id: string, fields: Partial<FloatingWindow>): WindowsState {
  return state.map((window) => (window.id === id ? { ...window, ...fields } : window));
}

function keepWindows(state: WindowsState, isKept: (window: FloatingWindow) => boolean): WindowsState {
  const kept = state.filter(isKept);
  return kept.length === state.length ? state : kept;
}

function lockWindows(state: WindowsState, kind: WindowKind, isLocked: boolean): WindowsState {
  if (!state.some((window) => window.kind === kind && window.isLocked !== isLocked)) return state;
  return state.map((window) => (window.kind === kind ? { ...window, isLocked } : window));
}

function recordChange(state: WindowsState, id: string, learned: WindowChange): WindowsState {
  const window = state.find((each) => each.id === id);
  const keys = Object.keys(learned) as (keyof WindowChange)[];
  return window && keys.some((key) => window[key] !== learned[key])
    ? changeWindow(state, id, learned)
    : state;
}

/**
 * Returns the ids of the windows that are shown at full size: the most recent ones, as many as fit. The others are displayed as if
 * minimised until there is room for them again.
 */
export function findShown(state: WindowsState, room: number): ReadonlySet<string> {
  const open = state.filter((window) => !window.isReduced).toSorted((a, b) => b.rank - a.rank);
  return new Set(open.slice(0, Math.max(1, room)).map((window) => window.id));
}
