import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { showCopied } from "./copied-notice.tsx";
import { openDialog } from "./dialogs.tsx";

const close = vi.fn();
vi.mock("./dialogs.tsx", () => ({ openDialog: vi.fn() }));
beforeEach(() => {
  vi.useFakeTimers();
  vi.mocked(openDialog).mockResolvedValue(close);
});
afterEach(() => void vi.useRealTimers());

test("the confirmation of a copy closes by itself after 3 s", async () => {
  await showCopied("stream key copied");
  expect(openDialog).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(2_999);
  expect(close).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(close).toHaveBeenCalledOnce();
});
