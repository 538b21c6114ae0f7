import { useSyncExternalStore } from "react";
import type { BoardState, DrawingBoard } from "./drawing-board.ts";

export const useDrawingBoard = (board: DrawingBoard): BoardState =>
  useSyncExternalStore(board.subscribe, board.getSnapshot);
