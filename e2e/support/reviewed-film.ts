import { routes } from "@shoal/contract";
import { H264, makeClip, testPicture, testTone } from "@shoal/testkit";
import { afterAll, beforeAll, beforeEach, inject } from "vitest";
import { type OpenDatabase, openDatabase } from "../../apps/api/src/platform/database.ts";
import { addVideo } from "../../apps/api/src/testing/video-harness.ts";
import { uploadFile, waitForVideo } from "../../harness/account.ts";
import { addTenant, type TenantUser, useAdministrator } from "./tenants.ts";

/** The users of the running test. */
export interface ProjectPeople {
  readonly owner: TenantUser;
  /** An editor of the same client. */
  readonly friend: TenantUser;
  /** Adds a video without media that belongs to the owner. @returns the video's uuid. */
  addVideo(title: string): Promise<string>;
}

/** Gives each test its own client with projects and two users. Must be called at the top of a test file. */
export function useProjectPeople(): ProjectPeople {
  let database: OpenDatabase;
  let people: { owner: TenantUser; friend: TenantUser };
  beforeAll(() => {
    database = openDatabase(inject("platform").databaseUrl, 2);
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    const tenant = await addTenant(["manager"]);
    await database.db.updateTable("clients").set({ vireed: true }).where("uuid", "=", tenant.uuid).execute();
    people = { owner: tenant.user, friend: await tenant.addUser(["editor"]) };
  });
  return {
    get owner() {
      return people.owner;
    },
    get friend() {
      return people.friend;
    },
    addVideo: (title) => addVideo({ database }, people.owner, { title }),
  };
}

export interface ReviewedFilm extends ProjectPeople {
  /** The uuid of the project. */
  readonly project: string;
  comment(wanted: { text: string; frame: number; isInternal?: boolean }): ReturnType<typeof addComment>;
}

/** The length of the clip. It has 25 frames per second and audio. */
const CLIP_DURATION_SEC = 8;

/**
 * Does the same as `useProjectPeople`, and adds the project "Harbour film" with a playable version. The friend has the viewer role
 * in it.
 */
export function useReviewedFilm(): ReviewedFilm {
  const people = useProjectPeople();
  let clip: Buffer;
  let project: string;
  beforeAll(async () => {
    clip = await makeClip("film.mp4", [
      ...testPicture({ durationSec: CLIP_DURATION_SEC }),
      ...testTone(CLIP_DURATION_SEC),
      ...H264,
      "-c:a",
      "aac",
    ]);
  });
  beforeEach(async () => {
    const { owner, friend } = people;
    const account = { ...useAdministrator(), ...owner };
    const video = await uploadFile(account, "First cut", clip);
    await waitForVideo(account, video, ({ playable }) => playable === true);
    const collabs = [{ username: friend.username, role: "viewer" as const }];
    ({ uuid: project } = await owner.call(routes.createProject, {
      body: { name: "Harbour film", uuid: video, collabs },
    }));
  });
  return {
    get owner() {
      return people.owner;
    },
    get friend() {
      return people.friend;
    },
    get project() {
      return project;
    },
    addVideo: people.addVideo,
    comment: (wanted) => addComment(people.owner, project, wanted),
  };
}

const addComment = (
  owner: TenantUser,
  project: string,
  wanted: { text: string; frame: number; isInternal?: boolean },
) =>
  owner.call(routes.createComment, {
    params: { id: project, n: "1" },
    body: { uuid: crypto.randomUUID(), ...wanted },
  });
