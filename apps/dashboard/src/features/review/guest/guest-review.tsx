import { Button, Group, Text, Title } from "@mantine/core";
import {
  type ApiCall,
  GUEST_HEADER,
  type GuestReview,
  type ProjectView,
  routes,
  type VersionView,
} from "@shoal/contract";
import { IconLogout } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { usePageTitle } from "../../../components/ui/page-title.ts";
import { Preferences } from "../../../components/ui/preferences.tsx";
import { ErrorState, PageSkeleton } from "../../../components/ui/states.tsx";
import { formatDateTime } from "../../../lib/dates.ts";
import { createCommentFiles } from "../files/comment-files.ts";
import type { Review } from "../player/frame-player.types.ts";
import { ReviewScreen, useLinkedPlace, useVersionPlayer } from "../review.tsx";
import classes from "./guest.module.css";
import { createGuestCall } from "./guest-calls.ts";
import { GuestDownloads } from "./guest-downloads.tsx";
import { useGuestSocket } from "./use-guest-socket.ts";

interface GuestReviewPageProps {
  linkKey: string;
  token: string;
  /** Called when the link no longer admits the guest. */
  onEnded: () => void;
  /** Called when the guest leaves. */
  onLeft: () => void;
}

/** The polling interval without a socket, in ms. With a socket, the server notifies the page immediately when the link ends. */
const POLL_INTERVAL_MS = 3_000;
const CONNECTED_POLL_INTERVAL_MS = 15_000;
/** The interval at which the preview's pass is renewed, in ms: half of the pass's lifetime. */
const PASS_RENEWAL_INTERVAL_MS = 300_000;

/** The review page for a person without an account, limited to what the link allows. */
export function GuestReviewPage({ linkKey, token, onEnded, onLeft }: GuestReviewPageProps) {
  const call = useMemo(() => createGuestCall(token, onEnded), [token, onEnded]);
  const ask = useRef<() => unknown>(undefined);
  const files = useMemo(() => {
    const headers = () => ({ [GUEST_HEADER]: token, "accept-language": i18next.language });
    return createCommentFiles({ headers, isGuest: true });
  }, [token]);
  const isConnected = useGuestSocket(
    token,
    useCallback(() => void ask.current?.(), []),
  );
  const { data, error, refetch } = useQuery({
    queryKey: ["guestReview", token],
    queryFn: ({ signal }) => call(routes.getGuestReview, {}, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isConnected ? CONNECTED_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
    refetchIntervalInBackground: true,
    retry: false,
  });
  ask.current = refetch;
  const leave = () => {
    // Ignores failures, because the browser must forget the session even if the server cannot be reached.
    call(routes.leaveReview, {}).catch(() => undefined);
    onLeft();
  };
  if (error && !data)
    return (
      <main className={classes.inside}>
        <ErrorState error={error} onRetry={refetch} />
      </main>
    );
  if (!data)
    return (
      <main className={classes.inside}>
        <PageSkeleton />
      </main>
    );
  return (
    <main className={classes.inside}>
      <GuestHeader call={call} shown={data} onLeave={leave} />
      <GuestContent
        key={`${data.version.number} ${data.version.video.uuid}`}
        call={call}
        files={files}
        shown={data}
        linkKey={linkKey}
      />
    </main>
  );
}

interface PartProps {
  call: ApiCall;
  shown: GuestReview;
}

function GuestHeader({ call, shown, onLeave }: PartProps & { onLeave: () => void }) {
  const { t } = useTranslation();
  const { project, version, guest, endsAt } = shown;
  usePageTitle(project.name);
  return (
    <header className={classes.head}>
      <div className={classes.title}>
        <Title order={1} size="h3">
          {project.name}
        </Title>
        <Text size="sm" c="dimmed">
          {[
            t("guestReview.version", { number: version.number }),
            t("guestReview.asGuest", { name: guest.name }),
            ...(endsAt === null ? [] : [t("guestReview.endsAt", { date: formatDateTime(endsAt) })]),
          ].join(" · ")}
        </Text>
      </div>
      <Group gap="xs">
        {shown.mayDownload && version.video.state === "playable" && (
          // A menu that is open when the version changes is closed, because its files are those of the previous one.
          <GuestDownloads
            key={`${version.number} ${version.video.uuid}`}
            call={call}
            guestUuid={guest.uuid}
            number={version.number}
            videoUuid={version.video.uuid}
          />
        )}
        <Button variant="default" leftSection={<IconLogout size={17} />} onClick={onLeave}>
          {t("guestReview.leave")}
        </Button>
        <Preferences />
      </Group>
    </header>
  );
}

function GuestContent({
  call,
  files,
  shown,
  linkKey,
}: PartProps & Pick<Review, "files"> & { linkKey: string }) {
  const linked = useLinkedPlace();
  const { mayComment, watermark, guest } = shown;
  // Compares responses by content, because each response is a new object.
  const known = JSON.stringify([shown.project, shown.version]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the serialised text represents both values
  const [project, version] = useMemo(() => [buildProject(shown), versionOf(shown)] as const, [known]);
  const isPlayable = version.video.state === "playable";
  const pass = useQuery({
    queryKey: ["guestPass", guest.uuid, version.uuidVideo],
    enabled: isPlayable,
    queryFn: ({ signal }) => call(routes.getGuestPass, { params: { n: String(version.number) } }, { signal }),
    staleTime: PASS_RENEWAL_INTERVAL_MS,
    refetchInterval: PASS_RENEWAL_INTERVAL_MS,
    refetchIntervalInBackground: true,
  });
  const lastPass = useRef<string>(undefined);
  lastPass.current = pass.data?.pass;
  const player = useVersionPlayer(version, lastPass);
  const review = useMemo<Review>(
    () => ({
      project,
      version,
      versions: [version],
      player,
      may: (action) => action === "comment" && mayComment,
      author: guest.name,
      linked,
      call,
      files,
      guest: {
        watermark,
        addressOf: (comment) =>
          `${location.origin}${location.pathname}#/review/${linkKey}?comment=${comment}`,
      },
    }),
    [project, version, player, mayComment, guest.name, linked, call, files, watermark, linkKey],
  );
  useEffect(() => () => player.pause(), [player]);
  return (
    <ReviewScreen
      review={review}
      player={player}
      hasPass={pass.data !== undefined}
      error={pass.error}
      onRetry={pass.refetch}
    >
      {version.description && <Text className={classes.title}>{version.description}</Text>}
    </ReviewScreen>
  );
}

/** Returns the project in the form that the page's components expect. Values that guests do not receive are empty. */
const buildProject = ({ project, version }: GuestReview): ProjectView => ({
  ...project,
  description: "",
  owner: "",
  role: "viewer",
  status: "open",
  currentVersion: version.number,
  versionCount: 1,
  openCommentCount: 0,
  uuidVideo: version.video.uuid,
  thumbnail: null,
  createdAt: version.createdDate,
  lastActivityAt: version.createdDate,
  lastModifyAt: version.createdDate,
  collabs: [],
  teams: [],
  teamRoles: [],
  revision: 1,
});

/** Returns the guest's version in the form that the review page uses. */
const versionOf = ({ version }: GuestReview): VersionView => ({
  ...version,
  publisher: "",
  uuidVideo: version.video.uuid,
  kind: "upload",
  isCurrent: true,
  video: {
    ...version.video,
    encodingStatus: null,
    encodingPercent: 0,
    uploadingPercent: 0,
    isLocked: false,
    thumbnail: null,
  },
});
