import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { RouteSpec, routes } from "@shoal/contract";
import { USUAL_ALERT_RULES } from "@shoal/domain/alerts";
import { MODULE_FIXTURES } from "./module-fixtures.ts";
import { type PopulatedClient, REPORTED_MONTH } from "./populated-client.ts";
import { type RequestSample, sampleRequest } from "./request-samples.ts";
import type { TestCaller } from "./route-callers.ts";
import { SAMPLE_SELLER } from "./seller-sample.ts";

type RouteName = keyof typeof routes;
/** The parts of a call that name existing objects; samples supply all other values. */
type TargetSample = (world: PopulatedClient, caller: TestCaller | undefined) => RequestSample;

const video: TargetSample = (world) => ({ params: { id: world.videoUuid } });
const live: TargetSample = (world) => ({ params: { id: world.liveUuid } });
const captions: TargetSample = (world) => ({
  params: { id: world.videoUuid, captionsId: world.captionsUuid },
});
const trashedVideo: TargetSample = (world) => ({ params: { id: world.trashedUuid } });
const category: TargetSample = (world) => ({ params: { id: world.categoryUuid } });
const exportLink: TargetSample = (world) => ({ params: { id: world.exportLinkUuid } });
const labelledVideo: TargetSample = (world) => ({
  params: { id: world.videoUuid, categoryId: world.categoryUuid },
});
const sceneList: TargetSample = (world) => ({ params: { id: world.sceneListUuid } });
const user: TargetSample = (world) => ({ params: { id: world.userUuid } });
const client: TargetSample = (world) => ({ params: { id: world.clientUuid } });
const privilege: TargetSample = (world) => ({ params: { id: world.userUuid, privId: "editor" } });
const invitation: TargetSample = (world) => ({ params: { id: world.activationKey } });
const forgottenPassword: TargetSample = (world) => ({ params: { id: world.passwordKey } });
const picture: TargetSample = (world) => ({ params: { id: world.pictureUuid } });
const outro: TargetSample = (world) => ({ params: { id: world.outroUuid } });
const config: TargetSample = (world) => ({ params: { id: world.configUuid } });
const collection: TargetSample = (world) => ({ params: { id: world.collectionUuid } });
const pluginVideo: TargetSample = (world) => ({ params: { id: world.pluginVideoUuid } });
const alert: TargetSample = (world) => ({ params: { id: world.alertUuid } });
const metricsKey: TargetSample = (world) => ({ params: { key: world.videoUuid } });
const footprintMonth: TargetSample = () => ({ params: { month: REPORTED_MONTH } });
const billedMonth: TargetSample = () => ({ params: { month: REPORTED_MONTH } });
const newPassword = { password: "Correct-horse-1", confirmPassword: "Correct-horse-1" };
const bytesSha256 = createHash("sha256").update("bytes").digest("hex");

