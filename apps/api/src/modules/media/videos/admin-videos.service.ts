import { AppError, type BodyOf, type routes, type VideoView } from "@shoal/contract";
import type { Database } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import { createAdminVideosRepository } from "./admin-videos.repository.ts";
import { videoNotFound } from "./video-row.ts";
import type { VideosService } from "./videos.service.ts";

type AdminVideoChange = BodyOf<typeof routes.updateVideoAsAdmin>;

/** Changes videos of any client for platform administrators (§7, /videosadmin). */
export function createAdminVideosService({
  db,
  videos,
}: {
  db: Database;
  videos: Pick<VideosService, "updateVideo">;
}) {
  const repository = createAdminVideosRepository(db);
  return {
    /**
     * @returns the video and its client.
     * @throws AppError "video_not_found"; "user_not_found" naming `user` if the client has no such user.
     */
    async updateVideo(
      actor: Actor,
      uuid: string,
      { user, ...change }: AdminVideoChange,
    ): Promise<{ video: VideoView; client: { uuid: string; name: string } }> {
      const client = await repository.findClientOf(uuid);
      if (!client) throw videoNotFound();
      const author = user === undefined ? {} : { user_uuid: await findAuthor(client.uuid, user) };
      const video = await videos.updateVideo({ ...actor, clientUuid: client.uuid }, uuid, change, author);
      return { video, client };
    },
  };

  async function findAuthor(clientUuid: string, username: string | null): Promise<string | null> {
    if (username === null) return null;
    const found = await repository.findUser(clientUuid, username);
    if (found) return found.uuid;
    throw new AppError("user_not_found", "The video's client has no such user", [
      { path: "user", reason: "is not a user of the video's client" },
    ]);
  }
}
export type AdminVideosService = ReturnType<typeof createAdminVideosService>;
