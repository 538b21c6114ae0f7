export const texts = {
  errors: {
    config_not_found: "This config does not exist.",
    config_name_taken: "A config has this name already.",
    collection_not_found: "This collection does not exist.",
    collection_name_taken: "The name might be already taken.",
    config_key_unknown: "This key is unknown or revoked.",
    config_site_denied: "This key is for other websites.",
    playback_streaming_off: "This video is not streamed.",
    playback_address_denied: "This video may not be watched from this network.",
    playback_country_denied: "This video may not be watched in this country.",
    playback_vpn_denied: "This video may not be watched through a VPN or a proxy.",
    playback_website_denied: "This video may not be watched on this website.",
  },
};
