import { useComputedColorScheme } from "@mantine/core";
import { formatMegabytes } from "@shoal/domain";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useViewedClient } from "../../lib/client-view.ts";
import { browserZone } from "../../lib/dates.ts";
import { parseDevice } from "../../lib/device.ts";
import { translateFigure } from "../../lib/figures.ts";
import { meQuery } from "../../lib/queries.ts";
import { listRecentErrors } from "../../lib/recent-errors.ts";
import { settingsQuery } from "../../lib/settings.ts";
import type { ReportFact, ReportSection } from "./report.ts";

/** The media formats that the platform's players use, by their common names. */
const MEDIA_FORMATS: readonly [name: string, type: string][] = [
  ["H.264", 'video/mp4; codecs="avc1.640028"'],
  ["H.264 4K", 'video/mp4; codecs="avc1.640033"'],
  ["HEVC", 'video/mp4; codecs="hvc1.1.6.L123.B0"'],
  ["HEVC 10 bit", 'video/mp4; codecs="hvc1.2.4.L123.B0"'],
  ["VP9", 'video/mp4; codecs="vp09.00.40.08"'],
  ["VP9 WebM", 'video/webm; codecs="vp9"'],
  ["AV1", 'video/mp4; codecs="av01.0.08M.08"'],
  ["AAC", 'audio/mp4; codecs="mp4a.40.2"'],
  ["HE-AAC", 'audio/mp4; codecs="mp4a.40.5"'],
  ["Opus", 'audio/mp4; codecs="opus"'],
  ["Opus WebM", 'audio/webm; codecs="opus"'],
  ["AC-3", 'audio/mp4; codecs="ac-3"'],
  ["E-AC-3", 'audio/mp4; codecs="ec-3"'],
  ["FLAC", 'audio/mp4; codecs="flac"'],
];
const HLS_MEDIA_TYPE = "application/vnd.apple.mpegurl";

interface MediaSourceClass {
  isTypeSupported(type: string): boolean;
}
type MediaSourceName = "MediaSource" | "ManagedMediaSource";

/** Lists each format and whether this browser plays it through Media Source Extensions. Native HLS comes last. */
function listFormats(): [name: string, isPlayed: boolean][] {
  const source = findMediaSource();
  const played = MEDIA_FORMATS.map(([name, type]): [string, boolean] => [
    name,
    source?.isTypeSupported(type) ?? false,
  ]);
  const hasHls = document.createElement("video").canPlayType(HLS_MEDIA_TYPE) !== "";
  return [["Media Source Extensions", source !== undefined], ...played, ["HLS (native)", hasHls]];
}

/** Finds the browser's class for media sources, which is ManagedMediaSource on iPhones. */
function findMediaSource(): MediaSourceClass | undefined {
  const scope = window as unknown as Partial<Record<MediaSourceName, MediaSourceClass>>;
  return scope.MediaSource ?? scope.ManagedMediaSource;
}

const BYTES_PER_MB = 1e6;

/** Properties of `navigator` that only some browsers have. */
interface ExtendedNavigator {
  deviceMemory?: number;
  connection?: { effectiveType?: string };
}

/** Returns all facts except the connections. They contain no secrets: neither the credential nor the key of a link. */
export function useReport(): ReportSection[] {
  const { t } = useTranslation();
  return [
    { title: t("debug.sections.app"), facts: useAppFacts() },
    { title: t("debug.sections.browser"), facts: useBrowserFacts() },
    { title: t("debug.sections.device"), facts: useDeviceFacts() },
    { title: t("debug.sections.session"), facts: useSessionFacts() },
    { title: t("debug.sections.codecs"), facts: useFormatFacts() },
    { title: t("debug.sections.errors"), facts: useErrorFacts() },
  ];
}

const useYesNo = () => {
  const { t } = useTranslation();
  return (is: boolean | undefined) => t(is === undefined ? "debug.unknown" : is ? "debug.yes" : "debug.no");
};

function useAppFacts(): ReportFact[] {
  const { t, i18n } = useTranslation();
  const version = useQuery(settingsQuery).data?.version ?? t("debug.unknown");
  const [time] = useState(() => new Date().toISOString());
  return [
    { name: t("debug.names.version"), value: version },
    { name: t("debug.names.origin"), value: location.origin },
    { name: t("debug.names.language"), value: i18n.language.toUpperCase() },
    { name: t("debug.names.time"), value: time },
  ];
}

