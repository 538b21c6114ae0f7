import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The nginx configuration of an installation. It contains no entries, so a change of an entry needs no reload. */
export interface NginxSettings {
  /** Folder shared with the edge: its socket, the cache and the log. */
  dir: string;
  /** The address and port that nginx listens on. */
  listen: string;
  /**
   * Host names of the shared address, under which entries are available at `/cdn/{key}/`. All other host names are custom ones of
   * entries.
   */
  publicHosts: readonly string[];
  /** The size of the cache on disk, in bytes. */
  cacheBytes: number;
  /** Addresses or CIDRs of proxies whose X-Forwarded-For is trusted. */
  trustedProxies: readonly string[];
  /** Identifies this installation in `CDN-Loop`, to detect loops. */
  loopId: string;
  /** The user of nginx's workers; undefined if nginx is not started by root. */
  user?: string | undefined;
}

/**
 * The size of the pieces in which nginx fetches and caches files. The start of a large file can thus play while its end is being
 * fetched.
 */
export const SLICE_BYTES = 4_194_304;

/** Returns the locations shared by the edge, nginx and the process that starts nginx. */
export const runtimePathsOf = (dir: string) => ({
  /** The path of a Unix socket can have some 100 characters at most. */
  socket: dir.length < 90 ? `${dir}/edge.sock` : `${socketFolderOf(dir)}/edge.sock`,
  /** The complete configuration, for a separate nginx. */
  config: `${dir}/nginx.conf`,
  /** The part inside `http { … }`, to be included by another nginx. */
  httpConfig: `${dir}/http.conf`,
  pid: `${dir}/nginx.pid`,
  log: `${dir}/cdn.log`,
  files: `${dir}/files`,
  checks: `${dir}/checks`,
  counts: `${dir}/counts.json`,
  /** A file that is created with the first CDN entry. nginx is not started until this file exists. */
  wanted: `${dir}/wanted`,
});

/** Returns the folder of the socket for a `dir` that is too long for a socket's path. */
const socketFolderOf = (dir: string): string =>
  join(tmpdir(), `shoal-cdn-${createHash("sha256").update(dir).digest("hex").slice(0, 12)}`);

/** The types that nginx compresses when it responds. Cached copies are uncompressed, so that one copy serves all viewers. */
const COMPRESSED_TYPES = [
  "text/plain",
  "text/css",
  "text/vtt",
  "text/javascript",
  "application/javascript",
  "application/json",
  "application/vnd.apple.mpegurl",
  "application/x-mpegurl",
  "audio/mpegurl",
  "application/dash+xml",
  "image/svg+xml",
];

/**
 * The Content-Security-Policy of the shared address. Pages get no origin there, since files of one client must not act as pages of
 * another client or of ours.
 */
const SANDBOX_POLICY = "sandbox allow-scripts allow-forms allow-popups allow-downloads";

/** Writes a complete configuration, for `nginx -c {config}` in the foreground. */
export function nginxConfigOf(settings: NginxSettings): string {
  const { pid, httpConfig } = runtimePathsOf(settings.dir);
  return `# Written by the edge at each start.
${settings.user ? `user ${settings.user};\n` : ""}daemon off;
worker_processes auto;
worker_shutdown_timeout 10s;
working_directory ${settings.dir};
pid ${pid};
error_log stderr warn;
events { worker_connections 8192; }
http { include ${httpConfig}; }
`;
}

/** Writes the part of the configuration inside `http { … }`, for another nginx to include. */
export function httpConfigOf(settings: NginxSettings): string {
  const { dir, listen, publicHosts, trustedProxies } = settings;
  return `# Written by the edge at each start.
${cachesOf(settings)}
${KEY_MAPS}
log_format cdn escape=json '{"t":$msec,"e":"$cdn_entry","c":"$cdn_client","a":"$remote_addr","s":"$status","x":"$upstream_cache_status","b":"$body_bytes_sent","o":"$request_completion"}';
access_log off;
server_tokens off;
sendfile on;
tcp_nopush on;
keepalive_requests 100000;
reset_timedout_connection on;
client_header_timeout 15s;
client_body_timeout 15s;
client_max_body_size 1k;
send_timeout 60s;
large_client_header_buffers 4 16k;
open_file_cache max=20000 inactive=30s;
open_file_cache_valid 60s;
default_type application/octet-stream;
${TEMP_FOLDERS.map((name) => `${name}_temp_path ${dir}/temp;`).join("\n")}
${trustedProxies.map((proxy) => `set_real_ip_from ${proxy};`).join("\n")}
real_ip_header X-Forwarded-For;
real_ip_recursive on;
gzip on;
gzip_vary on;
gzip_proxied any;
gzip_min_length 1000;
gzip_types ${COMPRESSED_TYPES.join(" ")};
${serverBlockOf(settings, {
  listen: `${listen}`,
  names: publicHosts,
  name: "$cdn_shared_key",
  target: "$cdn_shared_target",
  policy: SANDBOX_POLICY,
  entrance: `location /cdn/ {\n    if ($cdn_shared_key = "") { return 404; }\n${ENTRY_CHECK}\n  }\n  location / { return 404; }`,
})}
${serverBlockOf(settings, {
  listen: `${listen} default_server`,
  names: ["_"],
  name: "$host",
  target: "$request_uri",
  policy: "",
  entrance: `location / {\n${ENTRY_CHECK}\n  }`,
})}
`;
}

