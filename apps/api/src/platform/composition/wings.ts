/**
 * The wings of the api, lowest first; but for the platform, each is a folder of `modules`. A module imports modules of its own wing
 * and of lower ones; what it has to call in an upper one it declares as a need, which a module of that wing provides. `npm run check`
 * enforces it on imports.
 */
export const WINGS = [
  "platform",
  "accounts",
  "media",
  "lives",
  "delivery",
  "insight",
  "billing",
  "projects",
  "developers",
] as const;
export type Wing = (typeof WINGS)[number];
