import {
  AppError,
  type ErrorBody,
  type PlaybackDescriptor,
  type PlayPreview,
  type PlayRequest,
} from "@shoal/contract";
import type { PasswordChecks } from "./password-checks.ts";
import type { WatchPasses } from "./watch-pass.ts";

export interface AdmissionDeps {
  publicUrl: string;
  checks: PasswordChecks;
  passes: WatchPasses;
}

/** A refusal that tells the viewer what waits for him: title, picture, and when it starts. */
class NotYetWatchable extends AppError {
  readonly #preview: PlayPreview;
  constructor(
    code: "playback_not_started" | "playback_password_required" | "playback_password_wrong",
    message: string,
    preview: PlayPreview,
  ) {
    const fields = preview.startsAt === null ? undefined : [{ path: "startsAt", reason: preview.startsAt }];
    super(code, message, fields);
    this.#preview = preview;
  }
  override toBody(): ErrorBody {
    return { ...super.toBody(), preview: this.#preview };
  }
}

/**
 * Lets a viewer in, or says why not; the first reason counts.
 * @throws AppError "video_not_found", "playback_not_started" (its preview says when), "playback_password_required",
 * "playback_password_wrong", "playback_failed" (its field errorType says why), "playback_not_ready", "too_many_requests"
 */
export async function admit(
  found: PlaybackDescriptor | undefined,
  request: PlayRequest,
  address: string,
  deps: AdmissionDeps,
): Promise<PlaybackDescriptor> {
  const descriptor = requireThere(found);
  requireStarted(descriptor, deps.publicUrl);
  await requirePassword(descriptor, request, address, deps);
  requirePlayable(descriptor);
  return descriptor;
}

/** @throws AppError "video_not_found" */
export function requireThere(descriptor: PlaybackDescriptor | undefined): PlaybackDescriptor {
  if (!descriptor || descriptor.state === "deleted") throw new AppError("video_not_found", "No such video");
  return descriptor;
}

/** When it starts; undefined once it has. */
export function findStart({ startsAt }: PlaybackDescriptor): string | undefined {
  return startsAt !== null && Date.parse(startsAt) > Date.now() ? startsAt : undefined;
}

function requireStarted(descriptor: PlaybackDescriptor, publicUrl: string): void {
  if (findStart(descriptor) === undefined) return;
  const preview = previewOf(descriptor, publicUrl);
  throw new NotYetWatchable("playback_not_started", "The video starts later", preview);
}

async function requirePassword(
  descriptor: PlaybackDescriptor,
  { password, pass }: PlayRequest,
  address: string,
  { publicUrl, checks, passes }: AdmissionDeps,
): Promise<void> {
  const { uuid, passwordHash: hash } = descriptor;
  if (hash === null || (pass !== undefined && passes.isValid(pass, uuid, hash))) return;
  const preview = previewOf(descriptor, publicUrl);
  if (password === undefined)
    throw new NotYetWatchable("playback_password_required", "The video asks for a password", preview);
  if (!(await checks.isRight({ uuid, address, password, hash })))
    throw new NotYetWatchable("playback_password_wrong", "The password is not the video's", preview);
}

function requirePlayable({ state, errorType, tracks }: PlaybackDescriptor): void {
  if (state === "error")
    throw new AppError("playback_failed", "The video could not be prepared", [
      { path: "errorType", reason: errorType ?? "unknown" },
    ]);
  if (state === "waiting" || tracks.length === 0)
    throw new AppError("playback_not_ready", "The video is being prepared");
}

function previewOf(descriptor: PlaybackDescriptor, publicUrl: string): PlayPreview {
  const { uuid, title, thumbnailObject } = descriptor;
  return {
    title,
    thumbnailUrl: thumbnailObject === null ? null : `${publicUrl}/thumbnails/${uuid}`,
    startsAt: findStart(descriptor) ?? null,
    serverTime: new Date().toISOString(),
  };
}
