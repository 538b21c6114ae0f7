/** A key as it is printed, or one whose name each language has its own word for. */
type Key = string | { name: "space" | "home" | "end" | "enter" | "escape" | "tab" | "back" };

/** What the player's keyboard does. */
export const PLAYER_KEYS = [
  { keys: [{ name: "space" }, "K"], does: "play" },
  { keys: ["J", "L"], does: "skip" },
  { keys: ["←", "→"], does: "step" },
  { keys: ["↑", "↓"], does: "volume" },
  { keys: ["M"], does: "mute" },
  { keys: ["F"], does: "fullscreen" },
  { keys: ["I"], does: "pip" },
  { keys: ["C"], does: "captions" },
  { keys: ["0 … 9"], does: "percent" },
  { keys: ["<", ">"], does: "speed" },
  { keys: [{ name: "home" }, { name: "end" }], does: "ends" },
  { keys: ["?"], does: "list" },
] as const satisfies { keys: Key[]; does: string }[];

/** What keys do in the dashboard beside what every page does. */
export const DASHBOARD_KEYS = [
  { keys: [{ name: "tab" }], does: "skipLink" },
  { keys: [{ name: "enter" }], does: "search" },
  { keys: [{ name: "enter" }], does: "confirm" },
  { keys: [{ name: "enter" }], does: "tag" },
  { keys: [{ name: "back" }], does: "removeTag" },
  { keys: [{ name: "escape" }], does: "cancel" },
] as const satisfies { keys: Key[]; does: string }[];
