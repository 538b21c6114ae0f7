import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AccessSimulationView, type BodyOf, type RuleChanges, routes } from "@shoal/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApi, type TestApi, type TestUser } from "../../../test-api.ts";
import { codeOf } from "../../../testing/account-harness.ts";
import { addVideo } from "../../../testing/video-harness.ts";
import { createAccessSimulationService } from "./access-simulation.service.ts";

type SimulationRequest = BodyOf<typeof routes.simulateAccess>;
const BUILT_LISTS = { isOperators: false, builtAt: new Date(0) };
/** The address of a name server of the University of Oslo. */
const NORWEGIAN_ADDRESS = "129.240.2.3";

let folder: string;
let api: TestApi;
let manager: TestUser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoal-simulation-"));
  const vpnNetworks = join(folder, "vpns.txt");
  await writeFile(vpnNetworks, "198.51.100.0/24\n");
  api = await startTestApi({ VPN_NETWORKS: vpnNetworks });
  manager = await api.addUser(["manager"]);
});
afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

const simulateVisitor = (subject: SimulationRequest["subject"], visitor: object = {}, more: object = {}) =>
  manager.call(routes.simulateAccess, {
    body: { subject, visitor: { page: null, ...visitor }, ...more } as SimulationRequest,
  });
const stepOf = ({ steps }: AccessSimulationView, name: string) => steps.find(({ step }) => step === name);

async function addVideoWith(rules: RuleChanges): Promise<SimulationRequest["subject"]> {
  const uuid = await addVideo(api, manager);
  await manager.call(routes.updateVideoRules, { params: { id: uuid }, body: { revision: 0, rules } });
  return { type: "video", uuid };
}

test("the rules in force allow or block a visitor, whose location follows from their address", async () => {
  const subject = await addVideoWith({ authorizedCountries: ["FR"] });
  const simulated = await simulateVisitor(subject, { address: NORWEGIAN_ADDRESS });
  expect(simulated).toMatchObject({
    isAllowed: false,
    decidedBy: "country",
    visitor: { address: NORWEGIAN_ADDRESS, country: "NO", asn: 224, isVpn: false, host: null },
    origins: { country: { isOperators: false }, asn: { isOperators: false }, vpn: { isOperators: true } },
  });
  expect(stepOf(simulated, "country")).toEqual({
    step: "country",
    verdict: "refused",
    rule: "authorizedCountries",
    source: "custom",
  });
  expect(stepOf(simulated, "website")?.verdict).toBe("not reached");
  expect((await simulateVisitor(subject, { country: "FR" })).isAllowed).toBe(true);
  expect((await simulateVisitor(subject, { address: NORWEGIAN_ADDRESS, country: null })).decidedBy).toBe(
    "country",
  );
});

test("a draft replaces the rules at the level of its subject and is not saved", async () => {
  const collection = await manager.call(routes.addCollection, {
    body: { name: `Lessons ${crypto.randomUUID()}`, rules: { unauthorizedWebsites: ["example.org"] } },
  });
  const video = await addVideo(api, manager);
  await manager.call(routes.updateVideoRules, {
    params: { id: video },
    body: { revision: 0, rules: {}, collection: collection.uuid },
  });
  const page = "https://news.example.org/today";
  const inherited = await simulateVisitor({ type: "video", uuid: video }, { page });
  expect(stepOf(inherited, "website")).toMatchObject({
    verdict: "refused",
    source: "collection",
    entry: "example.org",
  });
  const draft = { unauthorizedWebsites: [] };
  const tried = await simulateVisitor({ type: "video", uuid: video }, { page }, { draft });
  expect(tried.isAllowed).toBe(true);
  expect(
    (await simulateVisitor({ type: "collection", uuid: collection.uuid }, { page }, { draft })).isAllowed,
  ).toBe(true);
  expect((await simulateVisitor({ type: "video", uuid: video }, { page })).isAllowed).toBe(false);
});

test("a draft of the client's bans applies to its visitors", async () => {
  const subject = await addVideoWith({ unauthorizedWebsites: ["example.net"] });
  const page = "https://example.com";
  expect((await simulateVisitor(subject, { page })).isAllowed).toBe(true);
  const draft = { unauthorizedWebsites: ["example.com"] };
  const simulated = await simulateVisitor({ type: "client" }, { page }, { draft });
  expect(stepOf(simulated, "website")).toMatchObject({ verdict: "refused", source: "client" });
});

