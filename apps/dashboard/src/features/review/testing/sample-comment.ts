import type { CommentView } from "@shoal/contract";

const SAMPLE_TIME = "2026-03-04T05:06:07.000Z";
export const PROJECT_UUID = "7f1c2b34-0000-4000-8000-000000000001";

export function sampleComment(own: Partial<CommentView> = {}): CommentView {
  return {
    uuid: "7f1c2b34-0000-4000-8000-0000000000c1",
    project: PROJECT_UUID,
    version: 1,
    frame: 50,
    endFrame: null,
    text: "Lighter here",
    hasDrawing: false,
    parent: null,
    isInternal: false,
    mentions: [],
    author: { name: "anna", isGuest: false },
    isMine: false,
    createdAt: SAMPLE_TIME,
    editedAt: null,
    deletedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    reactions: [],
    attachments: [],
    revision: 1,
    seq: 1,
    ...own,
  };
}
