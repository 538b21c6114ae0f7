import { randomUUID } from "node:crypto";
import type { RuleSettings } from "@shoal/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClientDescriptor, type EdgeHarness, startEdgeHarness } from "../testing/edge-harness.ts";

const EMBEDDING_PAGE = "https://www.example.org/films/1?from=mail";
const ONLY_SITE: RuleSettings = { authorizedWebsites: ["example.org"] };

let harness: EdgeHarness;
beforeAll(async () => {
  harness = await startEdgeHarness();
});
afterAll(() => harness.close());

async function publishWithRules(custom: RuleSettings = ONLY_SITE): Promise<string> {
  const clientId = randomUUID();
  harness.api.setClient(createClientDescriptor(clientId));
  return (await harness.publish({ clientId, rules: { custom } })).uuid;
}

/** Returns the proof in the player page for a request with these headers. */
async function requestProof(path: string, headers: Record<string, string>): Promise<string | undefined> {
  const page = await (await fetch(harness.edge.url + path, { headers })).text();
  return /<meta name="shoal-page" content="([^"]+)"/.exec(page)?.[1];
}
const framedByHeaders = (referer: string) => ({ referer, "sec-fetch-dest": "iframe" });

async function codeOf(path: string, body: object, headers: Record<string, string> = { origin: "null" }) {
  const response = await fetch(harness.edge.url + path, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { code?: string }).code;
}

describe("our player page in a sandboxed frame", () => {
  it.each(["embed", "v"])("proves which page embeds it, as /%s", async (room) => {
    const uuid = await publishWithRules();
    const pageProof = await requestProof(`/${room}/${uuid}`, framedByHeaders(EMBEDDING_PAGE));
    expect(await codeOf(`/play/${uuid}`, { pageProof, referrer: EMBEDDING_PAGE })).toBeUndefined();
    const elsewhere = await requestProof(`/${room}/${uuid}`, framedByHeaders("https://evil.example/"));
    expect(await codeOf(`/play/${uuid}`, { pageProof: elsewhere, referrer: EMBEDDING_PAGE })).toBe(
      "playback_website_denied",
    );
  });

  it("counts as embedded by an unknown page if that page sends no referrer", async () => {
    const uuid = await publishWithRules();
    expect(await requestProof(`/embed/${uuid}`, { "sec-fetch-dest": "iframe" })).toBeUndefined();
    expect(await codeOf(`/play/${uuid}`, { referrer: "" })).toBe("playback_website_denied");
    const lenient = await publishWithRules({ ...ONLY_SITE, unknownWebsites: true });
    expect(await codeOf(`/play/${lenient}`, { referrer: "" })).toBeUndefined();
  });

  it("plays through an export link that allows the embedding site", async () => {
    const { uuid, clientId } = await harness.publish();
    const link = randomUUID();
    harness.api.setLink({
      uuid: link,
      clientId,
      videoUuid: uuid,
      revision: 1,
      isPaused: false,
      endsAt: null,
      sites: ["example.org"],
    });
    const pageProof = await requestProof(`/x/${link}/embed`, framedByHeaders(EMBEDDING_PAGE));
    expect(await codeOf(`/play/x/${link}`, { pageProof })).toBeUndefined();
    expect(await codeOf(`/play/x/${link}`, { referrer: EMBEDDING_PAGE })).toBe("playback_denied");
  });
});

describe("a proof of the embedding page", () => {
  it("is not written for scripts that fetch the page", async () => {
    const uuid = await publishWithRules();
    expect(
      await requestProof(`/embed/${uuid}`, { referer: EMBEDDING_PAGE, "sec-fetch-dest": "empty" }),
    ).toBeUndefined();
    // Browsers from before 2023 do not send the `Sec-Fetch-Dest` header.
    expect(await requestProof(`/embed/${uuid}`, { referer: EMBEDDING_PAGE })).toBeDefined();
  });

  it("is refused for another video, or if it is forged", async () => {
    const [uuid, other] = [await publishWithRules(), await publishWithRules()];
    const pageProof = await requestProof(`/embed/${uuid}`, framedByHeaders(EMBEDDING_PAGE));
    expect(await codeOf(`/play/${other}`, { pageProof, referrer: EMBEDDING_PAGE })).toBe(
      "playback_website_denied",
    );
    const forged = `${pageProof?.slice(0, -2)}AA`;
    expect(await codeOf(`/play/${uuid}`, { pageProof: forged })).toBe("playback_website_denied");
  });

  it("does not override the origin of a foreign page", async () => {
    const uuid = await publishWithRules();
    const pageProof = await requestProof(`/embed/${uuid}`, framedByHeaders(EMBEDDING_PAGE));
    const headers = { origin: "https://evil.example" };
    expect(await codeOf(`/play/${uuid}`, { pageProof, referrer: EMBEDDING_PAGE }, headers)).toBe(
      "playback_website_denied",
    );
  });

  it("is required at an address of the edge other than its public one", async () => {
    const uuid = await publishWithRules();
    const headers = { origin: harness.edge.url };
    expect(await codeOf(`/play/${uuid}`, { referrer: EMBEDDING_PAGE }, headers)).toBe(
      "playback_website_denied",
    );
    const pageProof = await requestProof(`/embed/${uuid}`, framedByHeaders(EMBEDDING_PAGE));
    expect(await codeOf(`/play/${uuid}`, { pageProof }, headers)).toBeUndefined();
  });

  it("is not stored by shared caches", async () => {
    const { headers } = await fetch(`${harness.edge.url}/embed/${await publishWithRules()}`);
    expect(headers.get("cache-control")).toBe("private, no-cache");
  });
});
