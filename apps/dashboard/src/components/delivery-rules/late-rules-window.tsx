import { lazy, Suspense } from "react";
import { loadTexts } from "../../i18n/index.ts";
import type { RulesWindowProps } from "./rules-window.tsx";

const Window = lazy(async () => {
  const parts = [
    import("./rules-window.tsx"),
    loadTexts("deliveryRules", "accessSimulator", "dates", "manage", "clients"),
  ] as const;
  const [module] = await Promise.all(parts);
  return { default: module.RulesWindow };
});

/** The window of the delivery rules; its program and texts are fetched when it is first opened. */
export function LateRulesWindow(props: RulesWindowProps) {
  return (
    <Suspense>
      <Window {...props} />
    </Suspense>
  );
}
