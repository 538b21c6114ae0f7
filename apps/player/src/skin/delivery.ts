import type { Language } from "../i18n/texts.ts";

/** Shows where each segment comes from, or closes that; its script is loaded when it is first asked for. */
export function toggleDelivery(language: Language): void {
  void import("@shoal/sdk/overlay").then(
    ({ toggleOverlay }) => toggleOverlay({ language, takesFocus: true }),
    // The edge is away: the key may be pressed again.
    () => undefined,
  );
}
