import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { CommentFiles } from "./comment-files.ts";

/** The time, in ms, after which hidden pictures are released, because each can have up to 10 MB. */
const CACHE_TTL_MS = 30_000;

/**
 * Returns a picture of a comment as an object URL while it is shown.
 * @param isSmall whether to use the thumbnail.
 */
export function usePicture(files: CommentFiles, comment: string, attachment: string, isSmall = false) {
  const { data, error } = useQuery({
    queryKey: ["commentFile", comment, attachment, isSmall],
    queryFn: async ({ signal }) => (await files.read(comment, attachment, { isSmall, signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: CACHE_TTL_MS,
    retry: false,
  });
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!data) return;
    const made = URL.createObjectURL(data);
    setUrl(made);
    return () => {
      setUrl(undefined);
      URL.revokeObjectURL(made);
    };
  }, [data]);
  return { url, isMissing: error !== null };
}
