import { type SwarmEngine, segmentIdOfUrl } from "@shoal/p2p";
import type { FragmentLoaderContext, HlsConfig } from "hls.js";
import { describe, expect, it } from "vitest";
import { createFragmentLoaderClass } from "./fragment-loader.ts";

describe("a fragment loader", () => {
  const engineWith = (load: SwarmEngine["load"]): SwarmEngine => ({
    load,
    awaited: () => undefined,
    publish: () => undefined,
    compose: () => undefined,
    setPlayhead: () => undefined,
    renew: () => undefined,
    stats: () => ({ bytesServer: 0, bytesPeer: 0, bytesUp: 0, peers: 0, audience: 1 }),
    inspect: () => {
      throw new Error("Nobody looks");
    },
    close: () => undefined,
  });
  const context = {
    url: "https://e.example/m/token/u-1/1/v0/3.m4s",
    frag: { sn: 3, start: 12 },
  } as unknown as FragmentLoaderContext;

  const loaderOn = (engine: SwarmEngine, DefaultLoader: unknown = class {}) => {
    const FragmentLoader = createFragmentLoaderClass({
      DefaultLoader: DefaultLoader as never,
      load: ({ url }, request) => {
        const segment = segmentIdOfUrl(url);
        return segment === undefined ? undefined : engine.load({ ...request, segment });
      },
      bufferEndSec: () => 0,
      bandwidthBps: () => 0,
      onLoaded: () => undefined,
    });
    return new FragmentLoader({} as HlsConfig);
  };

  it("is not aborted when it is destroyed after success, so that hls.js counts its bandwidth", async () => {
    const engine = engineWith(async () => ({
      startedAtMs: 1_000,
      firstByteAtMs: 1_050,
      endedAtMs: 3_000,
      data: new ArrayBuffer(500_000),

      bytesServer: 500_000,
      bytesPeer: 0,
      transport: "server",
    }));
    const loader = loaderOn(engine);
    await new Promise((resolve) => {
      const onSuccess = () => resolve(loader.destroy());
      loader.load(context, {} as never, { onSuccess, onError: resolve, onTimeout: resolve });
    });
    expect(loader.stats).toMatchObject({ aborted: false, loaded: 500_000, total: 500_000 });
  });

  it("does not abort hls.js's own loader when it is destroyed after loading a file outside of the swarm", async () => {
    const events: string[] = [];
    /** Imitates hls.js's own loader, which reports an abort unless it was destroyed. */
    class PlainLoader {
      stats = {};
      load(_: unknown, __: unknown, { onSuccess, onAbort }: Record<string, () => void>) {
        this.abort = () => onAbort?.();
        queueMicrotask(() => onSuccess?.());
      }
      abort = (): void => undefined;
      destroy = () => events.push("destroyed");
    }
    const loader = loaderOn(
      engineWith(() => Promise.reject(new Error("not asked"))),
      PlainLoader,
    );
    const plain = { ...context, url: "https://e.example/m/token/u-1/1/v0/init-1.m4s" };
    await new Promise((resolve) => {
      const onAbort = () => events.push("aborted");
      const onSuccess = () => resolve(loader.destroy());
      loader.load(plain, {} as never, { onSuccess, onAbort, onError: resolve, onTimeout: resolve });
    });
    expect(events).toEqual(["destroyed"]);
  });

  it("aborts the swarm's request when it is destroyed while loading", async () => {
    const reason = new Promise<unknown>((resolve) => {
      const engine = engineWith(
        ({ signal }) =>
          new Promise((_, reject) => signal.addEventListener("abort", () => reject(resolve(signal.reason)))),
      );
      const loader = loaderOn(engine);
      loader.load(context, {} as never, { onSuccess: resolve, onError: resolve, onTimeout: resolve });
      loader.destroy();
      expect(loader.stats.aborted).toBe(true);
    });
    expect(await reason).toMatchObject({ name: "AbortError" });
  });
});
