import { afterEach, expect, test, vi } from "vitest";
import { keepWatermark } from "./keep-watermark.ts";

let stop: (() => void) | undefined;
afterEach(() => {
  stop?.();
  document.body.replaceChildren();
  for (const style of document.querySelectorAll("style[data-test]")) style.remove();
});

function showOn(onHidden = () => undefined) {
  const stage = document.createElement("div");
  document.body.append(stage);
  stop = keepWatermark(stage, "Ada Guest", onHidden);
  return stage;
}

const box = (stage: HTMLElement) => stage.querySelector<HTMLElement>("div");

test("the name stands over the picture, and takes no click", () => {
  const stage = showOn();
  expect(stage.textContent).toBe("Ada GuestAda GuestAda Guest");
  expect(getComputedStyle(box(stage) as HTMLElement).pointerEvents).toBe("none");
});

test("taken away, hidden or written over, it is drawn anew", async () => {
  const stage = showOn();
  box(stage)?.remove();
  await vi.waitFor(() => expect(stage.textContent).toContain("Ada Guest"));
  const hidden = box(stage);
  hidden?.style.setProperty("display", "none", "important");
  await vi.waitFor(() => expect(getComputedStyle(box(stage) as HTMLElement).display).toBe("block"));
  expect(hidden?.isConnected).toBe(false);
  const [mark] = box(stage)?.children ?? [];
  if (mark) mark.textContent = "Somebody else";
  await vi.waitFor(() => expect(stage.textContent).not.toContain("Somebody else"));
});

test("whoever hides it by what it stands in is told, and a style of the page does not hide it", async () => {
  const handleHidden = vi.fn();
  const stage = showOn(handleHidden);
  const style = document.createElement("style");
  style.dataset.test = "";
  style.textContent = "div span { display: none !important; }";
  document.head.append(style);
  expect(getComputedStyle(stage.querySelector("span") as HTMLElement).display).toBe("block");
  stage.style.opacity = "0";
  await vi.waitFor(() => expect(handleHidden).toHaveBeenCalled(), { timeout: 5_000 });
});
