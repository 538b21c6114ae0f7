import { GUARDED_FIELDS, type RouteSpec, routes } from "@shoal/contract";
import { expect, test } from "vitest";
import { z } from "zod";
import { collectFields, suggestField } from "./misspelt-fields.ts";
import { headerOf } from "./unknown-fields.ts";

const OLD_CALLS = Object.entries(routes as Record<string, RouteSpec>).filter(([, route]) => route.isOldCall);
const partsOf = ({ query, body, multipart }: RouteSpec) =>
  [query, body, multipart?.fields].filter((schema) => schema !== undefined);

test.each([
  ["isPasword", "isPassword"],
  ["IsPassword", "isPassword"],
  ["is_password", "isPassword"],
  ["pasword", "password"],
  ["passwrd", "password"],
  ["pwssaord", "password"],
  ["passwordd", "password"],
  ["Password", "password"],
  ["0.isPasword", "isPassword"],
  ["passport1", undefined],
  ["passé", undefined],
  ["title2", undefined],
  ["colour", undefined],
  ["x".repeat(1_000_000), undefined],
])("in the fields of a new video, %s is recognised as %s", (sent, meant) => {
  expect(suggestField(routes.createVideo.body, sent)).toBe(meant);
});

test("dates, rules and rights are recognised too, and only in calls that have them", () => {
  expect(suggestField(routes.updateVideo.body, "startdate")).toBe("startDate");
  expect(suggestField(routes.updateVideo.body, "stratDate")).toBe("startDate");
  expect(suggestField(routes.createVideo.body, "startdate")).toBeUndefined();
  expect(suggestField(routes.updatePluginVideo.body, "rule")).toBe("rules");
  expect(suggestField(routes.updatePluginVideo.body, "rulse")).toBe("rules");
  expect(suggestField(routes.updatePluginVideo.body, "rules.authorizedIps")).toBe("authorizedIPs");
});

/** Every field that the old API names (§3, §7, and the fields that its pages added to a video). */
const OLD_FIELDS = `
  username email roles role passwordModified client client_infos defaultNumberPerPage noKeepLive defaultAutoplay oldTable user
  credential view clientView clientname type vireed export scenelist dataToDelete clientNumber contractNumber companyName siret
  contactFirstName contactLastName contactEmail phone postalAddress uuid title description tags liveType liveCamera authorizationKey
  encoding inputQualities currentNumberOfQualities firstPass directStream delay encodingStatus encodingPercent encodingETA
  uploadingPercent uploadingETA lastUploadingFeedbackDate currentChunk canResume error errorType sourcePath keepLive seekLive
  liveToKeepDuration startDateLive externalStreams youtube facebook twitch other key url autoplay isPassword password introModal
  chapters download downloadLive deleteDate startDate createdAt lastModifyAt duration archive archiveLive archivesFromLive
  archivesFromLiveSize inAndOutOrigin videoInAndOut videoInAndOutSize manifest thumbnail originalname bunnyPlayable inputInfos
  nbView hourview concurrentUsers meanTime bestQualityPercent bitrate rebuff offload dataDelivered totalMB_peer energySaved
  kwhSpent co2Spent _isSelected _modifyTitle _modifyTags _modifyDescription _otherLoaded resolution width height FPS _embedded _size
  name collabs teams currentVersion createdDate number publisher uuidVideo teamName teamDescription ownerTeam collabsTeam roomName
  users lastMessage lastUpdated _id sender_id content timestamp files size extension path audio replyMessage seen reactions edited
  roomId rememberMe type mail page pagesize sort filter count search end video checksum start transcode startDate uuids
  isContractSigned isRIB rules sites authorizedVideos authorizedIPs unauthorizedIPs authorizedVPNs authorizedVPNsList
  authorizedCountries unauthorizedCountries authorizedSubdomains unauthorizedSubdomains authorizedWebsites unauthorizedWebsites
  query dates sortOn sortBy endDate rankingSize newRole group token currentPassword newPassword confirmPassword language oldField
  image background link text subtext button
`
  .trim()
  .split(/\s+/);

test("no field of the old API counts as misspelt in any call", () => {
  const hit = OLD_CALLS.flatMap(([call, route]) =>
    partsOf(route).flatMap((schema) =>
      OLD_FIELDS.filter((field) => suggestField(schema, field) !== undefined).map(
        (field) => `${call}: ${field}`,
      ),
    ),
  );
  expect(OLD_CALLS.length).toBeGreaterThan(50);
  expect(hit).toEqual([]);
});

test("the table of guarded fields contains every field of old calls that decides access or dates", () => {
  const DECIDES =
    /password|date|authoriz|website|hidden|consent|roles|streaming|expires|endsat|token|^rules$/i;
  /**
   * Harmless near misses: upload feedback, a list filter, the date shown for a version, and a token, without which a call is
   * rejected.
   */
  const harmless = new Set(["lastUploadingFeedbackDate", "hidden", "createdDate", "token"]);
  const fields = new Set<string>();
  for (const [, route] of OLD_CALLS)
    for (const schema of partsOf(route))
      collectFields(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), fields);
  const missing = [...fields].filter(
    (field) => DECIDES.test(field) && !GUARDED_FIELDS.has(field) && !harmless.has(field),
  );
  expect(missing).toEqual([]);
  expect([...GUARDED_FIELDS].filter((field) => !fields.has(field))).toEqual([]);
});

test("the header lists ignored fields in safe characters, within the limits of proxies", () => {
  expect(headerOf(["oldField", "rules.a b"])).toBe("oldField, rules.a%20b");
  expect(headerOf(["é\r\nx: y", "\ud800"])).toBe("%C3%A9%0D%0Ax%3A%20y, %EF%BF%BD");
  const many = headerOf(Array.from({ length: 20 }, (_, nth) => "é".repeat(58) + String(nth)));
  expect(many.length).toBeLessThanOrEqual(1_000);
  expect(many).toMatch(/, \.\.\.$/);
});