test("a simulated time before a video's start or after its end decides the result", async () => {
  const uuid = await addVideo(api, manager);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  await api.database.db
    .updateTable("videos")
    .set({ starts_at: new Date(at(1)), delete_at: new Date(at(10)) })
    .where("uuid", "=", uuid)
    .execute();
  const decidedAt = async (hours: number) =>
    (await simulateVisitor({ type: "video", uuid }, {}, { at: at(hours) })).decidedBy;
  expect([await decidedAt(0), await decidedAt(2), await decidedAt(11)]).toEqual(["start", null, "deletion"]);
});

test("a reached budget blocks viewers of hosted videos only, and only in its month", async () => {
  const own = await api.addUser(["manager"]);
  const uuid = await addVideo(api, own);
  await api.database.db
    .updateTable("clients")
    .set({ playback_stopped_month: "2031-11" })
    .where("uuid", "=", own.clientUuid)
    .execute();
  const decidedAt = async (subject: SimulationRequest["subject"], at: string) =>
    (
      await own.call(routes.simulateAccess, {
        body: { subject, visitor: { page: null }, at } as SimulationRequest,
      })
    ).decidedBy;
  expect(await decidedAt({ type: "video", uuid }, "2031-11-30T23:59:59Z")).toBe("budget");
  expect(await decidedAt({ type: "video", uuid }, "2031-12-01T00:00:00Z")).toBeNull();
  expect(await decidedAt({ type: "client" }, "2031-11-30T23:59:59Z")).toBeNull();
});

test("a visitor is recognised as a VPN user by the operator's list", async () => {
  const subject = await addVideoWith({ authorizedVPNs: false, authorizedVPNsList: ["198.51.100.7"] });
  const decided = async (visitor: object) => (await simulateVisitor(subject, visitor)).decidedBy;
  expect(await decided({ address: "198.51.100.9" })).toBe("vpn");
  expect(await decided({ address: "198.51.100.7" })).toBeNull();
  expect(await decided({ address: NORWEGIAN_ADDRESS })).toBeNull();
  expect(await decided({ address: NORWEGIAN_ADDRESS, isVpn: true })).toBe("vpn");
  const open = await simulateVisitor(subject, { country: "NO", isVpn: true });
  expect(stepOf(open, "vpn")?.verdict).toBe("unknown");
});

test("reading a draft of 150,000 networks yields to other work in between", async () => {
  let pauses = 0;
  const simulation = createAccessSimulationService({
    db: api.database.db,
    places: {
      find: () => undefined,
      origins: { country: BUILT_LISTS, asn: BUILT_LISTS, vpn: null },
    } as never,
    pause: async () => {
      pauses++;
    },
  });
  const networks = Array.from({ length: 50_000 }, (_, nth) => `2001:db8:${nth.toString(16)}::/48`);
  const draft = {
    authorizedIPs: networks,
    unauthorizedIPs: [...networks],
    authorizedVPNsList: [...networks],
  };
  const simulated = {
    subject: { type: "client" },
    visitor: { address: "2001:db8:7::1", country: "FR" },
    draft,
  };
  const { decidedBy, steps } = await simulation.simulateAccess(
    { clientUuid: manager.clientUuid } as never,
    { ...simulated, visitor: { ...simulated.visitor, page: null, isPasswordRight: true } } as never,
  );
  expect(decidedBy).toBe("address");
  expect(steps.find(({ step }) => step === "address")?.entry).toBe("2001:db8:7::/48");
  // The lists are read in slices of 2,000 networks.
  expect(pauses).toBe((3 * 50_000) / 2_000);
});

test("subjects of another client cannot be found", async () => {
  const other = await api.addUser(["manager"]);
  const uuid = await addVideo(api, other);
  expect(await codeOf(simulateVisitor({ type: "video", uuid }))).toBe("video_not_found");
  expect(await codeOf(simulateVisitor({ type: "pluginVideo", uuid }))).toBe("video_not_found");
  expect(await codeOf(simulateVisitor({ type: "collection", uuid }))).toBe("collection_not_found");
  expect(await codeOf(simulateVisitor({ type: "config", uuid }))).toBe("config_not_found");
});
