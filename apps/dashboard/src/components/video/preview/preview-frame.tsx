import { Skeleton } from "@mantine/core";
import { routes } from "@shoal/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/session.ts";
import { PLAYER_ALLOWANCES } from "../../../lib/sharing.ts";
import { ErrorState } from "../../ui/states.tsx";

/**
 * Interval in ms at which the pass is renewed: half of its lifetime, so that several retries are possible before it
 * expires.
 */
const RENEWAL_INTERVAL_MS = 300_000;
/** How long an unused pass is cached, in ms, so that it is not used near its expiry. */
const PASS_CACHE_TTL_MS = 60_000;

/** Query for the pass for previewing the video, renewed while the page is open. */
export const ownerPassQuery = (uuid: string) =>
  queryOptions({
    queryKey: ["owner-pass", uuid],
    queryFn: ({ signal }) => call(routes.getOwnerPass, { params: { id: uuid } }, { signal }),
    staleTime: RENEWAL_INTERVAL_MS,
    gcTime: PASS_CACHE_TTL_MS,
    // Players in background tabs keep playing and need a valid pass.
    refetchInterval: RENEWAL_INTERVAL_MS,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: true,
  });

/**
 * Returns the player's URL with a pass in the fragment, which reaches no server and no log.
 * @param language the language of the dashboard, which the player uses too.
 */
function previewAddress(address: string, pass: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set("lang", language);
  url.hash = new URLSearchParams({ "owner-pass": pass }).toString();
  return url.href;
}

interface PreviewFrameProps {
  /** What the preview plays: a video or a scene list. */
  video: { uuid: string; title: string };
  /** The URL of the player's page, with the parameters of the preview. */
  address: string;
  className?: string | undefined;
  style?: CSSProperties;
  /** Called when the player's page has loaded. */
  onLoad?: (frame: HTMLIFrameElement) => void;
}

/**
 * Shows the player as a user of the client sees it: it plays videos that viewers may not watch, shows what viewers would get, and is not
 * counted. Every player of the dashboard is in such a frame.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { t } = useTranslation();
  const { video, address, className, style } = props;
  const { data, error, refetch } = useQuery(ownerPassQuery(video.uuid));
  // Another video or other options restart the player; another pass must not restart it.
  if (data) return <Frame key={address} {...props} pass={data.pass} />;
  if (error) return <ErrorState error={error} onRetry={refetch} />;
  return <Skeleton className={className} style={style} role="status" aria-label={t("app.loading")} />;
}

function Frame({ video, address, className, style, onLoad, pass }: PreviewFrameProps & { pass: string }) {
  const { i18n } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const wanted = previewAddress(address, pass, i18n.language);
  const [first] = useState(wanted);
  const [given, setGiven] = useState(first);
  useEffect(() => {
    if (wanted === given) return;
    // Only the fragment changes: playback continues, and the player uses the pass at its next renewal.
    frame.current?.contentWindow?.location.replace(wanted);
    setGiven(wanted);
  }, [wanted, given]);
  return (
    <iframe
      ref={frame}
      src={first}
      title={video.title}
      allow={PLAYER_ALLOWANCES}
      className={className}
      style={style}
      onLoad={(event) => onLoad?.(event.currentTarget)}
    />
  );
}
