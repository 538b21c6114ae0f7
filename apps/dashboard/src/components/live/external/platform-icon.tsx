import type { ExternalPlatform } from "@shoal/contract";
import { IconBrandFacebook, IconBrandTwitch, IconBrandYoutube, IconServer } from "@tabler/icons-react";

const ICONS = {
  youtube: IconBrandYoutube,
  facebook: IconBrandFacebook,
  twitch: IconBrandTwitch,
  other: IconServer,
};

/** The sign of a platform, beside its name. */
export function PlatformIcon({ platform }: { platform: ExternalPlatform }) {
  const Icon = ICONS[platform];
  return <Icon size={20} aria-hidden />;
}
