/**
 * The metrics key (`authorizationKey`) under which a video's figures are found; that of a camera says so (§3).
 * @example metricsKeyOf({ uuid: "1f…", liveType: "camera" }) // "cam-1f…"
 */
export const metricsKeyOf = ({ uuid, liveType }: { uuid: string; liveType: string | null }): string =>
  liveType === "camera" ? `cam-${uuid}` : uuid;
