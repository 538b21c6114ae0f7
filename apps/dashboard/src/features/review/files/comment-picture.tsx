import { LargePicture, type ViewedPicture } from "../../../components/files/picture-viewer.tsx";
import type { CommentFiles } from "./comment-files.ts";
import { usePicture } from "./use-picture.ts";

interface CommentPictureProps {
  files: CommentFiles;
  comment: string;
  picture: ViewedPicture;
}

/** Shows a picture of a comment, as large as fits. */
export function CommentPicture({ files, comment, picture: { uuid, name } }: CommentPictureProps) {
  return <LargePicture name={name} {...usePicture(files, comment, uuid)} />;
}
