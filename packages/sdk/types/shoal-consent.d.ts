import type { ShoalAttachment } from "./shoal.d.ts";

/**
 * Asks the viewer over the picture of an attached player, unless he has answered; the plugin does so by itself where the rules
 * say so and the page gives no `consent`. Of effect once for each player, and only where the rules ask for consent.
 */
export declare function askConsent(player: ShoalAttachment): void;
