import { createContext, useContext } from "react";
import type { Review } from "./player/frame-player.types.ts";

export const ReviewContext = createContext<Review | undefined>(undefined);

/** Returns the reviewed version and its player. @throws Error outside the review page. */
export function useReview(): Review {
  const review = useContext(ReviewContext);
  if (!review) throw new Error("useReview needs a ReviewContext");
  return review;
}