const TEMP_FOLDERS = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];

function cachesOf({ dir, cacheBytes }: NginxSettings): string {
  const { socket, files, checks } = runtimePathsOf(dir);
  const megabytes = Math.max(1, Math.floor(cacheBytes / 1_048_576));
  return `upstream cdn_edge {
  server unix:${socket};
  keepalive 64;
  keepalive_requests 100000;
}
proxy_cache_path ${files} levels=1:2 keys_zone=cdn_files:64m inactive=7d max_size=${megabytes}m use_temp_path=off;
proxy_cache_path ${checks} levels=1:2 keys_zone=cdn_checks:16m inactive=10m max_size=256m use_temp_path=off;`;
}

/**
 * Key and path are read from the address as sent; nginx's normalised form, without dots and double slashes, is used only for its
 * own locations. The maps of check results are volatile because they are also evaluated before the check.
 */
const KEY_MAPS = `map $request_uri $cdn_shared_key {
  "~^/cdn/(?<cdn_k>[a-z0-9]{12})/" $cdn_k;
  default "";
}
map $request_uri $cdn_shared_target {
  "~^/cdn/[a-z0-9]{12}(?<cdn_t>/[^#]*)" $cdn_t;
  default "/";
}
map $cdn_raw_target $cdn_path_alone {
  volatile;
  "~^(?<cdn_p>[^?]*)" $cdn_p;
}
map $cdn_query $cdn_plain_target {
  volatile;
  "none" $cdn_path_alone;
  default $cdn_raw_target;
}
map $cdn_asked_target $cdn_target {
  volatile;
  "" $cdn_plain_target;
  default $cdn_asked_target;
}
map $cdn_asked_generation $cdn_generation {
  volatile;
  "" $cdn_entry_generation;
  default $cdn_asked_generation;
}
# What the answer to a question depends on: v, who asks from which page; p, for which path.
map $cdn_ask $cdn_ask_viewer {
  volatile;
  "~v" "$remote_addr $http_origin $http_referer";
  default "";
}
map $cdn_ask $cdn_ask_path {
  volatile;
  "~p" $cdn_raw_target;
  default "";
}
# Of scripts of other pages: "origin" leaves it to the origin, "none" lets nobody read.
map $cdn_cors $cdn_allowed_origin {
  volatile;
  "" $upstream_http_access_control_allow_origin;
  "none" "";
  default $cdn_cors;
}
map $cdn_cors $cdn_exposed_headers {
  volatile;
  "" $upstream_http_access_control_expose_headers;
  "none" "";
  default "Accept-Ranges, Content-Length, Content-Range, Date, ETag";
}
map $cdn_cors $cdn_allowed_credentials {
  volatile;
  "" $upstream_http_access_control_allow_credentials;
  default "";
}
# An answer that differs by the asking page says so.
map $cdn_cors $cdn_vary {
  volatile;
  "" "";
  "*" "";
  default "Origin";
}`;

/** Checks once a second whether each entry is served, and whether its viewers must be checked as well. */
const ENTRY_CHECK = `    auth_request /_cdn/entry;
    auth_request_set $cdn_entry $upstream_http_x_cdn_entry;
    auth_request_set $cdn_client $upstream_http_x_cdn_client;
    auth_request_set $cdn_step $upstream_http_x_cdn_step;
    auth_request_set $cdn_epoch $upstream_http_x_cdn_epoch;
    auth_request_set $cdn_entry_generation $upstream_http_x_cdn_generation;
    auth_request_set $cdn_ask $upstream_http_x_cdn_ask;
    auth_request_set $cdn_query $upstream_http_x_cdn_query;
    auth_request_set $cdn_cors $upstream_http_x_cdn_cors;
    try_files /nothing-is-there /_cdn/do/$cdn_step;`;

const EDGE_PROXY = `proxy_http_version 1.1;
    proxy_pass_request_headers off;
    proxy_pass_request_body off;
    proxy_set_header Host cdn;
    proxy_set_header Connection "";
    proxy_set_header X-Cdn-Name $cdn_name;`;

/** Caches responses of the edge for the lifetime that it sets. While the edge is unavailable, expired responses are used. */
const CHECK_CACHE = `proxy_cache cdn_checks;
    proxy_ignore_headers Cache-Control Expires Set-Cookie Vary;
    proxy_cache_use_stale error timeout invalid_header http_500 http_502 http_503 http_504;
    proxy_connect_timeout 2s;
    proxy_read_timeout 5s;
    ${EDGE_PROXY}
    proxy_set_header X-Cdn-Address $remote_addr;`;

