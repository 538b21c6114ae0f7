import type { IncomingMessage, ServerResponse } from "node:http";

interface PeerTubeVideo {
  uuid: string;
  name: string;
  isLive?: boolean;
}

export interface PeerTubeServer {
  /** The responses that replace the normal ones once each, by path and page start. */
  troubles: Map<string, { status: number; headers?: Record<string, string> }[]>;
  requestedPaths: string[];
  /** The videos by channel. */
  channels: Map<string, PeerTubeVideo[]>;
  answer(request: IncomingMessage, response: ServerResponse): void;
}

export const peerTubeUuid = (channel: number, place: number) =>
  `00000000-0000-4000-8000-${String(channel * 1_000_000 + place).padStart(12, "0")}`;

/** Creates the part of a PeerTube server that an import uses. @param fileUrl the URL of the file that every video has. */
export function createPeerTubeServer(fileUrl: string): PeerTubeServer {
  const server: PeerTubeServer = {
    troubles: new Map(),
    requestedPaths: [],
    channels: new Map(),
    answer(request, response) {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://peertube.example");
      const path = `${pathname}${searchParams.has("start") ? `?${searchParams.get("start")}` : ""}`;
      server.requestedPaths.push(path);
      const trouble = server.troubles.get(path)?.shift();
      if (trouble) {
        response.writeHead(trouble.status, trouble.headers).end();
        return;
      }
      const json = (value: unknown) => response.end(JSON.stringify(value));
      const [, uuid = "", part] = /^\/api\/v1\/videos\/([^/]+)(?:\/(\w+))?$/.exec(pathname) ?? [];
      const video = [...server.channels.values()].flat().find((each) => each.uuid === uuid);
      const videos = server.channels.get(
        /^\/api\/v1\/video-channels\/([^/]+)\/videos$/.exec(pathname)?.[1] ?? "",
      );
      if (videos) {
        const start = Number(searchParams.get("start"));
        const count = Number(searchParams.get("count"));
        json({ total: videos.length, data: videos.slice(start, start + count) });
      } else if (!video) response.writeHead(404).end();
      else if (part === "captions")
        json({ total: 1, data: [{ language: { id: "fr", label: "Français" }, captionPath: "/fr.vtt" }] });
      else if (part === "chapters") json({ chapters: [{ timecode: 0, title: "Start" }] });
      else
        json({
          name: `${video.name} in full`,
          description: "About the sea",
          tags: ["sea"],
          files: [{ id: 1, resolution: { id: 720 }, fileUrl, hasAudio: true, hasVideo: true }],
        });
    },
  };
  return server;
}
