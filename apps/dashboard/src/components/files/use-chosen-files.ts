import { type ClipboardEvent, type DragEvent, useState } from "react";
import { type FileLimits, filesIn, type RefusedFile, sortFiles } from "./chosen-files.ts";

export type ChosenFiles = ReturnType<typeof useChosenFiles>;

/** Holds the files that the user chooses, drops or pastes, until they are sent. */
export function useChosenFiles(limits: FileLimits) {
  const [kept, setKept] = useState<readonly File[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [isOver, setOver] = useState(false);

  function add(files: readonly File[], folders: readonly string[] = []): void {
    const sorted = sortFiles(files, { folders, count: kept.length, limits });
    setRefused(sorted.refused);
    if (sorted.taken.length > 0) setKept([...kept, ...sorted.taken]);
  }
  function addFrom(data: DataTransfer): boolean {
    const found = filesIn(data);
    if (found.files.length + found.folders.length === 0) return false;
    add(found.files, found.folders);
    return true;
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes("Files");
  return {
    limits,
    kept,
    refused,
    add,
    remove: (file: File) => setKept(kept.filter((each) => each !== file)),
    /** Removes the files that were sent, and keeps files chosen during the upload. */
    clear(): void {
      setKept((now) => now.filter((file) => !kept.includes(file)));
      setRefused([]);
    },
    /** Props for the element that accepts dropped and pasted files. */
    area: {
      "data-dropping": isOver,
      onDragOver(event: DragEvent) {
        if (!hasFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave(event: DragEvent) {
        if (event.currentTarget.contains(event.relatedTarget as Node | null)) return;
        setOver(false);
      },
      onDrop(event: DragEvent) {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        addFrom(event.dataTransfer);
      },
      onPaste(event: ClipboardEvent) {
        // Cells copied from a spreadsheet and copied web pages contain both text and a picture of it. Only the text is used.
        if (event.clipboardData.types.includes("text/plain")) return;
        if (addFrom(event.clipboardData)) event.preventDefault();
      },
    },
  };
}
