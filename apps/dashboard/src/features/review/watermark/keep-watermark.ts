/** Where the marks are moves on, so that none of them can be cut out of a recording. */
const MOVE_MS = 4_000;
const CHECK_MS = 500;
const MARKS = 3;
/** Each mark has a band of the picture, so that none lies over another. */
const BAND_PERCENT = 30;
/** Steps of places round the picture, coprime with the number of places. */
const PLACES = 7;
const STEP = 3;
const LEAST_OPACITY = 0.2;
const OPACITY = "0.45";

const BOX_STYLE = {
  position: "absolute",
  inset: "0",
  display: "block",
  visibility: "visible",
  opacity: "1",
  overflow: "hidden",
  transform: "none",
  filter: "none",
  "clip-path": "none",
  "z-index": "3",
  "pointer-events": "none",
  "user-select": "none",
};

const MARK_STYLE = {
  position: "absolute",
  display: "block",
  visibility: "visible",
  opacity: OPACITY,
  color: "#fff",
  "font-family": "sans-serif",
  "font-size": "clamp(12px, 2.2cqw, 22px)",
  "font-weight": "600",
  "white-space": "nowrap",
  "max-width": "60%",
  overflow: "hidden",
  "text-overflow": "ellipsis",
  "text-shadow": "0 0 3px #000, 0 0 6px #000",
};

/**
 * Draws a name over a stage, at places that change. Taken away, hidden or changed, it is drawn anew; while it cannot be seen, as where a
 * style of the reader hides whatever is drawn, `onHidden` is called. Whoever records their screen still can, and is named in it.
 * @returns a function that takes it away.
 */
export function keepWatermark(stage: HTMLElement, name: string, onHidden: () => void): () => void {
  let box: HTMLElement | undefined;
  let drawn = "";
  let turn = Math.floor(Math.random() * PLACES);

  function draw(): void {
    observer.disconnect();
    box?.remove();
    box = document.createElement("div");
    box.setAttribute("aria-hidden", "true");
    setStyle(box, BOX_STYLE);
    for (let mark = 0; mark < MARKS; mark++) {
      const element = document.createElement("span");
      element.textContent = name;
      const place = (turn + mark * 2) % PLACES;
      setStyle(element, {
        ...MARK_STYLE,
        left: `${4 + ((place * STEP) % PLACES) * 6}%`,
        top: `${8 + mark * BAND_PERCENT + place * 3}%`,
      });
      box.append(element);
    }
    stage.append(box);
    drawn = box.outerHTML;
    observer.observe(stage, { childList: true });
    observer.observe(box, { attributes: true, childList: true, characterData: true, subtree: true });
  }

  const isWhole = () => box?.parentElement === stage && box.outerHTML === drawn;
  const observer = new MutationObserver(() => {
    if (!isWhole()) draw();
  });
  draw();
  const move = setInterval(() => {
    turn = (turn + STEP) % PLACES;
    draw();
  }, MOVE_MS);
  const check = setInterval(() => {
    if (!isWhole()) draw();
    if (box && !isSeen(box)) onHidden();
  }, CHECK_MS);
  return () => {
    clearInterval(move);
    clearInterval(check);
    observer.disconnect();
    box?.remove();
  };
}

function setStyle(element: HTMLElement, style: Record<string, string>): void {
  for (const [property, value] of Object.entries(style))
    element.style.setProperty(property, value, "important");
}

/** Whether the marks are seen wherever the picture is. */
const isSeen = (box: HTMLElement): boolean =>
  [box, ...box.children].every(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      Number(getComputedStyle(element).opacity) >= LEAST_OPACITY,
  );
