import { joinFeatures, type RouteEntry as RouteOf } from "../composition/join-features.ts";
import { FEATURES, type ScreenName } from "../features.ts";

/** The contributions of all features, joined into one list of each kind. */
export const FEATURE_CONTRIBUTIONS = joinFeatures<ScreenName>(FEATURES);

export type RouteEntry = RouteOf<ScreenName>;

/** Every route of the product with its guard (§2). The router itself handles "/" and unknown paths. */
export const ROUTES: readonly RouteEntry[] = FEATURE_CONTRIBUTIONS.routes;
