import { createRandomUuid } from "@shoal/client/upload";
import type { CreateComment } from "@shoal/contract";
import { createDrawingBoard, type DrawingBoard } from "../drawing/drawing-board.ts";
import { type Draft, loadDraft, storeDraft } from "./drafts.ts";

/** A frame, or the first and last frame of a range. */
export interface FramePosition {
  frame: number;
  endFrame: number | null;
}

export interface ComposerState {
  uuid: string;
  text: string;
  /** The position at which the comment was started; undefined before it was started, null for a comment on the whole version. */
  place: FramePosition | null | undefined;
  isInternal: boolean;
  /** Whether the user is drawing on the frame. */
  isDrawing: boolean;
  /** Whether the draft is from an earlier visit. */
  isRestored: boolean;
}

const SAVE_DELAY_MS = 400;

export type ComposerStore = ReturnType<typeof createComposerStore>;

/**
 * Creates a store for `useSyncExternalStore` with a comment being written and its drawing. The browser keeps both until the comment is
 * sent.
 * @param key the key of its draft.
 * @param begin returns the place of a new comment, and pauses the player.
 */
export function createComposerStore(key: string, begin: () => FramePosition | null) {
  const draft = loadDraft(key);
  const board: DrawingBoard = createDrawingBoard(draft?.drawing?.shapes ?? []);
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let state: ComposerState = {
    uuid: draft?.uuid ?? createRandomUuid(),
    text: draft?.text ?? "",
    place: draft && positionOfDraft(draft),
    isInternal: draft?.isInternal ?? false,
    isDrawing: false,
    isRestored: draft !== undefined,
  };

  const hasContent = () => state.text.trim() !== "" || board.getSnapshot().shapes.length > 0;

  function drawing(): CreateComment["drawing"] {
    const shapes = board.getSnapshot().shapes.map(({ shape }) => shape);
    return shapes.length > 0 ? { shapes } : null;
  }

  const content = (): Draft => ({
    uuid: state.uuid,
    text: state.text.trim(),
    frame: state.place?.frame ?? null,
    endFrame: state.place?.endFrame ?? null,
    isInternal: state.isInternal,
    drawing: drawing(),
  });

  function save(): void {
    clearTimeout(timer);
    timer = undefined;
    storeDraft(key, hasContent() ? content() : undefined);
  }

  function set(change: Partial<ComposerState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
    timer ??= setTimeout(save, SAVE_DELAY_MS);
  }

  board.subscribe(() => {
    timer ??= setTimeout(save, SAVE_DELAY_MS);
  });

  /** Pauses the player and fixes the comment's place, unless the comment has already been started. */
  const begun = (): Partial<ComposerState> => (state.place === undefined ? { place: begin() } : {});

  return {
    board,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: (): ComposerState => state,
    hasContent,
    write(text: string): void {
      // After the user has cleared a comment, it restarts at the player's current position.
      const isEmptied = text === "" && board.getSnapshot().shapes.length === 0;
      set({ text, ...(isEmptied ? { place: undefined } : begun()) });
    },
    placeAt: (place: FramePosition | null) => set({ place }),
    setInternal: (isInternal: boolean) => set({ isInternal }),
    startDrawing: () => set({ isDrawing: true, ...begun() }),
    stopDrawing: () => set({ isDrawing: false, ...(hasContent() ? {} : { place: undefined }) }),
    /** Removes the drawing; the drawing tools can undo the removal. */
    removeDrawing(): void {
      board.clear();
      set({ isDrawing: false, ...(hasContent() ? {} : { place: undefined }) });
    },
    content,
    /**
     * Called when a comment was sent: starts the next comment with the text and drawing added in the meantime.
     * @param sent the content that was sent.
     */
    finish(sent: Draft): void {
      const { text } = state;
      const rest = text.trimStart().startsWith(sent.text) ? text.trimStart().slice(sent.text.length) : text;
      const [shapes, sentShapes] = [drawing()?.shapes ?? [], sent.drawing?.shapes ?? []];
      const isContinued = sentShapes.every((shape, n) => JSON.stringify(shape) === JSON.stringify(shapes[n]));
      board.reset(isContinued ? shapes.slice(sentShapes.length) : shapes);
      const hasRest = rest.trim() !== "" || board.getSnapshot().shapes.length > 0;
      set({
        uuid: createRandomUuid(),
        text: hasRest ? rest.trimStart() : "",
        isRestored: false,
        ...(hasRest ? {} : { place: undefined, isDrawing: false }),
      });
      save();
    },
    /** Saves a pending change of the draft immediately. Called when the page is closed. */
    save,
  };
}

const positionOfDraft = ({ frame, endFrame }: Draft): FramePosition | null =>
  frame === null ? null : { frame, endFrame };
