import { randomUUID } from "node:crypto";
import type { ArchiveLine } from "./archive-lines.ts";
import type { WriteContext } from "./arrived.types.ts";
import type { ArrivedUuids } from "./arrived-uuids.ts";

/** Writes projects with their versions, comments, requests and decisions. Existing objects are unchanged. */
export async function writeProjects(
  writing: WriteContext,
): Promise<{ projectOf: ArrivedUuids; attachmentOf: ArrivedUuids; commentCount: number }> {
  const { actor, lines, rows, videoOf, personOf, uuidsOf } = writing;
  const projectOf = await uuidsOf("projects", lines.projects);
  const added = lines.projects.filter(({ uuid }) => projectOf.isNew(uuid));
  await rows.addRows(
    "projects",
    added.map((each) => {
      // If the project's owner is not a user here, the user who loads the archive owns it.
      const owner = personOf(each.owner_uuid) ?? { uuid: actor.userUuid, username: actor.username };
      return {
        ...each,
        uuid: projectOf.of(each.uuid),
        owner_uuid: owner.uuid,
        owner_name: owner.username,
        revision: 1,
        last_activity_at: each.modified_at,
      };
    }),
  );
  const inProject = <T extends { project_uuid: string }>(all: readonly T[]) =>
    all.flatMap((each) => {
      const project_uuid = projectOf.of(each.project_uuid);
      return project_uuid && projectOf.isNew(each.project_uuid) ? [{ ...each, project_uuid }] : [];
    });
  const collaborators = new Map(
    inProject(lines["project-collaborators"]).flatMap((each) => {
      const user = personOf(each.user_uuid);
      return user
        ? [
            [
              `${each.project_uuid} ${user.uuid}`,
              { ...each, uuid: randomUUID(), user_uuid: user.uuid, username: user.username },
            ] as const,
          ]
        : [];
    }),
  );
  await rows.addRows("project_collaborators", [...collaborators.values()]);
  await rows.addRows(
    "project_versions",
    inProject(lines.versions).map((each) => ({
      ...each,
      publisher_uuid: personOf(each.publisher_uuid)?.uuid ?? null,
      // A version remains after its video is deleted.
      video_uuid: videoOf.of(each.video_uuid) ?? each.video_uuid,
    })),
  );
  const comments = inProject(lines.comments);
  const commentOf = await writeComments(writing, comments);
  await rows.addRows(
    "approval_requests",
    inProject(lines.requests).map((each) => ({
      ...each,
      uuid: randomUUID(),
      user_uuid: personOf(each.user_uuid)?.uuid ?? null,
      // No reminders are sent for requests from another installation.
      reminded_before_at: each.asked_at,
      reminded_at: each.asked_at,
    })),
  );
  await rows.addRows(
    "approval_decisions",
    inProject(lines.decisions).map((each) => ({
      ...each,
      uuid: randomUUID(),
      user_uuid: personOf(each.user_uuid)?.uuid ?? each.user_uuid,
    })),
  );
  const ofComments = lines.attachments.filter(({ comment_uuid }) => commentOf.isNew(comment_uuid));
  const attachmentOf = await uuidsOf("attachments", ofComments);
  await rows.addRows(
    "comment_attachments",
    ofComments.map((each) => ({
      ...each,
      uuid: attachmentOf.of(each.uuid),
      comment_uuid: commentOf.of(each.comment_uuid),
      preview_bytes: 0,
    })),
  );
  await rows.dropNews(added.flatMap(({ uuid }) => projectOf.of(uuid) ?? []));
  return { projectOf, attachmentOf, commentCount: comments.length };
}

/** Writes comments in their original order, which is their sequence in the project. */
async function writeComments(
  { rows, personOf, uuidsOf }: WriteContext,
  comments: readonly ArchiveLine<"comments">[],
): Promise<ArrivedUuids> {
  const commentOf = await uuidsOf("comments", comments);
  const seqs = new Map<string, number>();
  const positions = new Map<string, number>();
  const ordered = comments
    .filter(({ uuid }) => commentOf.isNew(uuid))
    .toSorted(
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
    // A reply to a comment that already exists here in another project starts a thread.
    const root = positions.has(each.thread_uuid) ? each.thread_uuid : each.uuid;
    return {
      ...each,
      uuid: commentOf.of(each.uuid),
      thread_uuid: commentOf.of(root),
      thread_position: positions.get(root),
      position: positions.get(each.uuid),
      seq: positions.get(each.uuid),
      author_uuid: personOf(each.author_uuid)?.uuid ?? null,
      mentions: [],
      mention_uuids: [],
      revision: 1,
      was_public: !each.is_internal,
    };
  });
  // Replies are added after the comments to which they refer.
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
