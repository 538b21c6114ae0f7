import { randomUUID } from "node:crypto";
import type { Tx } from "../../../platform/database.ts";
import type { Actor } from "../../accounts/auth/index.ts";
import type { AllLines, Line } from "./archive-lines.ts";
import { type ArrivedKind, createArrivedRowsRepository } from "./arrived-rows.repository.ts";

export type NewUuids = (old: string) => string | undefined;

/** Uuids of before and of now: the same where nothing here has it. */
export async function keepUuids(
  tx: Tx,
  clientUuid: string,
  kind: ArrivedKind,
  lines: readonly { uuid: string }[],
): Promise<NewUuids> {
  const olds = lines.map(({ uuid }) => uuid);
  const taken = await createArrivedRowsRepository(tx, clientUuid).listTaken(kind, olds);
  const news = new Map(olds.map((uuid) => [uuid, taken.has(uuid) ? randomUUID() : uuid]));
  return (old) => news.get(old);
}

/**
 * Writes everything but files, in the transaction that makes the videos.
 * @param videoOf uuids of the videos that come with their files.
 * @returns the uuids of comments' files.
 */
export async function writeArrived(
  tx: Tx,
  actor: Actor,
  lines: AllLines,
  videoOf: NewUuids,
): Promise<NewUuids> {
  const { clientUuid } = actor;
  const rows = createArrivedRowsRepository(tx, clientUuid);
  const people = await rows.listPeople();
  const emails = new Map(lines.users.map(({ uuid, email }) => [uuid, email?.toLowerCase()]));
  const personOf = (old: string | null) => people.get(emails.get(old ?? "") ?? "") ?? null;
  const uuidsOf = (kind: ArrivedKind, of: readonly { uuid: string }[]) => keepUuids(tx, clientUuid, kind, of);

  await rows.completeVideos(
    lines.videos.flatMap(({ uuid: old, user_uuid, chapters, download, starts_at, created_at }) => {
      const uuid = videoOf(old);
      return uuid === undefined
        ? []
        : [{ uuid, chapters, download, starts_at, created_at, user_uuid: personOf(user_uuid) }];
    }),
  );
  const categoryOf = await uuidsOf("categories", lines.categories);
  await rows.addRows(
    "categories",
    lines.categories.map(({ uuid, name }) => ({ uuid: categoryOf(uuid), name })),
  );
  await rows.addCategoriesOf(
    lines["video-categories"].flatMap((each) => {
      const video_uuid = videoOf(each.video_uuid);
      const category_uuid = categoryOf(each.category_uuid);
      return video_uuid && category_uuid ? [{ video_uuid, category_uuid }] : [];
    }),
  );
  const configOf = await uuidsOf("configs", lines.configs);
  await rows.addRows(
    "configs",
    lines.configs.map((each) => ({ ...each, uuid: configOf(each.uuid), key: randomUUID(), revision: 1 })),
  );
  await rows.addRows(
    "video_rules",
    lines["video-rules"].flatMap(({ video_uuid: old, rules, config_uuid }) => {
      const video_uuid = videoOf(old);
      return video_uuid
        ? [{ video_uuid, rules, config_uuid: configOf(config_uuid ?? "") ?? null, revision: 0 }]
        : [];
    }),
  );
  const linkOf = await uuidsOf("exportLinks", lines["export-links"]);
  await rows.addRows(
    "export_links",
    lines["export-links"].flatMap((each) => {
      const video_uuid = videoOf(each.video_uuid);
      return video_uuid ? [{ ...each, uuid: linkOf(each.uuid), video_uuid, views: 0, revision: 1 }] : [];
    }),
  );
  return writeProjects();

  async function writeProjects(): Promise<NewUuids> {
    const projectOf = await uuidsOf("projects", lines.projects);
    await rows.addRows(
      "projects",
      lines.projects.map((each) => {
        const owner = personOf(each.owner_uuid);
        const name = lines.users.find(({ uuid }) => uuid === each.owner_uuid)?.username;
        return {
          ...each,
          uuid: projectOf(each.uuid),
          // Somebody must be able to open it.
          owner_uuid: owner ?? actor.userUuid,
          owner_name: owner && name ? name : actor.username,
          revision: 1,
          last_activity_at: each.modified_at,
        };
      }),
    );
    const inProject = <T extends { project_uuid: string }>(all: readonly T[]) =>
      all.flatMap((each) => {
        const project_uuid = projectOf(each.project_uuid);
        return project_uuid ? [{ ...each, project_uuid }] : [];
      });
    const users = new Map(lines.users.map(({ uuid, username }) => [uuid, username]));
    await rows.addRows(
      "project_collaborators",
      inProject(lines["project-collaborators"]).flatMap((each) => {
        const user_uuid = personOf(each.user_uuid);
        const username = users.get(each.user_uuid ?? "") ?? "";
        return user_uuid ? [{ ...each, uuid: randomUUID(), user_uuid, username }] : [];
      }),
    );
    await rows.addRows(
      "project_versions",
      inProject(lines.versions).map((each) => ({
        ...each,
        publisher_uuid: personOf(each.publisher_uuid),
        // A version outlives its video.
        video_uuid: videoOf(each.video_uuid) ?? each.video_uuid,
      })),
    );
    const commentOf = await writeComments(inProject(lines.comments));
    await rows.addRows(
      "approval_requests",
      inProject(lines.requests).map((each) => ({
        ...each,
        uuid: randomUUID(),
        user_uuid: personOf(each.user_uuid),
        // Nobody is reminded of what was asked elsewhere.
        reminded_before_at: each.asked_at,
        reminded_at: each.asked_at,
      })),
    );
    await rows.addRows(
      "approval_decisions",
      inProject(lines.decisions).map((each) => ({
        ...each,
        uuid: randomUUID(),
        user_uuid: personOf(each.user_uuid) ?? each.user_uuid,
      })),
    );
    const fileOf = await uuidsOf("attachments", lines.attachments);
    await rows.addRows(
      "comment_attachments",
      lines.attachments.flatMap((each) => {
        const comment_uuid = commentOf(each.comment_uuid);
        return comment_uuid ? [{ ...each, uuid: fileOf(each.uuid), comment_uuid, preview_bytes: 0 }] : [];
      }),
    );
    await rows.dropNews(lines.projects.flatMap(({ uuid }) => projectOf(uuid) ?? []));
    return fileOf;
  }

  /** In the order in which they were written, which is that of their project. */
  async function writeComments(comments: readonly Line<"comments">[]): Promise<NewUuids> {
    const commentOf = await uuidsOf("comments", comments);
    const seqs = new Map<string, number>();
    const positions = new Map<string, number>();
    const ordered = comments.toSorted(
      (a, b) =>
        Date.parse(a.created_at) - Date.parse(b.created_at) ||
        Number(a.thread_uuid !== a.uuid) - Number(b.thread_uuid !== b.uuid),
    );
    for (const { uuid, project_uuid } of ordered) {
      const seq = (seqs.get(project_uuid) ?? 0) + 1;
      seqs.set(project_uuid, seq);
      positions.set(uuid, seq);
    }
    const made = ordered.map((each) => {
      // A comment that was deleted leaves its answers, of which each begins a thread.
      const root = positions.has(each.thread_uuid) ? each.thread_uuid : each.uuid;
      return {
        ...each,
        uuid: commentOf(each.uuid),
        thread_uuid: commentOf(root),
        thread_position: positions.get(root),
        position: positions.get(each.uuid),
        seq: positions.get(each.uuid),
        author_uuid: personOf(each.author_uuid),
        mentions: [],
        mention_uuids: [],
        revision: 1,
        was_public: !each.is_internal,
      };
    });
    // Answers refer to what they answer.
    await rows.addRows(
      "comments",
      made.filter(({ uuid, thread_uuid }) => uuid === thread_uuid),
    );
    await rows.addRows(
      "comments",
      made.filter(({ uuid, thread_uuid }) => uuid !== thread_uuid),
    );
    await rows.addRows(
      "comment_seqs",
      [...seqs].map(([project_uuid, seq]) => ({ project_uuid, seq })),
    );
    return commentOf;
  }
}
