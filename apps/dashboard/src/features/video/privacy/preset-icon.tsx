import { IconBuilding, IconEyeOff, IconKey, IconLock, IconWorld, IconWorldCheck } from "@tabler/icons-react";
import type { PrivacyPreset } from "./privacy.ts";

const PRESET_ICONS = {
  public: IconWorld,
  password: IconLock,
  sites: IconWorldCheck,
  organisation: IconBuilding,
  token: IconKey,
  nobody: IconEyeOff,
} as const;

export function PresetIcon({ preset }: { preset: PrivacyPreset }) {
  const Icon = PRESET_ICONS[preset];
  return <Icon size={22} aria-hidden style={{ flex: "none" }} />;
}
