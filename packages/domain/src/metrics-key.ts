/**
 * Returns the metrics key (`authorizationKey`) of a video's figures; cameras have a prefix (§3).
 * @example metricsKeyOf({ uuid: "1f…", liveType: "camera" }) // "cam-1f…"
 */
export const metricsKeyOf = ({ uuid, liveType }: { uuid: string; liveType: string | null }): string =>
  liveType === "camera" ? `cam-${uuid}` : uuid;
