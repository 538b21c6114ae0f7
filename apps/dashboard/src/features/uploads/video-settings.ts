import type { VideoView } from "@shoal/contract";

/** How a new video is encoded. */
export interface VideoSettings {
  encoding: VideoView["encoding"];
  /** Undefined: the client's default. */
  inputQualities?: VideoView["inputQualities"];
  firstPass: boolean;
}

/** The options of all files that are started together. */
export interface StartOptions {
  /** The client's default when left out. */
  autoplay?: boolean;
  /** The password that viewers must enter. */
  password?: string;
}

export const DEFAULT_SETTINGS: VideoSettings = { encoding: "encoding", firstPass: false };

/** Settings and options in the form that the API calls take. */
export function bodyOf({ encoding, inputQualities, firstPass }: VideoSettings, options: StartOptions) {
  const isEncoded = encoding === "encoding";
  return {
    encoding,
    firstPass: isEncoded && firstPass,
    ...(isEncoded && inputQualities !== undefined ? { inputQualities } : {}),
    ...(options.autoplay === undefined ? {} : { autoplay: options.autoplay }),
    ...(options.password ? { isPassword: true, password: options.password } : {}),
  };
}
