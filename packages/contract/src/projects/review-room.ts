import { z } from "zod";
import { Uuid } from "../text.ts";
import { FrameNumber } from "./comment.ts";
import { DrawingShape } from "./drawing.ts";
import { MAX_PROJECT_VERSIONS } from "./project.ts";

/** The room of a project version in which people see each other. */
export const ReviewRoom = z.strictObject({
  project: Uuid,
  version: z.number().int().min(1).max(MAX_PROJECT_VERSIONS),
});
export type ReviewRoom = z.infer<typeof ReviewRoom>;

/** A person in a room; someone with two pages appears twice. */
export interface ReviewPresence {
  /** The id of the person's page. */
  id: string;
  /** Identifies a person on all of their pages of the version, without revealing who they are. */
  person: string;
  /** The name of the person. Guests receive the names of guests only; other names are empty. */
  name: string;
  isLeader: boolean;
  /** Whether the person is a guest of a review link. */
  isGuest?: boolean;
}

/** The position of a pointer, as fractions of the frame's width and height; null outside the picture area. */
export const ReviewPointer = z.tuple([z.number(), z.number()]).nullable();
export type ReviewPointer = z.infer<typeof ReviewPointer>;

/** The state of the leader's player, which the players of followers take over when it arrives. */
export const LeaderState = z.strictObject({
  frame: FrameNumber,
  /** The playback speed; 0 is paused, -1 plays backwards. */
  speed: z.number().min(-16).max(16),
});
export type LeaderState = z.infer<typeof LeaderState>;

/** A shape of a drawing in progress. It replaces the earlier shape with the same id; null removes that shape. */
export const DraftShape = z.strictObject({ id: Uuid, shape: DrawingShape.nullable() });
export type DraftShape = z.infer<typeof DraftShape>;

/** The response to `review.join`. */
export type JoinedReview =
  | {
      isIn: true;
      id: string;
      people: ReviewPresence[];
      /** The leader's last action, with its age in ms, so that people who join late get the right frame. */
      leader: { id: string; state: LeaderState; ageMs: number } | null;
    }
  | { isIn: false };
