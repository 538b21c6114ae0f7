/** The actions that keys have on the review page. */
export type KeyAction =
  | "togglePlay"
  | "pause"
  | "faster"
  | "backwards"
  | "nextFrame"
  | "previousFrame"
  | "nextSecond"
  | "previousSecond"
  | "firstFrame"
  | "lastFrame"
  | "markIn"
  | "markOut"
  | "goToIn"
  | "goToOut"
  | "clearRange"
  | "loop"
  | "nextComment"
  | "previousComment"
  | "comment"
  | "fullScreen"
  | "mute"
  | "zoomIn"
  | "zoomOut"
  | "zoomFit"
  | "typeTimecode"
  | "help";

/** The keys of each action, as listed in the help. */
export const KEYS_OF_ACTIONS: readonly { action: KeyAction; keys: readonly string[]; isShifted?: boolean }[] =
  [
    { action: "togglePlay", keys: [" "] },
    { action: "backwards", keys: ["j"] },
    { action: "pause", keys: ["k"] },
    { action: "faster", keys: ["l"] },
    { action: "previousFrame", keys: ["ArrowLeft", ","] },
    { action: "nextFrame", keys: ["ArrowRight", "."] },
    { action: "previousSecond", keys: ["ArrowLeft"], isShifted: true },
    { action: "nextSecond", keys: ["ArrowRight"], isShifted: true },
    { action: "firstFrame", keys: ["Home"] },
    { action: "lastFrame", keys: ["End"] },
    { action: "typeTimecode", keys: ["g"] },
    { action: "markIn", keys: ["i"] },
    { action: "markOut", keys: ["o"] },
    { action: "goToIn", keys: ["i"], isShifted: true },
    { action: "goToOut", keys: ["o"], isShifted: true },
    { action: "clearRange", keys: ["x"] },
    { action: "loop", keys: ["r"] },
    { action: "comment", keys: ["c"] },
    { action: "previousComment", keys: ["["] },
    { action: "nextComment", keys: ["]"] },
    { action: "zoomIn", keys: ["+", "="] },
    { action: "zoomOut", keys: ["-"] },
    { action: "zoomFit", keys: ["0"] },
    { action: "fullScreen", keys: ["f"] },
    { action: "mute", keys: ["m"] },
    { action: "help", keys: ["?"] },
  ];

type PressedKey = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

/** Whether a key is a character that some keyboards produce only with Shift, such as "." and "?" in French. */
const isShiftedCharacter = (key: string) => /^[^a-z]$/i.test(key) && key !== " ";

/**
 * Returns the action of a key; undefined if the key has no action, for example with Ctrl, Alt or ⌘, which belong to the browser.
 * @example actionOfKey({ key: "L", shiftKey: true, … }) // undefined
 */
export function actionOfKey(pressed: PressedKey): KeyAction | undefined {
  const { shiftKey, ctrlKey, metaKey, altKey } = pressed;
  if (ctrlKey || metaKey || altKey) return undefined;
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  return KEYS_OF_ACTIONS.find(
    ({ keys, isShifted = false }) =>
      keys.includes(key) && (isShiftedCharacter(key) || isShifted === shiftKey),
  )?.action;
}

/** Maximum speed of J and L, each press of which doubles it. */
const MAX_SPEED = 8;

/** Returns the next speed after L (`way` 1) or J (-1); 0 means paused. @example nextSpeed(2, 1) // 4 */
export function nextSpeed(speed: number, way: 1 | -1): number {
  if (speed * way <= 0) return way;
  return way * Math.min(Math.abs(speed) * 2, MAX_SPEED);
}
