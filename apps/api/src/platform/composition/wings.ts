/**
 * The layers of the api, its wings, lowest first; except for the platform, each is a folder of `modules`. A module imports only
 * from its own and lower wings. If it must call an upper wing, it declares a need, and a module of that wing provides it. `npm run
 * check` enforces this.
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
