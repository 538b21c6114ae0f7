import type { texts as en } from "../en/rules.ts";

export const texts: typeof en = {
  errors: {
    config_not_found: "Cette config n’existe pas.",
    config_name_taken: "Une config porte déjà ce nom.",
    collection_not_found: "Cette collection n’existe pas.",
    collection_name_taken: "Ce nom est peut-être déjà pris.",
    config_key_unknown: "Cette clé est inconnue ou révoquée.",
    config_site_denied: "Cette clé est réservée à d’autres sites web.",
    streaming_key_not_found: "Cette clé de jetons n’existe pas.",
    streaming_keys_too_many: "Vous avez déjà deux clés de jetons. Supprimez-en une d’abord.",
    playback_streaming_off: "La diffusion de cette vidéo est désactivée.",
    playback_address_denied: "Cette vidéo n’est pas disponible sur ce réseau.",
    playback_country_denied: "Cette vidéo n’est pas disponible dans ce pays.",
    playback_vpn_denied: "Cette vidéo n’est pas disponible via un VPN ou un proxy.",
    playback_website_denied: "Cette vidéo n’est pas disponible sur ce site web.",
    playback_subdomain_denied: "Cette vidéo n’est pas disponible sur ce sous-domaine.",
    playback_authorization_required: "Cette vidéo nécessite un jeton de son propriétaire.",
    playback_authorization_invalid: "Le jeton de cette vidéo n’est pas valide ici.",
    playback_suspended: "La lecture est suspendue\u00a0: le budget de ce mois est épuisé.",
  },
};
