import {
  type ApiKeyParameters,
  type BodyOf,
  type FieldError,
  MAX_TITLE_LENGTH,
  OPTIMIZED_QUALITIES,
  type RouteSpec,
  routes,
  type Scope,
  scopesOf,
} from "@shoal/contract";

type VideoFields = BodyOf<typeof routes.createVideo>;
type VideoChange = BodyOf<typeof routes.updateVideo>;
interface BoundKey {
  scopes: readonly Scope[];
  fixedParameters: ApiKeyParameters;
}

/**
 * The result of applying a key's fixed parameters to a body: the completed body, every field that contradicts them, or the missing scope.
 */
type KeyedBody = { body: unknown } | { faults: FieldError[] } | { missing: Scope };

/** Returns whether a key has limits on the objects it creates and changes, not only on the videos it can access. */
const hasCreationParameters = ({
  tag,
  config,
  inputQualities,
  maxSizeBytes,
  titlePrefix,
}: ApiKeyParameters) =>
  [tag, config, inputQualities, maxSizeBytes, titlePrefix].some((parameter) => parameter !== undefined);

/** The calls to whose bodies the fixed parameters are applied. */
const MERGED_ROUTES: readonly RouteSpec[] = [routes.createVideo, routes.createVideos, routes.updateVideo];

/** The calls that no fixed parameter affects. Keys with fixed parameters cannot make calls that are in neither list. */
const UNAFFECTED_ROUTES: readonly RouteSpec[] = [
  routes.uploadChunk,
  routes.getUpload,
  routes.findUploads,
  routes.cancelUpload,
  routes.failUploads,
  routes.deleteVideo,
  routes.planDeletion,
  routes.restoreFromTrash,
  routes.restartEncoding,
  routes.stopEncoding,
  routes.accelerate,
  routes.decelerate,
  routes.addToCategory,
  routes.removeFromCategory,
  routes.setChapters,
  routes.importChapters,
  routes.setDownload,
  routes.takeThumbnail,
  routes.uploadThumbnail,
  routes.resetThumbnail,
  routes.uploadCaptions,
  routes.changeCaptions,
  routes.setCaptionCues,
  routes.deleteCaptions,
  routes.getStreamKey,
  routes.renewStreamKey,
  routes.startExternalStreams,
  routes.stopExternalStreams,
  routes.setExternalStreams,
  routes.getExternalStreams,
];

/** Routes that identify their video in the path. */
const VIDEO_ROUTE_PATTERN = /^\/api\/(?:videos|customThumbnail|replacevideo|trash)\/\{(id|uuid)\}/;

/**
 * Returns whether a key's fixed parameters allow it to call a route at all. A key limited to some videos can call routes about
 * one of them, and searches analytics, which are restricted to those videos.
 * @param params the path parameters of the call.
 */
export function isWithinFixed(
  route: RouteSpec,
  { fixedParameters }: Pick<BoundKey, "fixedParameters">,
  params: Readonly<Record<string, unknown>>,
): boolean {
  if (fixedParameters.videos.length > 0 && !isOfVideos(route, fixedParameters.videos, params)) return false;
  const changes = scopesOf(route).some((scope) => scope.endsWith(":write"));
  return (
    !changes ||
    !hasCreationParameters(fixedParameters) ||
    MERGED_ROUTES.includes(route) ||
    UNAFFECTED_ROUTES.includes(route)
  );
}

function isOfVideos(
  route: RouteSpec,
  videos: readonly string[],
  params: Readonly<Record<string, unknown>>,
): boolean {
  if (route.guard === "apiKey" || route.guard === "readAnalyticsOrKey") return true;
  const [, name] = VIDEO_ROUTE_PATTERN.exec(route.path) ?? [];
  const uuid = name === undefined ? undefined : params[name];
  return typeof uuid === "string" && videos.includes(uuid.toLowerCase());
}

/** Returns whether a key's fixed parameters can change or reject the bodies of a route. */
export const readsBody = (route: RouteSpec): boolean => MERGED_ROUTES.includes(route);

/**
 * Applies a key to a request body: adds its tag, sets its qualities and prepends its title prefix. Contradicting fields are
 * reported, never dropped. Creating files requires the right to upload, creating lives the right to run lives.
 * @param body as parsed by the route's schema.
 */
