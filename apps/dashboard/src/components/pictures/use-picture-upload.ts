import type { PictureView } from "@shoal/contract";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { notify } from "../../lib/notify.ts";
import { findFileFault, uploadFaultText } from "./picture-faults.ts";
import { cachePictures, reloadPictures, uploadPicture } from "./pictures-query.ts";

/** Returns a function that uploads files one after another, and reports each rejected file with the reason. */
export function usePictureUpload(onAdded?: (picture: PictureView) => void) {
  const queries = useQueryClient();
  const [sending, setSending] = useState<string>();
  async function send(files: readonly File[]): Promise<void> {
    for (const file of files) {
      setSending(file.name);
      try {
        const fault = findFileFault(file);
        if (fault) {
          notify.warning({ title: file.name, message: fault });
          continue;
        }
        const picture = await uploadPicture(file);
        cachePictures(queries, picture);
        onAdded?.(picture);
      } catch (error) {
        notify.failure({ title: file.name, message: uploadFaultText(error) });
      }
    }
    setSending(undefined);
    await reloadPictures(queries);
  }
  return { send, sending };
}