function useBrowserFacts(): ReportFact[] {
  const { t, i18n } = useTranslation();
  const yesNo = useYesNo();
  const { userAgent, languages, onLine, storage } = navigator;
  const { connection } = navigator as ExtendedNavigator;
  const { browser, system } = parseDevice(userAgent);
  const kept = useQuery({
    queryKey: ["debug", "storage"],
    gcTime: 0,
    retry: false,
    // Browsers provide no storage estimate outside of a secure context.
    queryFn: async () => ({ ...(await storage?.estimate()), isPersisted: await storage?.persisted() }),
  }).data;
  const size = (bytes: number) => translateFigure(formatMegabytes(bytes / BYTES_PER_MB), i18n.language);
  const used =
    kept?.quota === undefined
      ? t("debug.unknown")
      : t("debug.values.storage", { used: size(kept.usage ?? 0), quota: size(kept.quota) });
  return [
    { name: t("debug.names.browser"), value: [browser, system].filter(Boolean).join(" · ") },
    { name: t("debug.names.userAgent"), value: userAgent },
    { name: t("debug.names.languages"), value: languages.join(", ") },
    { name: t("debug.names.online"), value: yesNo(onLine) },
    { name: t("debug.names.network"), value: connection?.effectiveType ?? t("debug.unknown") },
    { name: t("debug.names.storage"), value: used },
    { name: t("debug.names.persisted"), value: yesNo(kept?.isPersisted) },
  ];
}

function useDeviceFacts(): ReportFact[] {
  const { t } = useTranslation();
  const scheme = useComputedColorScheme("light");
  const { hardwareConcurrency, maxTouchPoints } = navigator;
  const { deviceMemory } = navigator as ExtendedNavigator;
  const { width, height } = screen;
  const resolution = t("debug.values.density", { width, height, density: devicePixelRatio });
  const inside = t("debug.values.pixels", { width: innerWidth, height: innerHeight });
  return [
    { name: t("debug.names.resolution"), value: resolution },
    { name: t("debug.names.window"), value: inside },
    { name: t("debug.names.colours"), value: t(`debug.values.${scheme}`) },
    { name: t("debug.names.timeZone"), value: browserZone() },
    { name: t("debug.names.cores"), value: String(hardwareConcurrency) },
    {
      name: t("debug.names.memory"),
      value: deviceMemory ? t("debug.values.memory", { size: deviceMemory }) : t("debug.unknown"),
    },
    { name: t("debug.names.touch"), value: String(maxTouchPoints) },
  ];
}

function useSessionFacts(): ReportFact[] {
  const { t } = useTranslation();
  const yesNo = useYesNo();
  const { data: user } = useQuery(meQuery);
  const viewed = useViewedClient();
  const signedIn = {
    name: t("debug.names.signedIn"),
    value: yesNo(user === undefined ? undefined : user !== null),
  };
  if (!user) return [signedIn];
  const [client] = user.client_infos;
  return [
    signedIn,
    { name: t("debug.names.username"), value: user.username },
    { name: t("debug.names.user"), value: user.uuid },
    { name: t("debug.names.roles"), value: user.roles.join(", ") || "–" },
    {
      name: t("debug.names.client"),
      value: client ? `${client.clientname} (${client.type}) ${client.uuid}` : "–",
    },
    { name: t("debug.names.viewed"), value: viewed?.name ?? "–" },
    { name: t("debug.names.twoFactor"), value: yesNo(user.twoFactor) },
  ];
}

function useFormatFacts(): ReportFact[] {
  const yesNo = useYesNo();
  const [formats] = useState(listFormats);
  return formats.map(([name, isPlayed]) => ({ name, value: yesNo(isPlayed), isGood: isPlayed || undefined }));
}

function useErrorFacts(): ReportFact[] {
  const { t } = useTranslation();
  const errors = listRecentErrors();
  if (errors.length === 0) return [{ name: "", value: t("debug.noErrors") }];
  return errors.map(({ at, screen: place, text }) => ({ name: at, value: `/${place} · ${text}` }));
}
