import { AppError, type CommentView, type ErrorBody } from "@shoal/contract";

/** The comment was changed by another user. The response contains its current state, so that typed text is not lost. */
export class CommentConflict extends AppError {
  readonly comment: CommentView;
  constructor(comment: CommentView) {
    super("edit_conflict", "Someone else changed this comment");
    this.comment = comment;
  }
  override toBody(): ErrorBody {
    return { ...super.toBody(), comment: this.comment };
  }
}

export const commentNotFound = () => new AppError("comment_not_found", "No such comment");

export const onlyAuthorAllowed = () => new AppError("forbidden", "Only its author can change a comment");

/** Returns the validation error for one field of a comment. */
export const fieldFault = (path: string, reason: string) =>
  new AppError("bad_request", "The comment is not valid", [{ path, reason }]);
