import { describe, expect, it } from "vitest";
import { ConfigError, readConfig } from "./config.ts";

const validSettings = {
  EDGE_PUBLIC_URL: "https://play.example.com/",
  API_INTERNAL_URL: "http://127.0.0.1:8080",
  INTERNAL_SECRET: "x".repeat(32),
  PLAYBACK_SECRETS: `new:${"n".repeat(32)},old:${"o".repeat(32)}`,
  MEDIA_STORE: "/var/lib/shoal/media",
  CLICKHOUSE_URL: "http://127.0.0.1:8123",
  SPOOL_DIR: "/var/lib/shoal/spool",
};
const collectSettingFaults = (env: Record<string, string>): string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe("the settings of the edge", () => {
  it("have defaults and keep the order of the signing keys", () => {
    const config = readConfig(validSettings);
    expect(config).toMatchObject({
      host: "127.0.0.1",
      publicUrl: "https://play.example.com",
      tokenTtlMs: 900_000,
    });
    expect(config.playbackKeys.map((key) => key.id)).toEqual(["new", "old"]);
    expect(config.trustedProxies).toEqual([]);
  });

  it("report every missing setting at once", () => {
    expect(collectSettingFaults({}).map((fault) => fault.split(":")[0])).toEqual(Object.keys(validSettings));
  });

  it("report every invalid setting at once", () => {
    const faults = collectSettingFaults({
      ...validSettings,
      PORT: "http",
      EDGE_PUBLIC_URL: "play.example.com",
      PLAYBACK_SECRETS: "k:short",
      TRUSTED_PROXIES: "10.0.0.0/8,localhost",
      ICE_SERVERS: "stun:a",
    });
    expect(faults.map((fault) => fault.split(":")[0])).toEqual([
      "PORT",
      "EDGE_PUBLIC_URL",
      "PLAYBACK_SECRETS",
      "TRUSTED_PROXIES",
      "ICE_SERVERS",
    ]);
  });

  it("accept STUN and TURN servers as services list them, and report the fault of each invalid one", () => {
    const servers = [
      { urls: "stun:stun.example.com" },
      { urls: ["turn:relay.example.com:3478?transport=udp"], username: "shop", credential: "word" },
    ];
    const read = (list: unknown) =>
      readConfig({ ...validSettings, ICE_SERVERS: JSON.stringify(list) }).iceServers;
    expect(read(servers)).toEqual([{ urls: ["stun:stun.example.com"] }, servers[1]]);
    const faulty = [{ urls: "turn:a" }, { urls: ["stun:a"], username: "shop" }, { urls: "http://a" }];
    const [fault = ""] = collectSettingFaults({
      ...validSettings,
      ICE_SERVERS: JSON.stringify(faulty.slice(0, 2)),
    });
    expect(fault).toContain("0.secret is required for TURN, or a username and a credential");
    expect(fault).toContain("1.username applies only to TURN servers");
    expect(collectSettingFaults({ ...validSettings, ICE_SERVERS: JSON.stringify(faulty) })[0]).toContain(
      "2.urls.0 must begin with stun:",
    );
  });

  it("read the edges of a cluster, which must include this edge", () => {
    const cluster = "eu=https://play.example.com/, us=https://us.example.com";
    expect(readConfig({ ...validSettings, EDGE_CLUSTER: cluster }).cluster).toEqual([
      { region: "eu", url: "https://play.example.com" },
      { region: "us", url: "https://us.example.com" },
    ]);
    expect(readConfig(validSettings).cluster).toEqual([]);
    const named = (value: string) => collectSettingFaults({ ...validSettings, EDGE_CLUSTER: value });
    expect(named("us=https://us.example.com")).toEqual([
      "EDGE_CLUSTER: must name this edge's EDGE_PUBLIC_URL too",
    ]);
    expect(named("https://play.example.com")).toEqual([
      'EDGE_CLUSTER: "https://play.example.com" is no region=URL',
    ]);
  });

  it("allow nginx to send segments only if bytes are billed as reported by players", () => {
    const segments = { ...validSettings, MEDIA_SEGMENTS_DIR: "/var/cache/shoal-segments" };
    expect(collectSettingFaults(segments)).toEqual([
      "MEDIA_SEGMENTS_DIR: needs MEDIA_CACHE_IN_FRONT=true: the edge does not see the bytes that nginx sends",
    ]);
    expect(readConfig({ ...segments, MEDIA_CACHE_IN_FRONT: "true" }).segmentFiles?.folder).toBe(
      segments.MEDIA_SEGMENTS_DIR,
    );
    expect(readConfig({ ...validSettings, MEDIA_SEGMENTS_DIR: "" }).segmentFiles).toBeUndefined();
  });

  it("read proxies and ICE servers", () => {
    const config = readConfig({
      ...validSettings,
      TRUSTED_PROXIES: "10.0.0.0/8, ::1",
      ICE_SERVERS: '[{"urls":["stun:stun.example.com:3478"]}]',
    });
    expect(config.trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
    expect(config.iceServers).toEqual([{ urls: ["stun:stun.example.com:3478"] }]);
  });
});
