import { join } from "node:path";
import { PREVIEW_MAX_SIDE_PX } from "@shoal/contract";
import { type RunOptions, runPdftoppm } from "../ffmpeg/run-tool.ts";

/** Of one page: what takes longer, or more, is a trap. */
const PAGE_LIMITS = { cpuSec: 10, wallSec: 30, memoryBytes: 1_073_741_824, fileBytes: 16_000_000 };
const PAGE_NAME = "page";

/**
 * Draws the first page of a PDF, as large as a preview.
 * @returns where it lies, as PNG.
 * @throws FfmpegError where it cannot be read, also behind a password.
 */
export async function drawPdfPage(run: RunOptions & { outputFolder: string }): Promise<string> {
  const args = ["-png", "-singlefile", "-f", "1", "-l", "1", "-scale-to", `${PREVIEW_MAX_SIDE_PX}`, "-q"];
  await runPdftoppm(args, PAGE_NAME, { ...run, limits: PAGE_LIMITS });
  return join(run.outputFolder, `${PAGE_NAME}.png`);
}
