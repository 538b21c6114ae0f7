import type { ShoalAttachment } from "./shoal.d.ts";

/**
 * Asks the viewer for consent over an attached player, unless they have answered. The plugin does so automatically if the
 * rules require it and the page passes no `consent`. Takes effect once per player, and only if the rules ask for consent.
 */
export declare function askConsent(player: ShoalAttachment): void;
