import { Skeleton } from "@mantine/core";
import { routes } from "@shoal/contract";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { type CSSProperties, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../lib/session.ts";
import { PLAYER_ALLOWANCES } from "../../../lib/sharing.ts";
import { ErrorState } from "../../ui/states.tsx";

/**
 * The interval, in ms, at which the preview's pass is renewed. Half of its lifetime leaves time for several retries before it expires.
 */
const RENEWAL_INTERVAL_MS = 300_000;
/** The time for which an unused pass is cached, in ms: short enough that a cached pass is never about to expire. */
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
 * Returns the player's URL with a pass in the fragment, which is never sent to a server or logged.
 * @param language the language of the dashboard, which the player uses too.
 */
function previewAddress(address: string, pass: string, language: string): string {
  const url = new URL(address);
  url.searchParams.set("lang", language);
  url.hash = new URLSearchParams({ "owner-pass": pass }).toString();
  return url.href;
}

interface PreviewFrameProps {
  /** The video or scene list that the preview plays. */
  video: { uuid: string; title: string };
  /** The URL of the player's page, with the parameters of the preview. */
  address: string;
  className?: string | undefined;
  style?: CSSProperties;
  /** Called when the player's page has loaded. */
  onLoad?: (frame: HTMLIFrameElement) => void;
}

/**
 * Shows the player for a user of the client. It plays videos that viewers may not watch, shows what viewers would get, and its sessions are
 * not counted. Every player of the dashboard is in such a frame.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { t } = useTranslation();
  const { video, address, className, style } = props;
  const { data, error, refetch } = useQuery(ownerPassQuery(video.uuid));
  // The player restarts for another video or other options, but not for a new pass.
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
    // A new pass changes only the fragment, so playback continues. The player uses the pass at its next renewal.
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
