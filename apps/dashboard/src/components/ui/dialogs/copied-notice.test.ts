import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showCopiedNotice } from "./copied-notice.tsx";
import { openDialog } from "./dialogs.tsx";

const closeNotice = vi.fn();
vi.mock("./dialogs.tsx", () => ({ openDialog: vi.fn() }));
beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(openDialog).mockResolvedValue(closeNotice);
});
afterEach(() => void vi.useRealTimers());

test("the confirmation of a copy closes by itself after 3 s", async () => {
  await showCopiedNotice("stream key copied");
  expect(openDialog).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_999);
  expect(closeNotice).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(closeNotice).toHaveBeenCalledOnce();
});
