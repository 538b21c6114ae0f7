/** Interval in ms at which the positions change, so that no crop of a recording is without a name. */
const MOVE_INTERVAL_MS = 4_000;
const CHECK_INTERVAL_MS = 500;
const WATERMARK_COUNT = 3;
/** The height of the band that is reserved for each mark, in per cent of the picture area, so that marks do not overlap. */
const BAND_PERCENT = 30;
/** The number of positions. It must be coprime with the step between them, so that all are used. */
const POSITION_COUNT = 7;
const POSITION_STEP = 3;
const MIN_VISIBLE_OPACITY = 0.2;
const MARK_OPACITY = "0.45";

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
  // The highest possible index, so that user styles cannot raise another element above the marks. The stage is a stacking context, so the
  // index has no effect outside of it.
  "z-index": "2147483647",
  // The size of the marks depends on the size of the picture area.
  "container-type": "size",
  "pointer-events": "none",
  "user-select": "none",
};

const MARK_STYLE = {
  position: "absolute",
  display: "block",
  visibility: "visible",
  opacity: MARK_OPACITY,
  color: "#fff",
  "font-family": "sans-serif",
  // The size also depends on the height, because bands are only 15 % of the height apart.
  "font-size": "clamp(9px, min(2.2cqw, 8cqh), 22px)",
  "line-height": "1.2",
  "font-weight": "600",
  "white-space": "nowrap",
  "max-width": "60%",
  overflow: "hidden",
  "text-overflow": "ellipsis",
  "text-shadow": "0 0 3px #000, 0 0 6px #000",
};

/**
 * Draws a name over a stage, at changing positions. If the name is removed, hidden or changed, it is drawn again. `onChange` reports when
 * the name is not visible with the video, such as when a user style hides it or the browser shows the video outside the page. The name does
 * not prevent screen recordings, but identifies the person who made them.
 * @param onChange called immediately with the visibility of the name, and on each change.
 * @returns a function that removes the name.
 */
export function enforceWatermark(
  stage: HTMLElement,
  name: string,
  onChange: (isVisible: boolean) => void,
): () => void {
  let box: HTMLElement | undefined;
  let wasSeen: boolean | undefined;
  let drawn = "";
  let turn = Math.floor(Math.random() * POSITION_COUNT);

  function draw(): void {
    observer.disconnect();
    box?.remove();
    box = document.createElement("div");
    box.setAttribute("aria-hidden", "true");
    setStyle(box, BOX_STYLE);
    for (let mark = 0; mark < WATERMARK_COUNT; mark++) {
      const element = document.createElement("span");
      element.textContent = name;
      const place = (turn + mark * 2) % POSITION_COUNT;
      setStyle(element, {
        ...MARK_STYLE,
        left: `${4 + ((place * POSITION_STEP) % POSITION_COUNT) * 6}%`,
        top: `${8 + mark * BAND_PERCENT + place * 3}%`,
      });
      box.append(element);
    }
    stage.append(box);
    drawn = box.outerHTML;
    observer.observe(stage, { childList: true });
    observer.observe(box, { attributes: true, childList: true, characterData: true, subtree: true });
  }

  // Moves the marks to the end of the stage, because the last of several elements with the same z-index is on top.
  const isWhole = () => stage.lastElementChild === box && box?.outerHTML === drawn;
  function checkMarks(): void {
    if (!isWhole()) draw();
    const isSeenNow = box !== undefined && isVisible(box) && !isShownSeparately(stage);
    if (isSeenNow !== wasSeen) onChange(isSeenNow);
    wasSeen = isSeenNow;
  }
  const observer = new MutationObserver(checkMarks);
  draw();
  checkMarks();
  const move = setInterval(() => {
    turn = (turn + POSITION_STEP) % POSITION_COUNT;
    draw();
  }, MOVE_INTERVAL_MS);
  const check = setInterval(checkMarks, CHECK_INTERVAL_MS);
  const listening = new AbortController();
  for (const event of ["fullscreenchange", "enterpictureinpicture", "leavepictureinpicture"])
    document.addEventListener(event, checkMarks, { capture: true, signal: listening.signal });
  return () => {
    listening.abort();
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

/** Whether the marks are visible together with the video. */
const isVisible = (box: HTMLElement): boolean =>
  [box, ...box.children].every(
    (element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      Number(getComputedStyle(element).opacity) >= MIN_VISIBLE_OPACITY,
  );

/** Whether the browser shows a part of the stage separately, such as in full screen or picture-in-picture. */
const isShownSeparately = (stage: HTMLElement): boolean =>
  [document.fullscreenElement, document.pictureInPictureElement].some(
    (element) => element && element !== stage && stage.contains(element),
  );
