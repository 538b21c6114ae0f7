import { Skeleton, Text } from "@mantine/core";
import { routes } from "@shoal/contract";
import { IconMovie } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { CHAT_KEY } from "../../../lib/list-keys.ts";
import { call } from "../../../lib/session.ts";
import { useConversation } from "../conversation/open-conversation.ts";
import {
  frameAddress,
  hasTimes,
  type InternalLink,
  internalLinksIn,
  type NamedTime,
  videoAddress,
} from "./internal-links.ts";
import classes from "./linked-text.module.css";
import { MessageText } from "./message-text.tsx";

interface LinkedTextProps {
  text: string;
  mentions: readonly string[];
  me: string | undefined;
}

const STALE_TIME_MS = 5 * 60_000;

/**
 * Shows the text of a message. Linked videos and projects of this dashboard are previewed below. Times link to the first of them, or to the
 * project of the room.
 */
export function LinkedText({ text, mentions, me }: LinkedTextProps) {
  const { room } = useConversation();
  const places = useMemo(
    () => internalLinksIn(text, `${window.location.origin}${window.location.pathname}`),
    [text],
  );
  const [first] = places;
  const isTimed = hasTimes(text) && (first !== undefined || room.project !== null);
  return (
    <>
      {isTimed ? (
        <TimedText text={text} mentions={mentions} me={me} place={first} project={room.project} />
      ) : (
        <MessageText text={text} mentions={mentions} me={me} />
      )}
      {places.map((place) => (
        <LinkPreview key={`${place.kind} ${place.uuid}`} place={place} />
      ))}
    </>
  );
}

interface TimedTextProps extends LinkedTextProps {
  place: InternalLink | undefined;
  project: string | null;
}

/**
 * Shows a text that contains times. Texts without times are far more common and do not need the data of a version, so another component
 * shows them.
 */
function TimedText({ place, project, ...text }: TimedTextProps) {
  return <MessageText {...text} addressOfTime={useAddressOfTime(place, project)} />;
}

function useAddressOfTime(place: InternalLink | undefined, project: string | null) {
  const uuid = place?.kind === "video" ? undefined : (place?.uuid ?? project ?? undefined);
  const number = place?.kind === "project" ? place.version : undefined;
  const { data: version } = useQuery({
    queryKey: [CHAT_KEY, "version", uuid, number],
    queryFn: ({ signal }) =>
      number === undefined
        ? call(routes.getLatestVersion, { params: { id: uuid ?? "" } }, { signal })
        : call(routes.getVersion, { params: { id: uuid ?? "", n: number } }, { signal }),
    enabled: uuid !== undefined,
    staleTime: STALE_TIME_MS,
    retry: false,
  });
  return useMemo(() => {
    if (place?.kind === "video") return (time: NamedTime) => videoAddress(place.uuid, time);
    const frames = version?.video.frames;
    if (!uuid || !version || !frames) return undefined;
    return (time: NamedTime) => frameAddress(uuid, version.number, frames, time);
  }, [place, uuid, version]);
}

/** Previews a video or project. Without access, only the link is shown. */
function LinkPreview({ place }: { place: InternalLink }) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery({
    queryKey: [CHAT_KEY, "preview", place.kind, place.uuid],
    queryFn: async ({ signal }) => {
      const params = { id: place.uuid };
      if (place.kind === "video") {
        const { title, manifest } = await call(routes.getVideo, { params }, { signal });
        return { title, picture: manifest.thumbnail };
      }
      const { name, thumbnail } = await call(routes.getProject, { params }, { signal });
      return { title: name, picture: thumbnail };
    },
    staleTime: STALE_TIME_MS,
    retry: false,
  });
  if (isPending) return <Skeleton className={classes.preview} />;
  if (!data) return null;
  return (
    <Link
      className={classes.preview}
      to={place.kind === "video" ? `/player/${place.uuid}` : `/vireed/${place.uuid}/${place.version}`}
    >
      {data.picture ? (
        <img src={data.picture} alt="" loading="lazy" decoding="async" className={classes.picture} />
      ) : (
        <span className={classes.picture}>
          <IconMovie size={20} aria-hidden />
        </span>
      )}
      <span className={classes.words}>
        <Text span size="sm" fw={600} truncate dir="auto">
          {data.title}
        </Text>
        <Text span size="xs" c="dimmed">
          {t(place.kind === "video" ? "chat.previewVideo" : "chat.previewProject")}
        </Text>
      </span>
    </Link>
  );
}
