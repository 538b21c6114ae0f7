export interface S3Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string | undefined;
}

/** The settings that contain the credentials. */
export interface S3Settings {
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_SESSION_TOKEN?: string | undefined;
}

/** Reads credentials from settings. @throws Error if one is missing. */
export function credentialsOf(settings: S3Settings): S3Credentials {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (!accessKeyId || !secretAccessKey)
    throw new Error("MEDIA_STORE: s3:// needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY");
  return { accessKeyId, secretAccessKey, sessionToken: settings.S3_SESSION_TOKEN || undefined };
}

/** The location of objects: a bucket and the prefix of their keys. */
export interface S3Location {
  /** The bucket's address, without a trailing slash. */
  url: string;
  region: string;
  /** The prefix of keys. It is empty or ends in a slash. */
  prefix: string;
}

const BUCKET_PATTERN = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_PATTERN = /^(?!.*\.\.)[A-Za-z0-9._/-]*$/;
const KNOWN_PARAMETERS = new Set(["endpoint", "region", "pathStyle"]);

/**
 * Parses `s3://bucket/prefix?endpoint=https://…&region=…&pathStyle=1`.
 * @throws Error that states what is wrong.
 */
export function parseS3Location(location: string): S3Location {
  const wrong = (why: string) => new Error(`MEDIA_STORE: ${why}; expected s3://bucket/prefix?region=…`);
  const url = URL.parse(location);
  if (url?.protocol !== "s3:") throw wrong("this is no s3:// address");
  if (url.username || url.password)
    throw wrong("credentials belong into S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY");
  const bucket = url.hostname;
  if (!BUCKET_PATTERN.test(bucket)) throw wrong("the bucket's name is not valid");
  for (const name of url.searchParams.keys())
    if (!KNOWN_PARAMETERS.has(name)) throw wrong(`the parameter ${name} is not known`);
  const path = url.pathname.split("/").filter(Boolean).join("/");
  if (!PREFIX_PATTERN.test(path)) throw wrong("the prefix may hold A-Z, a-z, 0-9, '.', '_', '-' and '/'");
  const region = url.searchParams.get("region") ?? "us-east-1";
  const given = url.searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`;
  const endpoint = URL.parse(given);
  if (!endpoint || !/^https?:$/.test(endpoint.protocol)) throw wrong("the endpoint is no http(s) URL");
  const pathStyle = url.searchParams.get("pathStyle") ?? "0";
  if (pathStyle !== "0" && pathStyle !== "1") throw wrong("pathStyle must be 0 or 1");
  const base = [endpoint.host, ...endpoint.pathname.split("/").filter(Boolean)].join("/");
  return {
    url:
      pathStyle === "1"
        ? `${endpoint.protocol}//${base}/${bucket}`
        : `${endpoint.protocol}//${bucket}.${base}`,
    region,
    prefix: path === "" ? "" : `${path}/`,
  };
}
