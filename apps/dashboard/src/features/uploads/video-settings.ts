import type { VideoView } from "@shoal/contract";

/** The encoding settings that a user chooses for a new video. */
export interface VideoSettings {
  encoding: VideoView["encoding"];
  /** The qualities; undefined for the client's default. */
  inputQualities?: VideoView["inputQualities"];
  firstPass: boolean;
}

/** The options of all files that are started together. */
export interface StartOptions {
  /** Whether to autoplay; undefined for the client's default. */
  autoplay?: boolean;
  /** The password that viewers must enter. */
  password?: string;
}

export const DEFAULT_SETTINGS: VideoSettings = { encoding: "encoding", firstPass: false };

/** Converts the settings and options to the body of an API call. */
export function requestBodyOf({ encoding, inputQualities, firstPass }: VideoSettings, options: StartOptions) {
  const isEncoded = encoding === "encoding";
  return {
    encoding,
    firstPass: isEncoded && firstPass,
    ...(isEncoded && inputQualities !== undefined ? { inputQualities } : {}),
    ...(options.autoplay === undefined ? {} : { autoplay: options.autoplay }),
    ...(options.password ? { isPassword: true, password: options.password } : {}),
  };
}
