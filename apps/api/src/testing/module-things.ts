import { commentThings } from "../modules/projects/annotations/testing/things.ts";
import { projectThings } from "../modules/projects/projects/testing/things.ts";
import { reviewLinkThings } from "../modules/projects/review-links/testing/things.ts";
import { teamThings } from "../modules/projects/teams/testing/things.ts";
import type { ModuleThings } from "./things.ts";

/** What modules tell of their things by themselves; `npm run new:module` adds to it. */
export const MODULE_THINGS: readonly ModuleThings[] = [
  teamThings,
  projectThings,
  commentThings,
  reviewLinkThings,
];