/** Serves a file from the cache, or fetches it from the origin through the edge. */
const FILE_LOCATION = `slice ${SLICE_BYTES};
    proxy_cache cdn_files;
    proxy_cache_key "$cdn_entry $cdn_generation $cdn_target $slice_range";
    proxy_ignore_headers Cache-Control Expires Set-Cookie;
    proxy_cache_lock on;
    proxy_cache_lock_timeout 60s;
    proxy_cache_lock_age 30s;
    proxy_cache_revalidate on;
    proxy_cache_use_stale error timeout invalid_header updating http_500 http_502 http_503 http_504;
    # Written in large steps: the system then keeps files in large pages, and sends them with less work.
    proxy_buffer_size 16k;
    proxy_buffers 16 256k;
    proxy_busy_buffers_size 1m;
    proxy_temp_file_write_size 1m;
    proxy_connect_timeout 5s;
    proxy_read_timeout 60s;
    ${EDGE_PROXY}
    proxy_set_header X-Cdn-Entry $cdn_entry;
    proxy_set_header X-Cdn-Target $cdn_target;
    proxy_set_header Range $slice_range;
    proxy_set_header Accept $http_accept;
    proxy_set_header Origin $http_origin;
    proxy_set_header CDN-Loop $http_cdn_loop;
    proxy_hide_header Access-Control-Allow-Origin;
    proxy_hide_header Access-Control-Expose-Headers;
    proxy_hide_header Access-Control-Allow-Credentials;
    add_header Access-Control-Allow-Origin $cdn_allowed_origin always;
    add_header Access-Control-Expose-Headers $cdn_exposed_headers always;
    add_header Access-Control-Allow-Credentials $cdn_allowed_credentials always;
    add_header Vary $cdn_vary always;
    add_header Content-Security-Policy $cdn_policy always;
    add_header X-Content-Type-Options nosniff always;
    add_header X-Cache $upstream_cache_status always;
    proxy_pass http://cdn_edge/fetch;`;

interface ServerBlock {
  listen: string;
  names: readonly string[];
  /** Matches the entry's name and the path. */
  name: string;
  target: string;
  policy: string;
  entrance: string;
}

const REFUSAL_STATUSES = [400, 403, 404, 429, 503];

function serverBlockOf(
  { dir, loopId }: NginxSettings,
  { listen, names, name, target, policy, entrance }: ServerBlock,
): string {
  const refusals = REFUSAL_STATUSES.map(
    (status) => `location = /_cdn/do/no${status} { internal; return ${status}; }`,
  ).join("\n  ");
  return `server {
  listen ${listen};
  server_name ${names.join(" ")};
  root ${dir}/none;
  merge_slashes off;
  access_log ${runtimePathsOf(dir).log} cdn buffer=64k flush=1s if=$cdn_entry;
  set $cdn_name ${name};
  set $cdn_raw_target ${target};
  set $cdn_policy "${policy}";
  # Before the cache: its lock would have it wait for itself.
  if ($http_cdn_loop ~ ${loopId}) { return 508; }
  if ($request_method = OPTIONS) { rewrite ^ /_cdn/preflight last; }
  if ($request_method !~ ^(GET|HEAD|OPTIONS)$) { return 405; }
  ${entrance}
  location = /_cdn/entry {
    internal;
    proxy_cache_key "entry $cdn_name";
    ${CHECK_CACHE}
    proxy_pass http://cdn_edge/entry;
  }
  location = /_cdn/ask {
    internal;
    proxy_cache_key "ask $cdn_entry $cdn_epoch $cdn_ask_viewer $cdn_ask_path";
    ${CHECK_CACHE}
    proxy_set_header X-Cdn-Entry $cdn_entry;
    proxy_set_header X-Cdn-Target $cdn_raw_target;
    proxy_set_header Origin $http_origin;
    proxy_set_header Referer $http_referer;
    proxy_pass http://cdn_edge/ask;
  }
  location = /_cdn/preflight {
    internal;
    ${EDGE_PROXY}
    proxy_set_header X-Cdn-Address $remote_addr;
    proxy_set_header Origin $http_origin;
    proxy_set_header Access-Control-Request-Headers $http_access_control_request_headers;
    proxy_pass http://cdn_edge/preflight;
  }
  ${refusals}
  location = /_cdn/do/file {
    internal;
    ${FILE_LOCATION}
  }
  location = /_cdn/do/ask {
    internal;
    auth_request /_cdn/ask;
    auth_request_set $cdn_asked_target $upstream_http_x_cdn_target;
    auth_request_set $cdn_asked_generation $upstream_http_x_cdn_generation;
    auth_request_set $cdn_cors $upstream_http_x_cdn_cors;
    auth_request_set $cdn_refused $upstream_http_x_cdn_refused;
    add_header X-Cdn-Refused $cdn_refused always;
    ${FILE_LOCATION}
  }
}`;
}
