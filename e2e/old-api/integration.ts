/**
 * A program as integrators wrote them for the old API (§7). It does not use our client. It calls fetch with literal bodies, sends
 * all form fields in each request, uses strings instead of numbers, and leaves the credential unencoded.
 */

/** The program's configuration, which the integrator sets. */
export interface IntegrationSettings {
  apiUrl: string;
  username: string;
  password: string;
  client: string;
  /** `uuid:secret` of an API key for analytics. */
  apiKey: string;
  /** An MP4 file that the program uploads unchanged. */
  file: Uint8Array;
}

// biome-ignore lint/suspicious/noExplicitAny: such programs know no types.
export type UntypedResponse = any;

const CHUNK_SIZE_BYTES = 5_000_000;
const POLL_INTERVAL_MS = 250;
const ENCODING_TIMEOUT_MS = 90_000;

/** Runs the program's requests in order, and stops at the first response with a status of 400 or more. */
export async function runOldIntegration(setting: IntegrationSettings): Promise<UntypedResponse> {
  const { apiUrl, username, password, client, apiKey, file } = setting;
  let credential = "";
  async function ask(
    method: string,
    path: string,
    body?: unknown,
    headers: object = {},
  ): Promise<UntypedResponse> {
    const isForm = body instanceof FormData;
    const response = await fetch(apiUrl + path, {
      method,
      headers: {
        ...(credential ? { authorization: credential } : {}),
        ...(isForm || body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  }
  const formOf = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };
  async function until<T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
    const endMs = Date.now() + ENCODING_TIMEOUT_MS;
    for (;;) {
      const value = await read();
      if (isReached(value)) return value;
      if (Date.now() > endMs) throw new Error(`Waited too long: ${JSON.stringify(value)}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS));
    }
  }

  const session = await ask("POST", "/api/login", { username, password, rememberMe: true });
  credential = session.credential;
  await ask("POST", "/api/logins/", { type: "login" });
  const storage = await ask("GET", "/api/storage/");

  // Uploads a file in chunks like the old page's form, with a flag on the last chunk.
  const video = await ask(
    "POST",
    "/api/videos/",
    formOf({
      title: "Old film",
      type: "vod",
      url: "",
      keepLive: "false",
      seekLive: "false",
      autoplay: "1",
      encoding: "encoding",
      inputQualities: "[]",
      liveToKeepDuration: "60",
      liveType: "",
      liveCamera: "false",
      encodingStatus: "uploading",
      isPassword: "false",
      password: "",
      externalStreams: '{"youtube":[],"facebook":[],"twitch":[],"other":[]}',
      directStream: "no",
      delay: "no",
      canResume: "true",
      oldField: "of a program that nobody changes any more",
    }),
  );
  const chunks = Math.ceil(file.length / CHUNK_SIZE_BYTES);
  for (let number = 0; number < chunks; number++) {
    const form = new FormData();
    form.append(
      "video",
      new Blob([file.slice(number * CHUNK_SIZE_BYTES, (number + 1) * CHUNK_SIZE_BYTES)]),
      "blob",
    );
    if (number === chunks - 1) form.append("end", "1");
    await ask("POST", `/api/videos/${video.uuid}/${number}`, form);
  }
  await ask("PUT", `/api/videos/${video.uuid}`, {
    uploadingPercent: "100",
    uploadingETA: 0,
    lastUploadingFeedbackDate: Date.now(),
    currentChunk: String(chunks),
    canResume: true,
  });
  const encoded = await until(
    () => ask("GET", `/api/videos/${video.uuid}`),
    (read) => ["encoded", "error"].includes(read.encodingStatus),
  );

  // Starts several uploads at the same time and cancels one of them.
  const many = await ask("POST", "/api/videos/multiple", [
    {
      type: "vod",
      title: "First of two",
      uploadingPercent: 0,
      inputQualities: [{}],
      encoding: "encoding",
      firstPass: "false",
      autoplay: "",
    },
    {
      type: "vod",
      title: "Second of two",
      uploadingPercent: 0,
      inputQualities: "",
      encoding: "",
      firstPass: 0,
    },
  ]);
  const uuids = many.map((each: UntypedResponse) => each.video.uuid);
  await ask("PUT", "/api/videosFailedUpload", uuids);
  const qualities = (await ask("GET", `/api/videos/${uuids[0]}`)).inputQualities;

  // Calls the actions that the old API offers for a video.
  await ask("PUT", `/api/videos/${video.uuid}`, {
    title: "Old film, renamed",
    description: "",
    tags: "sea|:|port",
    firstPass: "false",
    directStream: "",
    introModal: null,
    _isSelected: true,
    _modifyTitle: false,
  });
  await ask("PUT", `/api/videos/${video.uuid}/download`, true);
  const { chapters } = await ask("PUT", `/api/videos/${video.uuid}/chapters`, {
    chapters: [{ start: "1.5", title: "Harbour", _edit: false }],
  });
  const file2 = new FormData();
  file2.append("video", new Blob(["00:00:00 Start\n00:00:02 Middle\n"]), "chapters.txt");
  const imported = await ask("PUT", `/api/videos/${video.uuid}/chaptersfile`, file2);
  const cut = await ask("POST", "/api/tasks/in_out", {
    uuid: video.uuid,
    start: "0",
    end: "2",
    transcode: "true",
    title: "",
  });
  const read = await ask("GET", `/api/videos/${video.uuid}/`);

  // Creates a live with its old form.
  const live = await ask("POST", "/api/videos", {
    title: "Old live",
    type: "live",
    url: "",
    keepLive: true,
    seekLive: "true",
    autoplay: true,
    encoding: "encoding",
    inputQualities: [],
    liveToKeepDuration: "120",
    liveType: "",
    liveCamera: false,
    encodingStatus: "stopped",
    isPassword: true,
    password: "abc",
    externalStreams: { youtube: [{ key: "" }], facebook: [], twitch: [{}], other: [{ key: "k", url: "" }] },
    directStream: "",
    delay: "yes",
    canResume: false,
    startDate: "",
  });
  const liveRead = await ask("GET", `/api/videos/${live.uuid}`);

  // Reads the lists of the old API.
  const list = (query: Record<string, unknown>) =>
    ask(
      "GET",
      `/api/videos?${new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [
          name,
          typeof value === "string" ? value : JSON.stringify(value),
        ]),
      )}`,
    );
  const lists = {
    all: await list({
      page: 1,
      pagesize: 20,
      search: "",
      tags: [],
      filter: {},
      sort: { createdAt: -1 },
      _: 17,
    }),
    count: await list({ page: "1", pagesize: "0", filter: "" }),
    encoded: await list({ filter: { encodingStatus: "encoded", client }, sort: { encodingStatus: 1 } }),
    tagged: await list({ filter: { tags: "port", user: username }, sort: { user: 1 } }),
    cuts: await list({ pagesize: 1000, filter: { inAndOutOrigin: video.uuid } }),
    archives: await list({ pagesize: 1000, filter: { archiveLive: live.uuid }, client }),
  };

  // Sends the requests of an analytics page in the old API.
  const key = encoded.authorizationKey;
  const today = new Date().toISOString().slice(0, 10);
  const figures = {
    exists: await ask("GET", `/api/analytics/${key}`),
    keys: await ask(
      "GET",
      `/api/authorizationkeys?pagesize=10&page=1&count=true&filter=${encodeURIComponent(JSON.stringify({ client, extra: 1 }))}&sort=${encodeURIComponent('{"hourview_day":-1}')}`,
    ),
    feedback: await ask("POST", "/api/feedback", { key: `${key}*`, query: {} }),
    cdn: await ask("POST", "/api/feedback/cdn", { dates: [today, today], client }),
    running: await ask("POST", "/api/feedback/running", { key }),
  };
  const basic = { authorization: `Basic ${Buffer.from(apiKey).toString("base64")}` };
  const top = await ask(
    "POST",
    "/api/videosplugin/top10",
    {
      client,
      sortOn: "hourview",
      sortBy: -1,
      startDate: today,
      endDate: String(Date.now()),
      rankingSize: "10",
      key: "",
    },
    basic,
  );
  const viewers = await ask("POST", "/api/viewers", { query: { match_all: {} }, size: 0 }, basic);
  const plugin = {
    list: await ask("GET", "/api/videosplugin?page=1&pagesize=20&filter="),
    tags: await ask("GET", `/api/tags/?client=${client}`),
    collections: await ask("GET", `/api/collections?client=${client}`),
  };

  // Changes the client's settings and its users.
  await ask("PUT", `/api/clients/${client}`, { phone: "", clientname: "is not changed here" });
  const me = await ask("GET", "/api/users/my");
  const logs = await ask("GET", "/api/logs?page=1&pagesize=100&search=");

  const deleted = await ask("DELETE", `/api/videos/${live.uuid}/`);
  credential = "";
  await ask("GET", `/api/users/${encodeURIComponent(username)}/forgot`);
  return {
    storage,
    encoded,
    qualities,
    chapters,
    imported,
    cut,
    read,
    live: liveRead,
    lists,
    figures,
    top,
    viewers,
    plugin,
    me,
    logs,
    deleted,
  };
}