/** The objects that each route is called about, of the target's client. Every route with parameters has a line here. */
const TARGETS_BY_ROUTE: Partial<Record<RouteName, TargetSample>> = {
  getSignup: invitation,
  signup: (world) => ({ ...invitation(world, undefined), body: newPassword }),
  signupGithub: invitation,
  forgot: (world) => ({ params: { id: world.email } }),
  getForgot: forgottenPassword,
  resetPassword: (world) => ({ ...forgottenPassword(world, undefined), body: newPassword }),
  verifyMail: (world) => ({ body: { mail: world.email, key: world.emailKey } }),
  // Only the user of a session can end it, not even a manager.
  deleteSession: (world, caller) => ({ params: { id: caller?.sessionUuid ?? world.sessionUuid } }),
  // A manager cannot grant roles of the platform.
  createUser: () => ({ body: { username: `new-${randomBytes(6).toString("hex")}`, roles: ["editor"] } }),
  getUser: user,
  updateUser: (world) => ({ ...user(world, undefined), body: { revision: 1, name: "Another" } }),
  updateUserAsAdmin: (world) => ({ ...user(world, undefined), body: { revision: 1, name: "Another" } }),
  deleteUser: user,
  renewActivation: user,
  sendPasswordLink: user,
  clearTwoFactor: user,
  listUserVideos: user,
  listPrivileges: user,
  grantPrivilege: privilege,
  revokePrivilege: privilege,
  getClient: client,
  updateClient: (world) => ({ ...client(world, undefined), body: { revision: 1, companyName: "Another" } }),
  updateClientAsAdmin: (world) => ({ ...client(world, undefined), body: { revision: 1, export: true } }),
  deleteClient: (world) => ({ ...client(world, undefined), body: { clientname: world.clientName } }),
  planClientDeletion: client,
  keepClient: client,
  setContractSigned: client,
  setBankDetailsReceived: client,
  getAuthorizations: client,
  setAuthorizedVideos: (world) => ({
    ...client(world, undefined),
    body: { authorizedVideos: [world.videoUuid] },
  }),
  setAuthorizedIps: client,
  setUnauthorizedIps: client,
  setAuthorizedVpns: client,
  setAuthorizedVpnsList: client,
  setAuthorizedCountries: client,
  setUnauthorizedCountries: client,
  getVideoRules: video,
  updateVideoRules: (world) => ({
    ...video(world, undefined),
    body: { revision: 0, collection: world.collectionUuid, config: world.configUuid },
  }),
  getClientRules: client,
  updateClientRules: client,
  getConfig: config,
  updateConfig: config,
  renewConfigKey: config,
  getSiteFigures: (world) => ({ params: { id: world.configUuid, site: world.siteUuid } }),
  deleteConfig: config,
  getCollection: collection,
  updateCollection: collection,
  deleteCollection: collection,
  listCollectionVideos: collection,
  getPluginVideo: pluginVideo,
  changePluginVideos: (world) => ({ body: { uuids: [world.pluginVideoUuid], isHidden: true } }),
  updatePluginVideo: pluginVideo,
  deletePluginVideo: pluginVideo,
  deletePluginVideos: (world) => ({ body: { uuids: [world.pluginVideoUuid] } }),
  getExternalStreams: live,
  setExternalStreams: live,
  startExternalStreams: live,
  stopExternalStreams: live,
  listExternalStreamStats: live,
  getStreamKey: live,
  renewStreamKey: live,
  clipLive: live,
  listStreamKeys: client,
  renewClientStreamKey: client,
  getInputInfos: live,
  listStreamingKeys: client,
  addStreamingKey: client,
  deleteStreamingKey: (world) => ({ params: { id: world.clientUuid, key: world.streamingKeyUuid } }),
  listApiKeys: client,
  addApiKey: (world) => ({ ...client(world, undefined), body: { description: "Another" } }),
  listKeyCalls: (world) => ({ params: { id: world.clientUuid, key: world.apiKeyUuid } }),
  rotateApiKey: (world) => ({ params: { id: world.clientUuid, key: world.apiKeyUuid } }),
  deleteApiKey: (world) => ({ params: { id: world.clientUuid, key: world.apiKeyUuid } }),
  getStatisticsSession: video,
  forgetViewer: () => ({ params: { viewer: randomUUID() } }),
  saveAlertRules: () => ({ body: { ...USUAL_ALERT_RULES, revision: 0 } }),
  getAlert: alert,
  getAlertSeries: alert,
  acknowledgeAlert: alert,
  saveProof: () => ({
    body: { isOn: false, isAgreed: false, sharePct: 5, limitGb: null, revision: 0 },
  }),
  getMonthBill: billedMonth,
  exportBilledRows: billedMonth,
  saveSeller: () => ({ body: SAMPLE_SELLER }),
  getFootprintReport: footprintMonth,
  exportFootprintCsv: footprintMonth,
  exportFootprintPdf: footprintMonth,
  makeFootprintReport: footprintMonth,
  searchKey: metricsKey,
  searchKeyByAddress: metricsKey,
  searchKeyHealth: metricsKey,
  searchKeySeveral: metricsKey,
  countKey: metricsKey,
  countKeyByAddress: metricsKey,
  getKeyMapping: metricsKey,
  findKeyFields: (world) => ({ ...metricsKey(world, undefined), body: { fields: ["*"] } }),
  findFields: () => ({ body: { fields: ["*"] } }),
  findKeyFieldsByAddress: (world) => ({ ...metricsKey(world, undefined), query: { fields: "*" } }),
  findFieldsByAddress: () => ({ query: { fields: "*" } }),
  findMetricsKey: metricsKey,
  feedback: (world) => ({ body: { key: `${world.videoUuid}_*` } }),
  feedbackCdn: (world) => ({ body: { client: world.clientUuid, dates: ["2031-05-06T07:08:09Z"] } }),
  feedbackRunning: (world) => ({ body: { key: world.videoUuid } }),
  rankVideos: (world) => ({
    body: {
      client: world.clientUuid,
      startDate: "2031-05-06T07:08:09Z",
      endDate: "2031-05-07T07:08:09Z",
      key: world.videoUuid,
    },
  }),
  listMetricsKeys: () => ({ query: { filter: {} } }),
  listIces: client,
  getClientIce: client,
  addIce: client,
  changeIce: (world) => ({ ...client(world, undefined), body: { uuid: world.iceSetUuid, isInForce: true } }),
  listVideos: (world) => ({ query: { filter: { uuids: [world.videoUuid] } } }),
  getVideo: video,
  updateVideo: (world) => ({ ...video(world, undefined), body: { title: "Another" } }),
  deleteVideo: video,
  createExportLink: (world) => ({ body: { video: world.videoUuid, name: "Another" } }),
  getExportLink: exportLink,
  updateExportLink: (world) => ({ ...exportLink(world, undefined), body: { revision: 1, name: "Another" } }),
  pauseExportLink: exportLink,
  deleteExportLink: exportLink,
  getRuleReach: (world) => ({ params: { type: "video", id: world.videoUuid } }),
  simulateAccess: (world) => ({
    body: { subject: { type: "video", uuid: world.videoUuid }, visitor: {} },
  }),
  replayAccess: (world) => ({ body: { subject: { type: "video", uuid: world.videoUuid } } }),
  cutVideo: (world) => ({ body: { uuid: world.videoUuid, start: 0, end: 1 } }),
  planCut: (world) => ({ ...video(world, undefined), query: { start: 0, end: 1 } }),
  changeCut: (world) => ({ ...video(world, undefined), body: { start: 0, end: 1 } }),
  createSceneList: (world) => ({
    body: { title: "New", scenes: [{ video: world.videoUuid, in: 0, out: 1 }] },
  }),
  getSceneList: sceneList,
  updateSceneList: (world) => ({ ...sceneList(world, undefined), body: { revision: 1, title: "Another" } }),
  deleteSceneList: sceneList,
  restartEncoding: video,
  stopEncoding: video,
  listRepresentations: video,
  getDuration: video,
  getManifest: video,
  getWaveform: video,
  renameCategory: category,
  deleteCategory: category,
  addToCategory: labelledVideo,
  removeFromCategory: labelledVideo,
  planDeletion: (world) => ({ ...video(world, undefined), body: { deleteDate: "2091-05-06T07:08:09Z" } }),
  playAsLive: video,
  endPlayingAsLive: video,
  addVodToLiveTask: (world) => ({ body: { uuid: world.videoUuid } }),
  restoreFromTrash: trashedVideo,
  deleteFromTrash: trashedVideo,
  changeVideos: (world) => ({ body: { action: "delete", uuids: [world.videoUuid] } }),
  setChapters: video,
  importChapters: video,
  exportChapters: video,
  setDownload: video,
  listCaptions: video,
  uploadCaptions: video,
  getCaptions: captions,
  changeCaptions: captions,
  setCaptionCues: captions,
  exportCaptions: captions,
  deleteCaptions: captions,
  setRepresentations: video,
  accelerate: video,
  decelerate: video,
  getThumbnail: video,
  getPlayer: video,
  getOwnerPass: video,
  getUpload: video,
  takeThumbnail: (world) => ({ params: { id: world.videoUuid, t: "1.5" } }),
  uploadThumbnail: video,
  resetThumbnail: video,
  getStoryboard: video,
  listDownloads: video,
  makeDashBundle: video,
  listCopies: video,
  replaceVideo: video,
  getReplacement: video,
  cancelReplacement: video,
  updateVideoAsAdmin: (world) => ({ ...video(world, undefined), body: { title: "Another" } }),
  findUploads: (world) => ({ query: { fingerprint: world.fingerprint } }),
  uploadChunk: (world) => ({
    params: { uuid: world.videoUuid, chunkNumber: 1 },
    fields: { checksum: bytesSha256 },
  }),
  getPicture: picture,
  updatePicture: picture,
  deletePicture: picture,
  getOutro: outro,
  updateOutro: (world) => ({
    ...outro(world, undefined),
    body: { revision: 1, title: "Another", image: world.pictureUuid, backgroundImage: world.pictureUuid },
  }),
  deleteOutro: outro,
  assignOutro: (world) => ({ ...video(world, undefined), body: { outro: world.outroUuid } }),
  cancelUpload: video,
  failUploads: (world) => ({ body: { uuids: [world.videoUuid] } }),
  ...Object.assign({}, ...MODULE_FIXTURES.map(({ targets }) => targets)),
};

/** Returns the names of routes whose path has parameters for which no object is known. */
export function routesWithoutTarget(table: Record<string, RouteSpec>): string[] {
  return Object.entries(table)
    .filter(([name, route]) => route.params && !(name in TARGETS_BY_ROUTE))
    .map(([name]) => name);
}

/**
 * Creates a valid call of a route about the objects of a populated client.
 * @param owner the owner, for objects that belong to one user; undefined for the client's own user.
 */
export function targetedRequest(
  name: string,
  route: RouteSpec,
  world: PopulatedClient,
  owner: TestCaller | undefined,
): RequestSample {
  return { ...sampleRequest(route, "least"), ...TARGETS_BY_ROUTE[name as RouteName]?.(world, owner) };
}
