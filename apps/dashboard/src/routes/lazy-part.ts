import { type ComponentType, lazy } from "react";
import { waitUntilIdle } from "../lib/wait-until-idle.ts";

/**
 * Returns a small part of the frame around every page. It is loaded once the browser is idle, so that it does not delay the page's
 * content. If its code cannot be loaded, for example without a network, nothing is shown.
 */
export const lazyPart = (load: () => Promise<ComponentType>) =>
  lazy(() =>
    waitUntilIdle()
      .then(load)
      .then(
        (Part): { default: ComponentType } => ({ default: Part }),
        () => ({ default: () => null }),
      ),
  );
