import type { ExternalPlatform } from "@shoal/contract";
import { IconBrandFacebook, IconBrandTwitch, IconBrandYoutube, IconServer } from "@tabler/icons-react";

const PLATFORM_ICONS = {
  youtube: IconBrandYoutube,
  facebook: IconBrandFacebook,
  twitch: IconBrandTwitch,
  other: IconServer,
};

/** Shows the icon of a platform next to its name. */
export function PlatformIcon({ platform }: { platform: ExternalPlatform }) {
  const Icon = PLATFORM_ICONS[platform];
  return <Icon size={20} aria-hidden />;
}
