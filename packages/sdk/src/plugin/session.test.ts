import type { PluginSession } from "@shoal/contract/player";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ShoalError, ShoalOptions } from "./plugin.types.ts";
import { maintainPluginSession } from "./session.ts";

const SESSION = {
  sessionId: "s",
  tokenExpiresAt: "2026-01-01T00:15:00.000Z",
  serverTime: "2026-01-01T00:00:00.000Z",
  beacon: { token: "told" },
} as PluginSession;
const NEVER_RESPONDS = () => new Promise<never>(() => {});

/** The request to the edge, which responds immediately. */
const edgeRequest = vi.fn(async (_url: string, { body }: { body: string }) => {
  expect(JSON.parse(body)).toMatchObject({ key: "k" });
  return Response.json(SESSION);
});

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", edgeRequest);
  vi.stubGlobal("document", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  edgeRequest.mockClear();
});

/** Opens the session of a page, and records its callbacks. */
function openSession(page: Pick<ShoalOptions, "authorization" | "consent">) {
  const results: (PluginSession | ShoalError)[] = [];
  const keeper = maintainPluginSession({
    page: { edgeUrl: "https://e.example", ...page },
    request: { key: "k", video: "film", version: "1.0.0", platform: "web", referrer: "" },
    onOpened: (session) => results.push(session),
    onError: (error) => results.push(error),
  });
  return { keeper, told: results };
}

describe("a prerendered page", () => {
  it("opens its session when it is visited", async () => {
    const rendered = Object.assign(new EventTarget(), { prerendering: true });
    vi.stubGlobal("document", rendered);
    const { told } = openSession({});
    await vi.advanceTimersByTimeAsync(60_000);
    expect(edgeRequest).not.toHaveBeenCalled();
    rendered.dispatchEvent(new Event("prerenderingchange"));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual([SESSION]);
  });
});

describe("a page whose functions for token or consent do not answer", () => {
  it.each(["authorization", "consent"])(
    "counts as unreachable after 10 s (%s), and is called again",
    async (name) => {
      const answers = vi.fn<() => Promise<never> | undefined>(NEVER_RESPONDS);
      const { keeper, told } = openSession({ [name]: answers });
      await vi.advanceTimersByTimeAsync(9_999);
      expect(told).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(told).toEqual([{ type: "unreachable", detail: "page silent" }]);
      expect(edgeRequest).not.toHaveBeenCalled();
      answers.mockReturnValue(undefined);
      await vi.advanceTimersByTimeAsync(15_000);
      expect(told.slice(1)).toEqual([SESSION]);
      keeper.close();
    },
  );

  it("is called again at each renewal", async () => {
    const authorization = vi.fn(async (): Promise<string> => "first");
    const { keeper, told } = openSession({ authorization });
    await vi.advanceTimersByTimeAsync(0);
    authorization.mockImplementationOnce(NEVER_RESPONDS).mockResolvedValue("third");
    const renewal = keeper.renewNow();
    await vi.advanceTimersByTimeAsync(10_000);
    await renewal;
    await vi.advanceTimersByTimeAsync(15_000);
    expect(told).toEqual([SESSION, { type: "unreachable", detail: "page silent" }, SESSION]);
    expect(edgeRequest.mock.calls.map(([, { body }]) => JSON.parse(body).authorization)).toEqual([
      "first",
      "third",
    ]);
    keeper.close();
  });

  it("opens a session without an error if it answers within the timeout", async () => {
    const authorization = () => new Promise<string>((resolve) => setTimeout(resolve, 9_000, "late"));
    const { keeper, told } = openSession({ authorization });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([SESSION]);
    keeper.close();
  });
});
