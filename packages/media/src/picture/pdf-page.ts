import { join } from "node:path";
import { MAX_PREVIEW_SIDE_PX } from "@shoal/contract";
import { FfmpegError } from "../ffmpeg/ffmpeg-error.ts";
import { type RunOptions, runPdftoppm } from "../ffmpeg/run-tool.ts";

/** The limits for rendering a page; pages that need more are considered malicious. */
const PAGE_LIMITS = { cpuSec: 10, wallSec: 30, memoryBytes: 1_073_741_824, fileBytes: 16_000_000 };
const PAGE_NAME = "page";
/** Poppler's error for a file that requires a password. */
const PASSWORD_ERROR_PATTERN = /Incorrect password/;

/**
 * Renders the first page of a PDF at preview size.
 * @returns the path of the rendered page, a PNG file; undefined if the file requires a password.
 * @throws FfmpegError if the PDF is unreadable.
 */
export async function renderPdfPage(run: RunOptions & { outputFolder: string }): Promise<string | undefined> {
  const args = ["-png", "-singlefile", "-f", "1", "-l", "1", "-scale-to", `${MAX_PREVIEW_SIDE_PX}`];
  try {
    await runPdftoppm(args, PAGE_NAME, { ...run, limits: PAGE_LIMITS });
  } catch (error) {
    if (error instanceof FfmpegError && PASSWORD_ERROR_PATTERN.test(error.stderrTail)) return undefined;
    throw error;
  }
  return join(run.outputFolder, `${PAGE_NAME}.png`);
}
