import { type ChatMessageView, fillPath, routes } from "@shoal/contract";
import { type SendOptions, sendForm } from "../../../components/files/send-form.ts";
import { session } from "../../../lib/session.ts";

/** A file to be sent, with the properties of an audio message. */
export interface FileToSend {
  file: File;
  audio?: { durationMs: number; waveform: readonly number[] } | undefined;
}

interface FileTarget {
  room: string;
  messageId: string;
  fileId: string;
  replyMessage: string | undefined;
}

/** Sends a file of a message. @returns the message with the file. @throws AppError of the call. */
export function sendChatFile(
  { file, audio }: FileToSend,
  { room, ...place }: FileTarget,
  options: SendOptions,
): Promise<ChatMessageView> {
  const { method, path, multipart } = routes.addChatFile;
  const fields = {
    ...place,
    name: file.name,
    type: file.type || undefined,
    ...(audio && {
      audio: "true",
      durationMs: String(Math.round(audio.durationMs)),
      waveform: audio.waveform.join(","),
    }),
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  form.append(multipart.file, file);
  return sendForm({
    method,
    path: fillPath(path, { roomId: room }),
    form,
    headers: session.headers(),
    ...options,
  });
}
