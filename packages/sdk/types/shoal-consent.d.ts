import type { ShoalAttachment } from "./shoal.d.ts";

/**
 * Asks the viewer on top of an attached player, unless they have answered; the plugin does so automatically
 * where the rules require it and the page passes no `consent`. Takes effect once per player, and only where
 * the rules ask for consent.
 */
export declare function askConsent(player: ShoalAttachment): void;