export function bindBody(route: RouteSpec, key: BoundKey, body: unknown): KeyedBody {
  if (route === routes.createVideo) return bindCreatedVideo(key, body as VideoFields, "");
  if (route === routes.updateVideo) return bindVideoChange(key, body as VideoChange);
  if (route !== routes.createVideos) return { body };
  const bound = (body as VideoFields[]).map((each, index) => bindCreatedVideo(key, each, `${index}.`));
  const missing = bound.flatMap((each) => ("missing" in each ? [each.missing] : []))[0];
  if (missing) return { missing };
  const faults = bound.flatMap((each) => ("faults" in each ? each.faults : []));
  return faults.length > 0
    ? { faults }
    : { body: bound.flatMap((each) => ("body" in each ? [each.body] : [])) };
}

function bindCreatedVideo(
  { scopes, fixedParameters: fixed }: BoundKey,
  wanted: VideoFields,
  path: string,
): KeyedBody {
  const isFile = wanted.type !== "live";
  const needed = isFile ? "uploads:write" : "lives:write";
  if (!scopes.includes(needed)) return { missing: needed };
  const { title, faults: titleFaults } =
    wanted.title === undefined
      ? { title: undefined, faults: fixed.titlePrefix ? [{ path: "title", reason: "is missing" }] : [] }
      : addTitlePrefix(wanted.title, fixed.titlePrefix);
  const faults = [
    ...titleFaults,
    ...qualityFaults(wanted.inputQualities, fixed.inputQualities),
    ...(isFile ? sizeFaults(wanted, fixed.maxSizeBytes) : []),
  ];
  if (faults.length > 0)
    return { faults: faults.map((fault) => ({ path: path + fault.path, reason: fault.reason })) };
  const tags = addTag(wanted.tags, fixed.tag);
  const inputQualities = fixed.inputQualities ?? wanted.inputQualities;
  return {
    body: {
      ...wanted,
      ...(title === undefined ? {} : { title }),
      ...(tags ? { tags } : {}),
      ...(inputQualities ? { inputQualities } : {}),
    },
  };
}

function bindVideoChange({ fixedParameters: fixed }: BoundKey, change: VideoChange): KeyedBody {
  const { title, faults: titleFaults } =
    change.title === undefined
      ? { title: undefined, faults: [] }
      : addTitlePrefix(change.title, fixed.titlePrefix);
  const faults = [...titleFaults, ...qualityFaults(change.inputQualities, fixed.inputQualities)];
  if (faults.length > 0) return { faults };
  const tags = change.tags && addTag(change.tags, fixed.tag);
  return { body: { ...change, ...(title === undefined ? {} : { title }), ...(tags ? { tags } : {}) } };
}

const addTag = (tags: readonly string[] | undefined, tag: string | undefined) =>
  tag === undefined ? tags : [tag, ...(tags ?? []).filter((each) => each !== tag)];

function addTitlePrefix(title: string, prefix = ""): { title: string; faults: FieldError[] } {
  const prefixed = title.startsWith(prefix) ? title : prefix + title;
  if (prefixed.length <= MAX_TITLE_LENGTH) return { title: prefixed, faults: [] };
  return { title, faults: [{ path: "title", reason: `must leave room for the prefix ${prefix}` }] };
}

function qualityFaults(
  wanted: ApiKeyParameters["inputQualities"],
  fixed: ApiKeyParameters["inputQualities"],
): FieldError[] {
  const isSame = wanted === undefined || fixed === undefined || toText(wanted) === toText(fixed);
  return isSame ? [] : [{ path: "inputQualities", reason: "is fixed by the API key: leave it out" }];
}

const toText = (qualities: NonNullable<ApiKeyParameters["inputQualities"]>) =>
  qualities === OPTIMIZED_QUALITIES ? qualities : JSON.stringify(qualities);

/**
 * Returns the errors in the declared size of a file. A size must be declared, since chunks are checked against it, unless the file is
 * fetched from a URL and its size is not known in advance.
 */
function sizeFaults({ size, url }: VideoFields, max: number | undefined): FieldError[] {
  if (max === undefined) return [];
  if (url !== undefined)
    return [{ path: "url", reason: "cannot be fetched with an API key that limits sizes" }];
  if (size === undefined) return [{ path: "size", reason: "is required by the API key, which limits it" }];
  return size > max ? [{ path: "size", reason: `exceeds the maximum of ${max} bytes` }] : [];
}
