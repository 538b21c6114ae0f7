import { lazy, Suspense } from "react";
import type { RulesWindowProps } from "./rules-window.tsx";

const LoadedRulesWindow = lazy(async () => ({ default: (await import("./rules-window.tsx")).RulesWindow }));

/** The window of the delivery rules, whose code and texts are loaded when it is first opened. */
export function LazyRulesWindow(props: RulesWindowProps) {
  return (
    <Suspense>
      <LoadedRulesWindow {...props} />
    </Suspense>
  );
}
