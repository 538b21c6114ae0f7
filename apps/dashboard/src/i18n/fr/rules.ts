import type { texts as en } from "../en/rules.ts";

export const texts: typeof en = {
  errors: {
    config_not_found: "Cette configuration n’existe pas.",
    config_name_taken: "Une configuration porte déjà ce nom.",
    collection_not_found: "Cette collection n’existe pas.",
    collection_name_taken: "Ce nom est peut-être déjà pris.",
    config_key_unknown: "Cette clé est inconnue ou révoquée.",
    config_site_denied: "Cette clé est réservée à d’autres sites.",
    playback_streaming_off: "Cette vidéo n’est pas diffusée.",
    playback_address_denied: "Cette vidéo ne peut pas être regardée depuis ce réseau.",
    playback_country_denied: "Cette vidéo ne peut pas être regardée dans ce pays.",
    playback_vpn_denied: "Cette vidéo ne peut pas être regardée à travers un VPN ou un proxy.",
    playback_website_denied: "Cette vidéo ne peut pas être regardée sur ce site.",
  },
};
