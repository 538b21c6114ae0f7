import manifest from "../../package.json" with { type: "json" };

/** Of this release, as in 0.1.0. */
export const VERSION: string = manifest.version;
