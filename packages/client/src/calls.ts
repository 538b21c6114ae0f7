// Made from the route table by `npm run openapi`. Do not edit.

/** Method and path of each call; `POST+` creates something, once under an idempotency key. */
export const PATHS = {
  login: "POST /api/login",
  logout: "POST /api/logout",
  startGithub: "POST /api/login/github/start",
  loginGithub: "POST /api/login/github",
  getSettings: "GET /api/settings",
  getStatus: "GET /api/status",
  getSignup: "GET /api/signup/user/{id}",
  signup: "POST /api/signup/user/{id}",
  signupGithub: "POST /api/signup/github/{id}",
  forgot: "POST /api/users/{id}/forgot",
  getForgot: "GET /api/users/{id}/forgot",
  resetPassword: "PUT /api/users/{id}/forgot",
  verifyMail: "POST /api/verifyMail",
  sendVerification: "POST /api/users/my/verification",
  getMe: "GET /api/users/my",
  updateMe: "PUT /api/users/my",
  deleteMe: "DELETE /api/users/my",
  listSessions: "GET /api/sessions",
  deleteSession: "DELETE /api/sessions/{id}",
  deleteOtherSessions: "DELETE /api/sessions",
  startGithubLink: "POST+ /api/users/my/github/start",
  linkGithub: "POST+ /api/users/my/github",
  unlinkGithub: "DELETE /api/users/my/github",
  startTwoFactor: "POST+ /api/users/my/twofactor",
  confirmTwoFactor: "PUT /api/users/my/twofactor",
  stopTwoFactor: "DELETE /api/users/my/twofactor",
  createUser: "POST+ /api/users",
  listUsers: "GET /api/users",
  listAllUsers: "GET /api/usersadmin",
  getUser: "GET /api/users/{id}",
  updateUser: "PUT /api/users/{id}",
  updateUserAsAdmin: "PUT /api/usersadmin/{id}",
  deleteUser: "DELETE /api/users/{id}",
  renewActivation: "POST+ /api/users/{id}/activation",
  sendPasswordLink: "POST+ /api/users/{id}/passwordLink",
  clearTwoFactor: "DELETE /api/users/{id}/twofactor",
  listMyVideos: "GET /api/users/my/videos",
  listUserVideos: "GET /api/users/{id}/videos",
  listPrivileges: "GET /api/users/{id}/privileges",
  grantPrivilege: "PUT /api/users/{id}/privileges/{privId}",
  revokePrivilege: "DELETE /api/users/{id}/privileges/{privId}",
  listClients: "GET /api/clients",
  getClient: "GET /api/clients/{id}",
  createClient: "POST+ /api/clients",
  updateClient: "PUT /api/clients/{id}",
  updateClientAsAdmin: "PUT /api/clientsadmin/{id}",
  deleteClient: "DELETE /api/clients/{id}",
  planClientDeletion: "DELETE /api/clients/{id}/data",
  keepClient: "PATCH /api/clients/{id}/data",
  setContractSigned: "PUT /api/clients/{id}/contract",
  setBankDetailsReceived: "PUT /api/clients/{id}/rib",
  getAuthorizations: "GET /api/clients/{id}/authorizations",
  setAuthorizedVideos: "PUT /api/clients/{id}/authorizedvideos",
  setAuthorizedIps: "PUT /api/clients/{id}/authorizedips",
  setUnauthorizedIps: "PUT /api/clients/{id}/unauthorizedips",
  setAuthorizedVpns: "PUT /api/clients/{id}/authorizedvpns",
  setAuthorizedVpnsList: "PUT /api/clients/{id}/authorizedvpnslist",
  setAuthorizedCountries: "PUT /api/clients/{id}/authorizedcountries",
  setUnauthorizedCountries: "PUT /api/clients/{id}/unauthorizedcountries",
  listIces: "GET /api/clients/{id}/ices",
  getClientIce: "GET /api/clients/{id}/ices/client",
  addIce: "POST+ /api/clients/{id}/ices",
  changeIce: "PUT /api/clients/{id}/ices",
  getStorage: "GET /api/storage",
  listStreamingKeys: "GET /api/clients/{id}/streamingkeys",
  addStreamingKey: "POST+ /api/clients/{id}/streamingkeys",
  deleteStreamingKey: "DELETE /api/clients/{id}/streamingkeys/{key}",
  listApiKeys: "GET /api/clients/{id}/apikeys",
  addApiKey: "POST+ /api/clients/{id}/apikeys",
  rotateApiKey: "POST+ /api/clients/{id}/apikeys/{key}/secret",
  deleteApiKey: "DELETE /api/clients/{id}/apikeys/{key}",
  listKeyCalls: "GET /api/clients/{id}/apikeys/{key}/log",
  listWebhooks: "GET /api/webhooks",
  createWebhook: "POST+ /api/webhooks",
  updateWebhook: "PUT /api/webhooks/{id}",
  deleteWebhook: "DELETE /api/webhooks/{id}",
  renewWebhookSecret: "POST+ /api/webhooks/{id}/secret",
  testWebhook: "POST+ /api/webhooks/{id}/test",
  listWebhookDeliveries: "GET /api/webhooks/{id}/deliveries",
  getWebhookDelivery: "GET /api/webhooks/{id}/deliveries/{delivery}",
  resendWebhookDelivery: "POST+ /api/webhooks/{id}/deliveries/{delivery}/resend",
  resendWebhookEvents: "POST+ /api/webhooks/{id}/resend",
  listImports: "GET /api/imports",
  createImport: "POST /api/imports",
  createImportFromSource: "POST+ /api/imports/sources",
  getImport: "GET /api/imports/{id}",
  listImportRows: "GET /api/imports/{id}/rows",
  exportImportReport: "GET /api/imports/{id}/report",
  startImport: "POST+ /api/imports/{id}/start",
  pauseImport: "POST+ /api/imports/{id}/pause",
  cancelImport: "POST+ /api/imports/{id}/cancel",
  deleteImport: "DELETE /api/imports/{id}",
  listExits: "GET /api/exits",
  createExit: "POST+ /api/exits",
  createExitLink: "POST+ /api/exits/{id}/link",
  deleteExit: "DELETE /api/exits/{id}",
  downloadExit: "GET /api/exits/archive/{key}",
  listArrivals: "GET /api/arrivals",
  createArrival: "POST+ /api/arrivals",
  createArrivalUpload: "POST+ /api/arrivals/uploads",
  getArrivalUpload: "GET /api/arrivals/{id}/chunks",
  uploadArrivalChunk: "POST /api/arrivals/{id}/chunks/{chunkNumber}",
  exportArrivalCodes: "GET /api/arrivals/{id}/codes",
  deleteArrival: "DELETE /api/arrivals/{id}",
  recordLogin: "POST /api/logins",
  listLogs: "GET /api/logs",
  exportLogs: "GET /api/logs/csv",
  listConsumption: "GET /api/consumption",
  listBilledMonths: "GET /api/billing/months",
  getMonthBill: "GET /api/billing/months/{month}",
  exportBilledRows: "GET /api/billing/months/{month}/rows",
  getBudget: "GET /api/billing/budget",
  saveBudget: "PUT /api/billing/budget",
  listClientPlans: "GET /api/clients/{id}/plans",
  saveClientPlan: "PUT /api/clients/{id}/plans/{validFrom}",
  deleteClientPlan: "DELETE /api/clients/{id}/plans/{validFrom}",
  getSeller: "GET /api/billing/seller",
  saveSeller: "PUT /api/billing/seller",
  getContract: "GET /api/clients/{id}/contract",
  getContractText: "GET /api/clients/{id}/contract/text",
  acceptContract: "POST+ /api/clients/{id}/contract",
  downloadContract: "GET /api/clients/{id}/contracts/{contract}",
  getContractTerms: "GET /api/contractterms",
  replaceContractTerms: "POST+ /api/contractterms",
  getBankDetails: "GET /api/clients/{id}/rib",
  saveBankDetails: "POST /api/clients/{id}/rib",
  deleteBankDetails: "DELETE /api/clients/{id}/rib",
  revealIban: "GET /api/clients/{id}/rib/iban",
  downloadBankFile: "GET /api/clients/{id}/rib/file",
  listInvoices: "GET /api/billing/invoices",
  downloadInvoicePdf: "GET /api/billing/invoices/{id}/pdf",
  downloadInvoiceXml: "GET /api/billing/invoices/{id}/xml",
  listClientInvoices: "GET /api/invoices",
  exportInvoicesCsv: "GET /api/invoices/csv",
  getInvoicingState: "GET /api/invoices/state",
  downloadClientInvoicePdf: "GET /api/invoices/{id}/pdf",
  downloadClientInvoiceXml: "GET /api/invoices/{id}/xml",
  markInvoicePaid: "PUT /api/invoices/{id}/payment",
  creditInvoice: "POST+ /api/invoices/{id}/credit-notes",
  getPaymentMeans: "GET /api/payments/means",
  startCheckout: "POST+ /api/payments/checkout",
  confirmCheckout: "POST+ /api/payments/checkout/{checkout}",
  removePaymentMeans: "DELETE /api/payments/means",
  getDoctorReport: "GET /api/doctor",
  startDoctorCheck: "POST+ /api/doctor/checks",
  listEdges: "GET /api/edges",
  listWatchedRooms: "GET /api/edges/rooms",
  getExternalStreams: "GET /api/videos/{id}/externalstreams",
  setExternalStreams: "PUT /api/videos/{id}/externalstreams",
  startExternalStreams: "PUT /api/videos/{id}/externalstreams/start",
  stopExternalStreams: "PUT /api/videos/{id}/externalstreams/stop",
  listExternalStreamStats: "GET /api/videos/{id}/externalstreams/stats",
  getStreamKey: "GET /api/videos/{id}/streamkey",
  renewStreamKey: "POST+ /api/videos/{id}/streamkey",
  clipLive: "POST+ /api/videos/{id}/clip",
  listStreamKeys: "GET /api/clients/{id}/streamkeys",
  renewClientStreamKey: "POST+ /api/clients/{id}/streamkeys",
  getInputInfos: "GET /api/videos/{id}/inputInfos",
  listVideos: "GET /api/videos",
  getVideo: "GET /api/videos/{id}",
  createVideo: "POST+ /api/videos",
  createVideos: "POST+ /api/videos/multiple",
  updateVideo: "PUT /api/videos/{id}",
  deleteVideo: "DELETE /api/videos/{id}",
  restartEncoding: "PUT /api/videos/{id}/encoding",
  stopEncoding: "DELETE /api/videos/{id}/encoding",
  listRepresentations: "GET /api/videos/{id}/representations",
  getDuration: "GET /api/videos/{id}/duration",
  getManifest: "GET /api/videos/{id}/manifest",
  getUpload: "GET /api/videos/{id}/uploading",
  findUploads: "GET /api/uploads",
  uploadChunk: "POST /api/videos/{uuid}/{chunkNumber}",
  cancelUpload: "DELETE /api/videos/{id}/uploading",
  failUploads: "PUT /api/videosFailedUpload",
  createUploadToken: "POST+ /api/uploadtokens",
  listUploadTokens: "GET /api/uploadtokens",
  revokeUploadToken: "DELETE /api/uploadtokens/{id}",
  getCurrentUpload: "GET /api/uploadtokens/current",
  listTags: "GET /api/tags",
  listCategories: "GET /api/categories",
  addCategory: "POST+ /api/categories",
  renameCategory: "PUT /api/categories/{id}",
  deleteCategory: "DELETE /api/categories/{id}",
  addToCategory: "PUT /api/videos/{id}/categories/{categoryId}",
  removeFromCategory: "DELETE /api/videos/{id}/categories/{categoryId}",
  planDeletion: "DELETE /api/videos/{id}/programmed",
  listTrash: "GET /api/trash",
  restoreFromTrash: "PUT /api/trash/{id}",
  deleteFromTrash: "DELETE /api/trash/{id}",
  changeVideos: "POST+ /api/videosbulk",
  setChapters: "PUT /api/videos/{id}/chapters",
  importChapters: "PUT /api/videos/{id}/chaptersfile",
  exportChapters: "GET /api/videos/{id}/chaptersfile",
  setDownload: "PUT /api/videos/{id}/download",
  setRepresentations: "PUT /api/videos/{id}/representations",
  accelerate: "PUT /api/videos/{id}/accelerate",
  decelerate: "DELETE /api/videos/{id}/accelerate",
  getThumbnail: "GET /api/videos/{id}/thumbnail",
  getPlayer: "GET /api/videos/{id}/player",
  getOwnerPass: "GET /api/videos/{id}/ownerpass",
  refresh: "POST+ /api/refresh",
  planCut: "GET /api/videos/{id}/inAndOut",
  cutVideo: "POST+ /api/tasks/in_out",
  changeCut: "PUT /api/videos/{id}/inAndOut",
  playAsLive: "PUT /api/videos/{id}/vodToLive",
  endPlayingAsLive: "DELETE /api/videos/{id}/vodToLive",
  addVodToLiveTask: "POST+ /api/tasks/vod2live",
  listExportLinks: "GET /api/exportlinks",
  createExportLink: "POST+ /api/exportlinks",
  getExportLink: "GET /api/exportlinks/{id}",
  updateExportLink: "PUT /api/exportlinks/{id}",
  pauseExportLink: "PUT /api/exportlinks/{id}/paused",
  deleteExportLink: "DELETE /api/exportlinks/{id}",
  listPictures: "GET /api/pictures",
  getPicture: "GET /api/pictures/{id}",
  addPicture: "POST /api/pictures",
  updatePicture: "PUT /api/pictures/{id}",
  deletePicture: "DELETE /api/pictures/{id}",
  listOutros: "GET /api/outros",
  getOutro: "GET /api/outros/{id}",
  addOutro: "POST+ /api/outros",
  updateOutro: "PUT /api/outros/{id}",
  deleteOutro: "DELETE /api/outros/{id}",
  assignOutro: "POST+ /api/outro/{id}",
  getOutroPreview: "GET /api/outropreview",
  getVideoRules: "GET /api/videos/{id}/rules",
  updateVideoRules: "PUT /api/videos/{id}/rules",
  getClientRules: "GET /api/clients/{id}/rules",
  updateClientRules: "PUT /api/clients/{id}/rules",
  getRuleReach: "GET /api/rule-reach/{type}/{id}",
  simulateAccess: "POST /api/access-simulation",
  replayAccess: "POST /api/access-simulation/yesterday",
  listConfigs: "GET /api/configs",
  addConfig: "POST+ /api/configs",
  getConfig: "GET /api/configs/{id}",
  updateConfig: "PUT /api/configs/{id}",
  renewConfigKey: "POST+ /api/configs/{id}/key",
  deleteConfig: "DELETE /api/configs/{id}",
  listCollections: "GET /api/collections",
  addCollection: "POST+ /api/collections",
  getCollection: "GET /api/collections/{id}",
  updateCollection: "PUT /api/videosplugin/collection/{id}",
  deleteCollection: "DELETE /api/collections/{id}",
  getSiteFigures: "GET /api/configs/{id}/sites/{site}/figures",
  listCdnEntries: "GET /api/cdnentries",
  createCdnEntry: "POST+ /api/cdnentries",
  getCdnEntry: "GET /api/cdnentries/{id}",
  updateCdnEntry: "PUT /api/cdnentries/{id}",
  pauseCdnEntry: "PUT /api/cdnentries/{id}/paused",
  deleteCdnEntry: "DELETE /api/cdnentries/{id}",
  renewCdnSecret: "POST+ /api/cdnentries/{id}/secrets",
  removeCdnSecrets: "DELETE /api/cdnentries/{id}/secrets",
  checkCdnHost: "POST+ /api/cdnentries/{id}/hosts/check",
  purgeCdnEntry: "POST+ /api/cdnentries/{id}/purges",
  getCdnUsage: "GET /api/cdnentries/usage",
  getCdnTraffic: "GET /api/cdnentries/traffic",
  getCdnStatistics: "GET /api/cdnentries/{id}/statistics",
  testCdnOrigin: "POST /api/cdnentries/test",
  getStatisticsTotals: "GET /api/statistics/totals",
  getStatisticsSeries: "GET /api/statistics/series",
  getStatisticsPeaks: "GET /api/statistics/peaks",
  getStatisticsNow: "GET /api/statistics/now",
  getStatisticsBreakdown: "GET /api/statistics/breakdown",
  getStatisticsRetention: "GET /api/statistics/retention",
  listStatisticsSessions: "GET /api/statistics/sessions",
  getStatisticsSession: "GET /api/statistics/sessions/{id}",
  forgetViewer: "DELETE /api/statistics/viewers/{viewer}",
  getStatisticsRanking: "GET /api/statistics/ranking",
  getStatisticsPlaces: "GET /api/statistics/places",
  getStatisticsSubjects: "GET /api/statistics/subjects",
  findStatisticsVideos: "GET /api/statistics/videos",
  listAlerts: "GET /api/alerts",
  countOpenAlerts: "GET /api/alerts/open",
  getAlertSettings: "GET /api/alerts/settings",
  saveAlertRules: "PUT /api/alerts/settings",
  saveAlertMails: "PUT /api/alerts/mails",
  getAlert: "GET /api/alerts/{id}",
  getAlertSeries: "GET /api/alerts/{id}/series",
  acknowledgeAlert: "POST+ /api/alerts/{id}/acknowledgement",
  listFootprintMethods: "GET /api/footprint/methods",
  listFootprintReports: "GET /api/footprint/reports",
  getFootprintReport: "GET /api/footprint/reports/{month}",
  exportFootprintCsv: "GET /api/footprint/reports/{month}/csv",
  exportFootprintPdf: "GET /api/footprint/reports/{month}/pdf",
  makeFootprintReport: "POST+ /api/footprint/reports/{month}",
  chooseFootprintMethod: "PUT /api/footprint/method",
  getProof: "GET /api/proof",
  exportProofCsv: "GET /api/proof/csv",
  saveProof: "PUT /api/proof",
  searchKey: "POST /api/search/{key}/_search",
  searchAll: "POST /api/search/_search",
  searchKeyByAddress: "GET /api/search/{key}/_search",
  searchAllByAddress: "GET /api/search/_search",
  searchViewers: "POST /api/viewers",
  feedback: "POST /api/feedback",
  searchInfo: "GET /api/search",
  searchHealth: "GET /api/search/_cluster/health",
  searchKeyHealth: "GET /api/search/_cluster/health/{key}",
  searchSeveral: "POST /api/search/_msearch",
  searchKeySeveral: "POST /api/search/{key}/_msearch",
  countKey: "POST /api/search/{key}/_count",
  countAll: "POST /api/search/_count",
  countKeyByAddress: "GET /api/search/{key}/_count",
  countAllByAddress: "GET /api/search/_count",
  getKeyMapping: "GET /api/search/{key}/_mapping",
  getMapping: "GET /api/search/_mapping",
  findKeyFields: "POST /api/search/{key}/_field_caps",
  findFields: "POST /api/search/_field_caps",
  findKeyFieldsByAddress: "GET /api/search/{key}/_field_caps",
  findFieldsByAddress: "GET /api/search/_field_caps",
  findMetricsKey: "GET /api/analytics/{key}",
  listMetricsKeys: "GET /api/authorizationkeys",
  listOwnMetricsKeys: "GET /api/authorizationkeys/my",
  feedbackCdn: "POST /api/feedback/cdn",
  feedbackRunning: "POST /api/feedback/running",
  rankVideos: "POST /api/videosplugin/top10",
  listPluginVideos: "GET /api/videosplugin",
  countPluginVersions: "GET /api/videosplugin/versions",
  listCollectionVideos: "GET /api/videosplugin/collections/{id}",
  getPluginVideo: "GET /api/videosplugin/{id}",
  updatePluginVideo: "PUT /api/videosplugin/{id}",
  changePluginVideos: "PUT /api/videosplugin",
  deletePluginVideo: "DELETE /api/videosplugin/{id}",
  deletePluginVideos: "DELETE /api/videosplugin",
  refreshPluginVideos: "GET /api/refreshvideosplugin",
  listSceneLists: "GET /api/scenelists",
  createSceneList: "POST+ /api/scenelists",
  getSceneList: "GET /api/scenelists/{id}",
  updateSceneList: "PUT /api/scenelists/{id}",
  deleteSceneList: "DELETE /api/scenelists/{id}",
  takeThumbnail: "POST+ /api/customThumbnail/{id}/time/{t}",
  uploadThumbnail: "POST /api/customThumbnail/{id}",
  getStoryboard: "GET /api/videos/{id}/storyboard",
  resetThumbnail: "DELETE /api/customThumbnail/{id}",
  listDownloads: "GET /api/videos/{id}/download",
  makeDashBundle: "POST+ /api/videos/{id}/download/mpd",
  listCopies: "GET /api/videos/{id}/cloudflares",
  replaceVideo: "PUT /api/replacevideo/{id}",
  getReplacement: "GET /api/replacevideo/{id}",
  cancelReplacement: "DELETE /api/replacevideo/{id}",
  updateVideoAsAdmin: "PUT /api/videosadmin/{id}",
  getWaveform: "GET /api/videos/{id}/waveform",
  getLiveChat: "GET /api/live-chats/{id}",
  setLiveChat: "PUT /api/live-chats/{id}",
  listLiveChatMessages: "GET /api/live-chats/{id}/messages",
  writeLiveChatMessage: "POST+ /api/live-chats/{id}/messages",
  moderateLiveChatMessage: "PUT /api/live-chats/{id}/messages/{messageId}",
  moderateLiveChatAuthor: "PUT /api/live-chats/{id}/authors/{author}",
  exportLiveChat: "GET /api/live-chats/{id}/export",
  listCaptions: "GET /api/videos/{id}/captions",
  uploadCaptions: "POST /api/videos/{id}/captions",
  getCaptions: "GET /api/videos/{id}/captions/{captionsId}",
  changeCaptions: "PUT /api/videos/{id}/captions/{captionsId}",
  setCaptionCues: "PUT /api/videos/{id}/captions/{captionsId}/cues",
  exportCaptions: "GET /api/videos/{id}/captions/{captionsId}/file",
  deleteCaptions: "DELETE /api/videos/{id}/captions/{captionsId}",
  createTeam: "POST+ /api/teamsvireed",
  listTeams: "GET /api/teamsvireed",
  getTeam: "GET /api/teamsvireed/{id}",
  updateTeam: "PUT /api/teamsvireed/{id}",
  deleteTeam: "DELETE /api/teamsvireed/{id}",
  removeTeamMember: "DELETE /api/teamsvireed/{id}/members/{user}",
  listProjects: "GET /api/projects",
  listSharedProjects: "GET /api/projects/shared",
  listTeamProjects: "GET /api/projects/team/{teamId}",
  listVideoProjects: "GET /api/projects/fromVideo/{videoId}",
  createProject: "POST+ /api/projects",
  getProject: "GET /api/projects/{id}",
  updateProject: "PUT /api/projects/{id}",
  deleteProject: "DELETE /api/projects/{id}",
  listProjectUsers: "GET /api/projects/{id}/users",
  inviteToProject: "PUT /api/projects/{id}/invite",
  updateProjectRole: "PUT /api/projects/{id}/collabs/{user}/updateRole",
  removeCollaborator: "DELETE /api/projects/{id}/removecollaborator/{user}",
  addProjectTeam: "PUT /api/projects/{id}/teams/{teamId}",
  removeProjectTeam: "DELETE /api/projects/{id}/teams/{teamId}",
  findUser: "GET /api/userlookup/{username}",
  listVersions: "GET /api/projects/{id}/versions",
  getLatestVersion: "GET /api/projects/{id}/versions/lastest",
  canManageVersion: "GET /api/projects/{id}/canmanageversion",
  addVersion: "PUT /api/projects/{id}/newversion",
  updateVersion: "PUT /api/versions/{id}/{n}",
  getVersion: "GET /api/videoProjects/{n}/{id}",
  listComments: "GET /api/projects/{id}/versions/{n}/comments",
  listCommentChanges: "GET /api/projects/{id}/changes",
  createComment: "POST+ /api/projects/{id}/versions/{n}/comments",
  getComment: "GET /api/comments/{id}",
  getCommentDrawing: "GET /api/comments/{id}/drawing",
  updateComment: "PUT /api/comments/{id}",
  deleteComment: "DELETE /api/comments/{id}",
  restoreComment: "PUT /api/comments/{id}/restored",
  resolveComment: "PUT /api/comments/{id}/resolution",
  reactToComment: "PUT /api/comments/{id}/reactions",
  addAttachment: "POST /api/comments/{id}/attachments",
  getAttachment: "GET /api/comments/{id}/attachments/{attachment}",
  deleteAttachment: "DELETE /api/comments/{id}/attachments/{attachment}",
  markCommentsRead: "PUT /api/projects/{id}/versions/{n}/read",
  exportComments: "GET /api/projects/{id}/versions/{n}/comments/export",
  checkCommentImport: "POST /api/projects/{id}/versions/{n}/comments/import/check",
  importComments: "POST /api/projects/{id}/versions/{n}/comments/import",
  listReviewLinks: "GET /api/projects/{id}/reviewlinks",
  createReviewLink: "POST+ /api/projects/{id}/reviewlinks",
  updateReviewLink: "PUT /api/projects/{id}/reviewlinks/{link}",
  listReviewGuests: "GET /api/projects/{id}/reviewlinks/{link}/guests",
  deleteReviewLink: "DELETE /api/projects/{id}/reviewlinks/{link}",
  findReview: "POST /api/review/entry",
  enterReview: "POST /api/review/sessions",
  leaveReview: "DELETE /api/review/sessions",
  getGuestReview: "GET /api/review",
  getGuestPass: "GET /api/review/versions/{n}/pass",
  listGuestDownloads: "GET /api/review/versions/{n}/download",
  getGuestWaveform: "GET /api/review/versions/{n}/waveform",
  listGuestComments: "GET /api/review/versions/{n}/comments",
  listGuestChanges: "GET /api/review/changes",
  createGuestComment: "POST /api/review/versions/{n}/comments",
  getGuestComment: "GET /api/review/comments/{id}",
  getGuestDrawing: "GET /api/review/comments/{id}/drawing",
  updateGuestComment: "PUT /api/review/comments/{id}",
  deleteGuestComment: "DELETE /api/review/comments/{id}",
  restoreGuestComment: "PUT /api/review/comments/{id}/restored",
  reactAsGuest: "PUT /api/review/comments/{id}/reactions",
  addGuestAttachment: "POST /api/review/comments/{id}/attachments",
  getGuestAttachment: "GET /api/review/comments/{id}/attachments/{attachment}",
  deleteGuestAttachment: "DELETE /api/review/comments/{id}/attachments/{attachment}",
  getAlignment: "GET /api/projects/{id}/versions/{n}/alignment",
  listCarried: "GET /api/projects/{id}/versions/{n}/carried",
  placeCarried: "PUT /api/projects/{id}/versions/{n}/carried/{comment}",
  releaseCarried: "DELETE /api/projects/{id}/versions/{n}/carried/{comment}",
  listAnnotations: "GET /annotations/{a}/{b}",
  deleteAnnotation: "DELETE /delete/{id}",
  deleteAnnotationsOfVersion: "DELETE /deleteVersion/{id}/{n}",
  getApproval: "GET /api/projects/{id}/versions/{n}/approval",
  setReviewers: "PUT /api/projects/{id}/versions/{n}/reviewers",
  makeDecision: "POST+ /api/projects/{id}/versions/{n}/decisions",
  listNews: "GET /api/news",
  countUnreadNews: "GET /api/news/unread",
  markNewsRead: "PUT /api/news/read",
  getNewsSettings: "GET /api/news/settings",
  setNewsSettings: "PUT /api/news/settings",
  getChatRoom: "GET /api/chatRooms/{id}",
  listChatRoomPage: "GET /api/chatRooms",
  createChatRoom: "POST+ /api/chatRooms",
  listAllChatRooms: "GET /api/allChatRooms",
  getLastChatMessage: "GET /api/chatRoom/{id}/lastMessage",
  checkPrivateChatRoom: "GET /api/chatRoom/checkPrivate/{id}",
  checkUnseenMessages: "GET /api/checkUnseenMessages",
  createChatMessage: "POST+ /api/chatMessages/{roomId}",
  listChatMessagePage: "GET /api/chatMessages/{roomId}",
  addChatFile: "POST /api/chatMessages/file/{roomId}",
  addChatReaction: "POST /api/chatMessages/reaction/{messageId}",
  deleteChatReaction: "DELETE /api/chatMessages/reaction/{messageId}",
  markChatMessageSeen: "PUT /api/chatMessages/seen/{id}",
  updateChatMessage: "PUT /api/chatMessages/{roomId}/{messageId}",
  deleteChatMessage: "DELETE /api/chatMessages/{roomId}/{messageId}",
  listChatRooms: "GET /api/chat/rooms",
  updateChatRoom: "PUT /api/chat/rooms/{id}",
  addChatPeople: "PUT /api/chat/rooms/{id}/people",
  removeChatPerson: "DELETE /api/chat/rooms/{id}/people/{user}",
  chooseForChatRoom: "PUT /api/chat/rooms/{id}/choices",
  openProjectChatRoom: "PUT /api/chat/projects/{id}/room",
  openSupportChatRoom: "PUT /api/chat/support/room",
  listSupportChatRooms: "GET /api/chat/support/rooms",
  handOverSupportChatRoom: "PUT /api/chat/support/rooms/{id}/assignee",
  listChatMessages: "GET /api/chat/rooms/{id}/messages",
  listChatChanges: "GET /api/chat/rooms/{id}/changes",
  catchUpChat: "POST /api/chat/changes",
  markChatRead: "PUT /api/chat/rooms/{id}/read",
  pinChatMessage: "PUT /api/chat/rooms/{roomId}/messages/{messageId}/pin",
  listChatPins: "GET /api/chat/rooms/{id}/pins",
  forwardChatMessage: "POST+ /api/chat/rooms/{id}/forwards",
  searchChat: "GET /api/chat/search",
  listChatPeople: "GET /api/chat/people",
  getChatSettings: "GET /api/chat/settings",
  setChatSettings: "PUT /api/chat/settings",
} as const;

export type ErrorCode = "bad_request" | "not_signed_in" | "wrong_credentials" | "forbidden" | "password_change_required" | "free_tier_exceeded" | "budget_reached" | "cdn_subscription_required" | "not_found" | "video_not_found" | "user_not_found" | "password_too_weak" | "password_mismatch" | "current_password_wrong" | "collaborator_email_used" | "username_taken" | "client_name_taken" | "client_not_found" | "link_expired" | "edit_conflict" | "two_factor_required" | "two_factor_wrong" | "provider_not_configured" | "provider_answer_wrong" | "provider_account_unknown" | "provider_account_taken" | "provider_unavailable" | "last_manager" | "email_already_used" | "month_closed" | "illegal_transition" | "check_running" | "upload_not_open" | "chunk_checksum_mismatch" | "chunk_size_wrong" | "chunk_too_slow" | "body_too_slow" | "file_too_large" | "body_too_large" | "unsupported_media_type" | "format_not_supported" | "too_many_requests" | "sending_too_much" | "disk_low" | "playback_not_ready" | "playback_live_offline" | "playback_failed" | "playback_not_started" | "playback_password_required" | "playback_password_wrong" | "category_not_found" | "scene_list_not_found" | "project_not_found" | "team_not_found" | "comment_not_found" | "attachment_not_found" | "chat_room_not_found" | "chat_message_not_found" | "private_room_exists" | "chat_file_refused" | "chat_rooms_a_day" | "chat_rooms_full" | "sent_files_full" | "comments_file_unreadable" | "review_link_not_found" | "review_link_ended" | "review_password_wrong" | "guest_session_ended" | "team_name_taken" | "config_not_found" | "config_name_taken" | "collection_not_found" | "collection_name_taken" | "category_name_taken" | "picture_not_found" | "picture_refused" | "picture_in_use" | "outro_not_found" | "chapters_file_unreadable" | "captions_not_found" | "captions_file_unreadable" | "captions_label_taken" | "captions_too_many" | "playback_streaming_off" | "playback_address_denied" | "playback_country_denied" | "playback_vpn_denied" | "playback_website_denied" | "playback_subdomain_denied" | "playback_authorization_required" | "playback_authorization_invalid" | "playback_suspended" | "streaming_key_not_found" | "streaming_keys_too_many" | "api_key_not_found" | "api_keys_too_many" | "api_key_in_address" | "api_key_expired" | "api_key_revoked" | "api_key_address_refused" | "api_key_scope_missing" | "api_key_fixed_parameter" | "api_key_not_allowed" | "webhook_not_found" | "webhooks_too_many" | "webhook_off" | "webhook_delivery_not_found" | "exit_not_found" | "exits_too_many" | "arrival_not_found" | "arrivals_too_many" | "import_not_found" | "import_not_open" | "import_source_refused" | "imports_too_many" | "contract_data_incomplete" | "contract_text_changed" | "contract_already_signed" | "contract_signer_wrong" | "contract_not_found" | "payments_not_offered" | "bank_file_refused" | "bank_details_missing" | "invoice_not_found" | "invoice_being_charged" | "invoice_paid" | "invoice_credited" | "alert_not_found" | "alert_acknowledged" | "upload_token_not_allowed" | "upload_token_origin_refused" | "upload_token_ended" | "upload_token_key_ended" | "upload_token_used" | "upload_token_not_found" | "upload_tokens_too_many" | "idempotency_key_reused" | "idempotency_in_progress" | "idempotency_answer_lost" | "config_key_unknown" | "config_site_denied" | "playback_denied" | "token_invalid" | "unavailable" | "took_too_long" | "caller_gone" | "internal_error";

/** Request and response types of each call. */
export interface Calls {
  /** Sign in; the credential goes into the authorization header of every other call. */
  login: { body: { username: string; password: string; twoFactorCode?: string; knownBrowsers?: string[] }; response: { credential: string; expiresAt: string; user: UserView; knownBrowser: string } };
  /** End this session. */
  logout: { response: undefined };
  /** Get the URL for signing in with the code-hosting provider; the page keeps the state. */
  startGithub: { response: { url: string; state: string } };
  /** Sign in with the provider's response. */
  loginGithub: { body: { code: string; state: string; twoFactorCode?: string }; response: { credential: string; expiresAt: string; user: UserView; knownBrowser: string } };
  /** Get the settings a page needs before sign-in. */
  getSettings: { response: { supportEmail: string; github: boolean; version: string; edgeUrl: string } };
  /** Check whether the server is ready, and if encoding waits for storage. */
  getStatus: { response: { isReady: boolean; encodingsWait: boolean } };
  /** Get the user of an activation link. */
  getSignup: { params: { id: string }; response: { username: string; clientname: string; language: "EN" | "FR"; expiresAt: string } };
  /** Activate an account with a password, and sign in. */
  signup: { params: { id: string }; body: { password: string; confirmPassword: string }; response: { credential: string; expiresAt: string; user: UserView; knownBrowser: string } };
  /** Activate an account with the code-hosting provider, and sign in. */
  signupGithub: { params: { id: string }; body: { code: string; state: string; twoFactorCode?: string }; response: { credential: string; expiresAt: string; user: UserView; knownBrowser: string } };
  /** Email a password link; the response is the same if the username or email is unknown. With a password: set it with the key of a link. */
  forgot: { params: { id: string }; body: { password?: string; confirmPassword?: string }; response: undefined };
  /** Get the user of a password link. For a username or email: send a link and return nothing. */
  getForgot: { params: { id: string }; response: { username: string; expiresAt: string } };
  /** Set a new password with a link; all sessions of the user end. */
  resetPassword: { params: { id: string }; body: { password: string; confirmPassword: string }; response: undefined };
  /** Confirm an email address with the key sent to it. */
  verifyMail: { body: { mail: string; key: string }; response: UserView };
  /** Resend the verification email to the caller's unverified address. */
  sendVerification: { response: undefined };
  /** Get the signed-in user; `client_infos` describes the viewed client. */
  getMe: { response: UserView };
  /** Change name and language or, with the current password, the password or the email (effective once verified; a first email immediately). A new password ends the other sessions, renews this session's credential and unlinks the provider account. */
  updateMe: { body: { currentPassword?: string; newPassword?: string; confirmPassword?: string; email?: string; name?: string; language?: SavedLanguageInput }; response: { uuid: string; username: string; name: string | null; email: string | null; emailVerified: boolean; newEmail: string | null; roles: ("admin" | "manager" | "editor" | "readAnalytics")[]; role: "account manager" | "video manager" | null; passwordModified: boolean; hasPassword: boolean; activated: boolean; language: "EN" | "FR"; twoFactor: boolean; github: string | null; createdAt: string; lastLoginAt: string | null; revision: number; client: string; client_infos: ClientInfo[]; credential?: string } };
  /** Delete the caller's own user; the last manager of a client cannot. */
  deleteMe: { body: { currentPassword: string }; response: undefined };
  /** List the caller's sessions, newest first. */
  listSessions: { response: ({ id: string; createdAt: string; lastUsedAt: string; expiresAt: string; address: string | null; userAgent: string | null; isCurrent: boolean })[] };
  /** End one of the caller's sessions. */
  deleteSession: { params: { id: string }; response: undefined };
  /** End all other sessions of the caller. */
  deleteOtherSessions: { response: undefined };
  /** Get the URL for linking a provider account; the page keeps the state. */
  startGithubLink: { body: { currentPassword: string }; response: { url: string; state: string } };
  /** Finish linking a provider account to the caller. */
  linkGithub: { body: { code: string; state: string }; response: UserView };
  /** Unlink the provider account; rejected while the user has no password. */
  unlinkGithub: { response: UserView };
  /** Create a secret for an authenticator app; effective once a code confirms it. */
  startTwoFactor: { body: { currentPassword: string }; response: { secret: string; otpauthUrl: string } };
  /** Turn two-factor authentication on; the recovery codes are returned only once. */
  confirmTwoFactor: { body: { code: string }; response: { recoveryCodes: string[] } };
  /** Turn two-factor authentication off. */
  stopTwoFactor: { body: { currentPassword: string; code: string }; response: undefined };
  /** Invite a collaborator; if the username is taken, the response suggests another. */
  createUser: { body: { username: string; name?: string; email?: string; roles?: ("admin" | "manager" | "editor" | "readAnalytics")[]; role?: "account manager" | "video manager" | null; language?: SavedLanguageInput; client?: string }; response: { user: UserView; activationLink: string; expiresAt: string; isMailed: boolean } };
  /** List the users of the client; the search matches username, name and email. */
  listUsers: { query?: UserListQueryInput; response: { _embedded: UserView[]; _size: number } };
  /** List the users of all clients; the search also matches the client name. */
  listAllUsers: { query?: { page?: number; pagesize?: number; search?: string; sort?: Record<string, 1 | -1>; client?: string }; response: { _embedded: UserView[]; _size: number } };
  /** Get a user of the client. */
  getUser: { params: { id: string }; response: UserView };
  /** Change a user of the client. */
  updateUser: { params: { id: string }; body: { revision?: number; name?: string; email?: string | null; roles?: ("admin" | "manager" | "editor" | "readAnalytics")[]; role?: "account manager" | "video manager" | null; language?: SavedLanguageInput }; response: UserView };
  /** Change a user of any client, including their username and client. */
  updateUserAsAdmin: { params: { id: string }; body: { revision?: number; name?: string; email?: string | null; roles?: ("admin" | "manager" | "editor" | "readAnalytics")[]; role?: "account manager" | "video manager" | null; language?: SavedLanguageInput; username?: string; client?: string }; response: UserView };
  /** Delete a user of the client; their videos are kept. The last manager cannot be deleted. */
  deleteUser: { params: { id: string }; response: undefined };
  /** Create a new activation link; the previous one stops working. */
  renewActivation: { params: { id: string }; response: { user: UserView; activationLink: string; expiresAt: string; isMailed: boolean } };
  /** Email a password link to the verified address of a user who is locked out. */
  sendPasswordLink: { params: { id: string }; response: undefined };
  /** Turn two-factor authentication off for a locked-out user; the caller confirms with their own password. */
  clearTwoFactor: { params: { id: string }; body: { currentPassword: string }; response: undefined };
  /** List the videos created by the caller or the viewed user. */
  listMyVideos: { query?: VideoListQueryInput; response: { _embedded: VideoView[]; _size: number } };
  /** List the videos created by a user of the client. */
  listUserVideos: { params: { id: string }; query?: VideoListQueryInput; response: { _embedded: VideoView[]; _size: number } };
  /** List all roles, and whether the user has each. */
  listPrivileges: { params: { id: string }; response: ({ id: "admin" | "manager" | "editor" | "readAnalytics"; granted: boolean })[] };
  /** Grant a role; only administrators can grant 'admin'. */
  grantPrivilege: { params: { id: string; privId: "admin" | "manager" | "editor" | "readAnalytics" }; response: ({ id: "admin" | "manager" | "editor" | "readAnalytics"; granted: boolean })[] };
  /** Revoke a role; the last manager keeps theirs. */
  revokePrivilege: { params: { id: string; privId: "admin" | "manager" | "editor" | "readAnalytics" }; response: ({ id: "admin" | "manager" | "editor" | "readAnalytics"; granted: boolean })[] };
  /** List clients: all for an administrator, otherwise the caller's own. */
  listClients: { query?: ClientListQueryInput; response: { _embedded: ClientView[]; _size: number } };
  /** Get a client; only administrators can get a client other than their own. */
  getClient: { params: ClientIdInput; response: ClientView };
  /** Add a client. */
  createClient: { body: CreateClientInput; response: ClientView };
  /** Change contact data and default parameters of the caller's client. */
  updateClient: { params: ClientIdInput; body: UpdateClientInput; response: ClientView };
  /** Change any field of a client: name, type, flags, subscription. */
  updateClientAsAdmin: { params: ClientIdInput; body: UpdateClientAsAdminInput; response: ClientView };
  /** Delete a client and all its data immediately; its name must be repeated. */
  deleteClient: { params: ClientIdInput; body: { clientname: string }; response: undefined };
  /** Unsubscribe: delete the client and its data at the end of the subscription. */
  planClientDeletion: { params: ClientIdInput; response: ClientView };
  /** Cancel the scheduled deletion of the client. */
  keepClient: { params: ClientIdInput; response: ClientView };
  /** Set whether the contract is signed. */
  setContractSigned: { params: ClientIdInput; body: { isContractSigned: boolean }; response: ClientView };
  /** Set whether the bank details are received. */
  setBankDetailsReceived: { params: ClientIdInput; body: { isRIB: boolean }; response: ClientView };
  /** Get all authorization lists of the client. */
  getAuthorizations: { params: ClientIdInput; response: { authorizedVideos: string[]; authorizedIPs: string[]; unauthorizedIPs: string[]; authorizedVPNs: boolean; authorizedVPNsList: string[]; authorizedCountries: string[]; unauthorizedCountries: string[]; revision: number } };
  /** Set the allowed videos. */
  setAuthorizedVideos: { params: ClientIdInput; body: { authorizedVideos: string[]; revision?: number }; response: { authorizedVideos: string[]; authorizedIPs: string[]; unauthorizedIPs: string[]; authorizedVPNs: boolean; authorizedVPNsList: string[]; authorizedCountries: string[]; unauthorizedCountries: string[]; revision: number } };
  /** Set the allowed addresses. */
  setAuthorizedIps: { params: ClientIdInput; body: { authorizedIPs: string[]; revision?: number }; response: { authorizedVideos: string[]; authorizedIPs: string[]; unauthorizedIPs: string[]; authorizedVPNs: boolean; authorizedVPNsList: string[]; authorizedCountries: string[]; unauthorizedCountries: string[]; revision: number } };
  /** Set the blocked addresses. */
  setUnauthorizedIps: { params: ClientIdInput; body: { unauthorizedIPs: string[]; revision?: number }; response: { authorizedVideos: string[]; authorizedIPs: string[]; unauthorizedIPs: string[]; authorizedVPNs: boolean; authorizedVPNsList: string[]; authorizedCountries: string[]; unauthorizedCountries: string[]; revision: number } };
  /** Allow or block VPNs and proxies. */
  setAuthorizedVpns: { params: ClientIdInput; body: { authorizedVPNs: boolean; revision?: number }; response: { authorizedVideos: string[]; authorizedIPs: string[]; unauthorizedIPs: string[]; authorizedVPNs: boolean; authorizedVPNsList: string[]; authorizedCountries: string[]; unauthorizedCountries: string[]; revision: number } };
  /** Set the VPN exceptions. */
  setAuthorizedVpnsList: { params: ClientIdInput; body: { authorizedVPNsList: string[]; revision?: number }; response: { authorizedVideos: string[]; authorizedIPs: string[]; unauthorizedIPs: string[]; authorizedVPNs: boolean; authorizedVPNsList: string[]; authorizedCountries: string[]; unauthorizedCountries: string[]; revision: number } };
  /** Set the allowed countries. */
  setAuthorizedCountries: { params: ClientIdInput; body: { authorizedCountries: string[]; revision?: number }; response: { authorizedVideos: string[]; authorizedIPs: string[]; unauthorizedIPs: string[]; authorizedVPNs: boolean; authorizedVPNsList: string[]; authorizedCountries: string[]; unauthorizedCountries: string[]; revision: number } };
  /** Set the blocked countries. */
  setUnauthorizedCountries: { params: ClientIdInput; body: { unauthorizedCountries: string[]; revision?: number }; response: { authorizedVideos: string[]; authorizedIPs: string[]; unauthorizedIPs: string[]; authorizedVPNs: boolean; authorizedVPNsList: string[]; authorizedCountries: string[]; unauthorizedCountries: string[]; revision: number } };
  /** List the available sets of STUN and TURN servers: the platform's and the client's. */
  listIces: { params: ClientIdInput; response: IceSet[] };
  /** Get the client's active set of STUN and TURN servers. */
  getClientIce: { params: ClientIdInput; response: IceSet };
  /** Add a set of STUN and TURN servers. */
  addIce: { params: ClientIdInput; body: IceSetInputInput; response: IceSet };
  /** Change one of the client's sets, or activate a set. */
  changeIce: { params: ClientIdInput; body: { name?: string; iceServers?: { urls: string[]; secret?: string; username?: string; credential?: string }[]; uuid: IceSetKeyInput; isInForce?: boolean; revision?: number }; response: IceSet };
  /** Get the client's storage and delivery in this calendar month, in bytes, and its limits. */
  getStorage: { response: { storedBytes: number; deliveredBytes: number; deliveredLimitBytes: number | null; videoCount: number } };
  /** List the public keys for tokens signed by the client's backend. */
  listStreamingKeys: { params: ClientIdInput; response: StreamingKeyView[] };
  /** Add a public key, or generate a key pair, whose private key is returned only once. A client can have at most two. */
  addStreamingKey: { params: ClientIdInput; body: StreamingKeyInputInput; response: AddedStreamingKey };
  /** Delete a token key; tokens signed with it no longer give access. */
  deleteStreamingKey: { params: { id: string; key: string }; response: undefined };
  /** List the client's API keys, newest first, one page. */
  listApiKeys: { params: { id: string }; query?: ApiKeyListQueryInput; response: { _embedded: ApiKeyView[]; _size: number } };
  /** Create an API key. Only this response contains it: send it as Authorization: Bearer, or its uuid and secret as Basic. */
  addApiKey: { params: { id: string }; body: ApiKeyInputInput; response: AddedApiKey };
  /** Give an API key a new secret, returned only once; the current one keeps working for the requested time, and an earlier one stops now. */
  rotateApiKey: { params: { id: string; key: string }; body: { overlapSec?: number }; response: AddedApiKey };
  /** Revoke an API key; calls with it are rejected immediately. */
  deleteApiKey: { params: { id: string; key: string }; response: undefined };
  /** List the calls of an API key in the last 7 days, newest first, 50 a page; bodies and queries are not kept. */
  listKeyCalls: { params: { id: string; key: string }; query?: KeyLogQueryInput; response: KeyLog };
  /** List the client's webhooks, oldest first. */
  listWebhooks: { response: WebhookView[] };
  /** Create a webhook; the secret with which its messages are signed is returned only once. */
  createWebhook: { body: CreateWebhookInput; response: WebhookWithSecret };
  /** Change a webhook, turn it off or on; messages waiting when it was turned off are not sent. */
  updateWebhook: { params: { id: string }; body: UpdateWebhookInput; response: WebhookView };
  /** Delete a webhook with its log. */
  deleteWebhook: { params: { id: string }; response: undefined };
  /** Rotate the secret of a webhook; the new one is returned only once, and messages carry signatures of both for 24 hours. */
  renewWebhookSecret: { params: { id: string }; response: WebhookWithSecret };
  /** Send a test event to a webhook. */
  testWebhook: { params: { id: string }; response: undefined };
  /** List what was sent to a webhook in the last 30 days, newest first, 50 a page. */
  listWebhookDeliveries: { params: { id: string }; query?: WebhookDeliveriesQueryInput; response: WebhookDeliveries };
  /** Get a sent message and the last response. */
  getWebhookDelivery: { params: { id: string; delivery: number }; response: WebhookDeliveryDetails };
  /** Resend an event with the same webhook-id. */
  resendWebhookDelivery: { params: { id: string; delivery: number }; response: undefined };
  /** Resend the events of a period, 10,000 at most. */
  resendWebhookEvents: { params: { id: string }; body: ResendWebhookEventsInput; response: ResentWebhookEvents };
  /** List the client's imports of many videos, newest first. */
  listImports: { response: ImportView[] };
  /** Send a list of videos as CSV or JSON; it is read and checked, and nothing is fetched yet. */
  createImport: { body: FormData; response: ImportView };
  /** Read the list of videos from another service; nothing is fetched yet. */
  createImportFromSource: { body: ImportSourceInput; response: ImportView };
  /** Get an import with its progress. */
  getImport: { params: { id: string }; response: ImportView };
  /** List the lines of an import with their faults, 50 a page. */
  listImportRows: { params: { id: string }; query?: ImportRowsQueryInput; response: ImportRows };
  /** Download the result of each line of an import as CSV. */
  exportImportReport: { params: { id: string }; query?: ImportReportQueryInput; response: undefined };
  /** Start an import, or resume a paused one; lines with errors are left out. */
  startImport: { params: { id: string }; response: ImportView };
  /** Pause an import; running fetches finish. */
  pauseImport: { params: { id: string }; response: ImportView };
  /** Cancel an import; its videos are kept. */
  cancelImport: { params: { id: string }; response: ImportView };
  /** Delete an import that is not running, and its report; its videos are kept. */
  deleteImport: { params: { id: string }; response: undefined };
  /** List the archives of the client's data, newest first. */
  listExits: { response: ExitView[] };
  /** Create an archive of all data of the client: media, metadata, statistics, projects and chat. */
  createExit: { response: ExitView };
  /** Get a 24-hour link to a finished archive; the previous link ends. */
  createExitLink: { params: { id: string }; response: ExitLink };
  /** Delete an archive, or stop its creation. */
  deleteExit: { params: { id: string }; response: undefined };
  /** Download an archive by its link; supports byte ranges, and If-Range with the ETag. */
  downloadExit: { params: { key: string }; response: undefined };
  /** List the archives that the client imported, newest first. */
  listArrivals: { response: ArrivalView[] };
  /** Import the archive of another installation by its download link; it is checked first. */
  createArrival: { body: CreateArrivalInput; response: ArrivalView };
  /** Start or resume uploading the archive of another installation; it is imported once complete. */
  createArrivalUpload: { body: CreateArrivalUploadInput; response: ArrivalUpload };
  /** List the stored chunks of an uploaded archive. */
  getArrivalUpload: { params: { id: string }; response: ArrivalUpload };
  /** Upload one chunk of 5,000,000 bytes of an archive, in any order and any number of times. */
  uploadArrivalChunk: { params: { id: string; chunkNumber: number }; body: FormData; response: { received: number; chunkCount: number; isComplete: boolean } };
  /** Download the old and new uuids and embed codes as CSV. */
  exportArrivalCodes: { params: { id: string }; response: undefined };
  /** Remove an imported archive from the list, or stop its import. */
  deleteArrival: { params: { id: string }; response: undefined };
  /** Record that the page was opened with a confirmed session; the log keeps sign-ins, not page views. */
  recordLogin: { body: { type: "login" }; response: undefined };
  /** List the activity log of the client or, for an administrator, of all clients. */
  listLogs: { query?: { page?: number; pagesize?: number; search?: string; type?: string; from?: string; to?: string; sort?: Record<string, 1 | -1> }; response: { _embedded: ({ id: number; at: string; username: string | null; userUuid: string | null; clientname: string | null; viewedClientname: string | null; type: string; target: string | null; status: number; address: string | null })[]; _size: number } };
  /** Download the activity log as CSV, the latest 100,000 lines. */
  exportLogs: { query?: { search?: string; type?: string; from?: string; to?: string }; response: undefined };
  /** List each client's delivery in a month, compared with the free tier, and the forecast for the end of the month. */
  listConsumption: { query?: ConsumptionQueryInput; response: ConsumptionPage };
  /** List the client's delivery in each of the last 12 months, and its price before tax. */
  listBilledMonths: { response: BilledMonths };
  /** Get a month's delivery by day, its price line by line, and the forecast for the end of the month. */
  getMonthBill: { params: { month: string }; response: MonthBill };
  /** Download the rows from which a month is billed, by hour and video, as CSV. */
  exportBilledRows: { params: { month: string }; response: undefined };
  /** Get the client's monthly budget, and the cost of the month so far. */
  getBudget: { response: Budget };
  /** Set the client's monthly budget, and whether creation and CDN entries stop at it. */
  saveBudget: { body: BudgetInputInput; response: Budget };
  /** List the plans of a client with their start dates, latest first. */
  listClientPlans: { params: { id: string }; response: ClientPlans };
  /** Set a client's plan from a date; past months keep their price. */
  saveClientPlan: { params: { id: string; validFrom: string }; body: PlanInputInput; response: ClientPlan };
  /** Delete a plan of a client that has not yet priced a past month. */
  deleteClientPlan: { params: { id: string; validFrom: string }; response: undefined };
  /** Get the seller, as on contracts and invoices; null until it is set. */
  getSeller: { response: { seller: Seller | null } };
  /** Replace the data of the seller; existing documents do not change. */
  saveSeller: { body: SellerInputInput; response: Seller };
  /** Get the client's contracts, and what is missing before the current terms can be accepted. */
  getContract: { params: ClientIdInput; response: ContractState };
  /** Get the current contract text, with its version and hash. */
  getContractText: { params: ClientIdInput; query: { language: "EN" | "FR" }; response: ContractText };
  /** Accept the contract text with this version and hash. Only managers of the client can. */
  acceptContract: { params: ClientIdInput; body: AcceptContractInput; response: ContractView };
  /** Download an accepted contract as a PDF. */
  downloadContract: { params: { id: string; contract: string }; response: undefined };
  /** Get the current terms of contracts in both languages. */
  getContractTerms: { response: ContractTermsView };
  /** Replace the terms by a new version; accepted contracts do not change. */
  replaceContractTerms: { body: ContractTermsInputInput; response: ContractTermsView };
  /** Get the client's bank details, with the IBAN masked. */
  getBankDetails: { params: ClientIdInput; response: BankDetailsState };
  /** Save or replace IBAN, BIC and the bank document (PDF, PNG or JPEG, at most 5 MB). */
  saveBankDetails: { params: ClientIdInput; body: FormData; response: BankDetailsState };
  /** Delete the client's bank details. */
  deleteBankDetails: { params: ClientIdInput; response: BankDetailsState };
  /** Get the full IBAN; this is logged. */
  revealIban: { params: ClientIdInput; response: { iban: string } };
  /** Download the bank document; this is logged. */
  downloadBankFile: { params: ClientIdInput; response: undefined };
  /** List the client's invoices and credit notes, the latest first. */
  listInvoices: { query?: PageQueryInput; response: InvoicesPage };
  /** Download an invoice as PDF in the client's language, with its data inside (Factur-X). */
  downloadInvoicePdf: { params: { id: string }; response: undefined };
  /** Download the data of an invoice as XML (EN 16931, Cross Industry Invoice). */
  downloadInvoiceXml: { params: { id: string }; response: undefined };
  /** List the invoices and credit notes of all clients with their totals, the latest first. */
  listClientInvoices: { query?: ClientInvoicesQueryInput; response: ClientInvoicesPage };
  /** Download the invoices and credit notes of a year, or of all years, as CSV for accounting. */
  exportInvoicesCsv: { query?: InvoicesCsvQueryInput; response: undefined };
  /** Get what is missing before invoices can be created, and which clients are waiting for theirs. */
  getInvoicingState: { response: InvoicingState };
  /** Download an invoice of any client as PDF (Factur-X). */
  downloadClientInvoicePdf: { params: { id: string }; response: undefined };
  /** Download the data of an invoice of any client as XML (EN 16931, Cross Industry Invoice). */
  downloadClientInvoiceXml: { params: { id: string }; response: undefined };
  /** Mark an invoice as paid by bank transfer, or a credit note as paid back. */
  markInvoicePaid: { params: { id: string }; body: InvoicePaymentInput; response: ClientInvoice };
  /** Create a credit note for the rest of an invoice, or for an amount before tax. */
  creditInvoice: { params: { id: string }; body: CreditNoteInputInput; response: ClientInvoice };
  /** Get the client's payment method, and whether card and direct debit are offered. */
  getPaymentMeans: { response: PaymentMeans };
  /** Start a checkout for the CDN subscription: returns the page for entering a card or bank account. */
  startCheckout: { response: { url: string } };
  /** Get the result of a checkout from the provider, and save the card or account. */
  confirmCheckout: { params: { checkout: string }; response: PaymentMeans };
  /** Remove the card or account; open invoices are then paid by transfer. */
  removePaymentMeans: { response: PaymentMeans };
  /** Get the result of the last daily check of database, media store, queue and analytics. */
  getDoctorReport: { response: LastDoctorReport };
  /** Start the daily check now; fails with `check_running` if one is running. */
  startDoctorCheck: { response: LastDoctorReport };
  /** List edge servers with their viewers, admissions and rejections in the last minutes, and problems. */
  listEdges: { response: { _embedded: EdgeView[]; _size: number } };
  /** List the videos watched now across all clients, most watched first. */
  listWatchedRooms: { query?: RoomListQueryInput; response: { _embedded: WatchedRoomView[]; _size: number; edges: number; silentEdges: number } };
  /** List the restream targets of a live, with their keys. */
  getExternalStreams: { params: VideoIdInput; response: SavedExternalStreams };
  /** Replace the restream targets of a live; unchanged targets keep running, and those without a key or URL are ignored. */
  setExternalStreams: { params: VideoIdInput; body: ExternalStreamsInput; response: { youtube: { uuid: string; key: string; isOn: boolean }[]; facebook: { uuid: string; key: string; isOn: boolean }[]; twitch: { uuid: string; key: string; isOn: boolean }[]; other: { uuid: string; key: string; isOn: boolean; url: string }[]; leftOut: OmittedStream[] } };
  /** Start restreaming a live to one target, or to all. */
  startExternalStreams: { params: VideoIdInput; body: { uuid?: string }; response: undefined };
  /** Stop restreaming a live to one target, or to all. */
  stopExternalStreams: { params: VideoIdInput; body: { uuid?: string }; response: undefined };
  /** Get the status of each restream target of a live, in order. */
  listExternalStreamStats: { params: VideoIdInput; response: ExternalStreamStats[] };
  /** Get the server URLs and stream key of a live. */
  getStreamKey: { params: VideoIdInput; response: PublishAddress };
  /** Rotate the stream key of a live; a broadcast already running with the old key continues until it stops. */
  renewStreamKey: { params: VideoIdInput; response: PublishAddress };
  /** Create a video from the last seconds of a running live, within its rewind window; whole segments are used. */
  clipLive: { params: VideoIdInput; body: { seconds: number }; response: { uuid: string; title: string } };
  /** List stream keys: the client's own first, then those of its lives by age. */
  listStreamKeys: { params: ClientIdInput; response: ({ uuid: string | null; title: string | null; streamKey: string; createdAt: string })[] };
  /** Rotate the client's own stream key; the keys of its lives do not change. */
  renewClientStreamKey: { params: ClientIdInput; response: PublishAddress };
  /** Get the incoming signal of a live, as measured in the last seconds. */
  getInputInfos: { params: VideoIdInput; response: LiveInputInfos };
  /** List the client's videos, one page; `_size` counts all matches. Analytics viewers get only what analytics needs. */
  listVideos: { query?: VideoListQueryInput; response: { _embedded: (VideoView | VideoForAnalytics)[]; _size: number } };
  /** Get a video. */
  getVideo: { params: VideoIdInput; response: VideoView };
  /** Create a video, whose chunks follow or which is fetched from its URL, or create a live. */
  createVideo: { body: { title?: string; type?: "vod" | "live"; originalname?: string; size?: number; fingerprint?: string; description?: string; tags?: TagsInput; encoding?: "encoding" | "passthrough"; inputQualities?: InputQualitiesInput; firstPass?: boolean; autoplay?: boolean; url?: string; isPassword?: boolean; password?: string | null; keepLive?: boolean; seekLive?: boolean; liveToKeepDuration?: number; targetLatencySec?: number | null; directStream?: "no" | "middle" | "yes"; delay?: "no" | "middle" | "yes"; liveCamera?: boolean; canResume?: boolean; liveType?: "shoalRTMP" | "custom" | "camera"; externalStreams?: ExternalStreamsInput; encodingStatus?: "stopped" | "uploading" }; response: { uuid: string; title: string } };
  /** Create several videos or lives. */
  createVideos: { body: ({ title?: string; type?: "vod" | "live"; originalname?: string; size?: number; fingerprint?: string; description?: string; tags?: TagsInput; encoding?: "encoding" | "passthrough"; inputQualities?: InputQualitiesInput; firstPass?: boolean; autoplay?: boolean; url?: string; isPassword?: boolean; password?: string | null; keepLive?: boolean; seekLive?: boolean; liveToKeepDuration?: number; targetLatencySec?: number | null; directStream?: "no" | "middle" | "yes"; delay?: "no" | "middle" | "yes"; liveCamera?: boolean; canResume?: boolean; liveType?: "shoalRTMP" | "custom" | "camera"; externalStreams?: ExternalStreamsInput; encodingStatus?: "stopped" | "uploading"; uploadingPercent?: number })[]; response: { video: { uuid: string; title: string; originalname: string } }[] };
  /** Change the title, texts, tags or encoding parameters, which restarts the encoding; an outdated revision is a conflict. */
  updateVideo: { params: VideoIdInput; body: { title?: string; description?: string; tags?: TagsInput; autoplay?: boolean; firstPass?: boolean; encoding?: "encoding" | "passthrough"; inputQualities?: InputQualitiesInput; startDate?: string | null; introModal?: IntroModalInput | null; place?: PlaceInput | null; isPassword?: boolean; password?: string | null; uploadingPercent?: number; uploadingETA?: number | null; lastUploadingFeedbackDate?: string | null; currentChunk?: number; canResume?: boolean; keepLive?: boolean; seekLive?: boolean; liveToKeepDuration?: number; targetLatencySec?: number | null; directStream?: "no" | "middle" | "yes"; delay?: "no" | "middle" | "yes"; url?: string; revision?: number }; response: VideoView };
  /** Move a video to the trash, or flag it if its deletion was scheduled; its statistics are kept. */
  deleteVideo: { params: VideoIdInput; response: { info?: string } };
  /** Restart the encoding from the stored source, as a new generation. */
  restartEncoding: { params: VideoIdInput; response: undefined };
  /** Stop the encoding of a video. */
  stopEncoding: { params: VideoIdInput; response: undefined };
  /** List the available renditions. */
  listRepresentations: { params: VideoIdInput; response: { id: string; width: number; height: number; fps: number; bitrate: number; codecs: string }[] };
  /** Get the duration in seconds; null until the file is read. */
  getDuration: { params: VideoIdInput; response: { duration: number | null } };
  /** Get the URLs of the playlists and the thumbnail. */
  getManifest: { params: VideoIdInput; response: { thumbnail: string | null; hls: string | null; dash: string | null } };
  /** List the stored chunks of an upload. */
  getUpload: { params: VideoIdInput; response: UploadState };
  /** List this user's unfinished uploads of a file with this fingerprint. */
  findUploads: { query: { fingerprint: string }; response: UploadState[] };
  /** Upload one chunk of 5,000,000 bytes, in any order and any number of times; set `end` on the last. */
  uploadChunk: { params: { uuid: string; chunkNumber: number }; body: FormData; response: { received: number; chunkCount: number | null; isComplete: boolean } };
  /** Cancel an upload and delete its video. */
  cancelUpload: { params: VideoIdInput; response: undefined };
  /** Report that the page was left: these uploads stopped and can be resumed. */
  failUploads: { body: { uuids: string[] }; response: undefined };
  /** Create a token for a browser to upload one video with fixed fields; it is returned only once. */
  createUploadToken: { body: CreateUploadTokenInput; response: AddedUploadToken };
  /** List the latest 100 upload tokens of the client. */
  listUploadTokens: { response: UploadTokenView[] };
  /** Revoke an upload token; calls with it are rejected, and its uploads stay. */
  revokeUploadToken: { params: { id: string }; response: undefined };
  /** Get the result of the calling token's upload. */
  getCurrentUpload: { response: CurrentUpload };
  /** List the tags of the client's videos, most used first. */
  listTags: { query?: { client?: string }; response: { _id: string; count: number }[] };
  /** List the client's categories. */
  listCategories: { response: { id: string; name: string; videoCount: number }[] };
  /** Add a category. */
  addCategory: { body: { name: string }; response: { id: string; name: string; videoCount: number } };
  /** Rename a category. */
  renameCategory: { params: { id: string }; body: { name: string }; response: { id: string; name: string; videoCount: number } };
  /** Delete a category; its videos are kept. */
  deleteCategory: { params: { id: string }; response: undefined };
  /** Add a video to a category. */
  addToCategory: { params: { id: string; categoryId: string }; response: VideoView };
  /** Remove a video from a category. */
  removeFromCategory: { params: { id: string; categoryId: string }; response: VideoView };
  /** Schedule the deletion of a video; a past date deletes it immediately, an empty date clears the schedule. */
  planDeletion: { params: VideoIdInput; body: { deleteDate?: string; revision?: number }; response: VideoView };
  /** List deleted videos that can be restored, newest first. */
  listTrash: { query?: PageQueryInput; response: { _embedded: { video: VideoView; deletedAt: string; purgeAt: string }[]; _size: number } };
  /** Restore a video from the trash. */
  restoreFromTrash: { params: VideoIdInput; response: VideoView };
  /** Delete a video and its media for good. */
  deleteFromTrash: { params: VideoIdInput; response: undefined };
  /** Apply one change to many videos; each video that could not be changed is listed with the reason. */
  changeVideos: { body: { action: "restart"; uuids: string[] } | { action: "delete"; uuids: string[] } | { action: "addTags"; uuids: string[]; tags: TagsInput } | { action: "removeTags"; uuids: string[]; tags: TagsInput } | { action: "planDeletion"; uuids: string[]; deleteDate: string | null }; response: { changed: number; refused: ({ uuid: string; code: "bad_request" | "not_signed_in" | "wrong_credentials" | "forbidden" | "password_change_required" | "free_tier_exceeded" | "budget_reached" | "cdn_subscription_required" | "not_found" | "video_not_found" | "user_not_found" | "password_too_weak" | "password_mismatch" | "current_password_wrong" | "collaborator_email_used" | "username_taken" | "client_name_taken" | "client_not_found" | "link_expired" | "edit_conflict" | "two_factor_required" | "two_factor_wrong" | "provider_not_configured" | "provider_answer_wrong" | "provider_account_unknown" | "provider_account_taken" | "provider_unavailable" | "last_manager" | "email_already_used" | "month_closed" | "illegal_transition" | "check_running" | "upload_not_open" | "chunk_checksum_mismatch" | "chunk_size_wrong" | "chunk_too_slow" | "body_too_slow" | "file_too_large" | "body_too_large" | "unsupported_media_type" | "format_not_supported" | "too_many_requests" | "sending_too_much" | "disk_low" | "playback_not_ready" | "playback_live_offline" | "playback_failed" | "playback_not_started" | "playback_password_required" | "playback_password_wrong" | "category_not_found" | "scene_list_not_found" | "project_not_found" | "team_not_found" | "comment_not_found" | "attachment_not_found" | "chat_room_not_found" | "chat_message_not_found" | "private_room_exists" | "chat_file_refused" | "chat_rooms_a_day" | "chat_rooms_full" | "sent_files_full" | "comments_file_unreadable" | "review_link_not_found" | "review_link_ended" | "review_password_wrong" | "guest_session_ended" | "team_name_taken" | "config_not_found" | "config_name_taken" | "collection_not_found" | "collection_name_taken" | "category_name_taken" | "picture_not_found" | "picture_refused" | "picture_in_use" | "outro_not_found" | "chapters_file_unreadable" | "captions_not_found" | "captions_file_unreadable" | "captions_label_taken" | "captions_too_many" | "playback_streaming_off" | "playback_address_denied" | "playback_country_denied" | "playback_vpn_denied" | "playback_website_denied" | "playback_subdomain_denied" | "playback_authorization_required" | "playback_authorization_invalid" | "playback_suspended" | "streaming_key_not_found" | "streaming_keys_too_many" | "api_key_not_found" | "api_keys_too_many" | "api_key_in_address" | "api_key_expired" | "api_key_revoked" | "api_key_address_refused" | "api_key_scope_missing" | "api_key_fixed_parameter" | "api_key_not_allowed" | "webhook_not_found" | "webhooks_too_many" | "webhook_off" | "webhook_delivery_not_found" | "exit_not_found" | "exits_too_many" | "arrival_not_found" | "arrivals_too_many" | "import_not_found" | "import_not_open" | "import_source_refused" | "imports_too_many" | "contract_data_incomplete" | "contract_text_changed" | "contract_already_signed" | "contract_signer_wrong" | "contract_not_found" | "payments_not_offered" | "bank_file_refused" | "bank_details_missing" | "invoice_not_found" | "invoice_being_charged" | "invoice_paid" | "invoice_credited" | "alert_not_found" | "alert_acknowledged" | "upload_token_not_allowed" | "upload_token_origin_refused" | "upload_token_ended" | "upload_token_key_ended" | "upload_token_used" | "upload_token_not_found" | "upload_tokens_too_many" | "idempotency_key_reused" | "idempotency_in_progress" | "idempotency_answer_lost" | "config_key_unknown" | "config_site_denied" | "playback_denied" | "token_invalid" | "unavailable" | "took_too_long" | "caller_gone" | "internal_error" })[] } };
  /** Replace the chapters of a video. */
  setChapters: { params: VideoIdInput; body: { chapters: ChaptersInput; revision?: number }; response: { chapters: Chapter[] } };
  /** Replace the chapters with those of a file: WebVTT, lines that begin with a time, or CSV. */
  importChapters: { params: VideoIdInput; query?: { revision?: number }; body: FormData; response: { chapters: Chapter[] } };
  /** Download the chapters as a file. */
  exportChapters: { params: VideoIdInput; query?: { format?: "vtt" | "txt" | "csv" }; response: undefined };
  /** Allow or block downloads of a video by viewers. */
  setDownload: { params: VideoIdInput; body: { download: boolean; revision?: number }; response: VideoView };
  /** Change the encoding parameters, which restarts the encoding. */
  setRepresentations: { params: VideoIdInput; body: { inputQualities?: InputQualitiesInput; encoding?: "encoding" | "passthrough"; firstPass?: boolean; revision?: number }; response: VideoView };
  /** Encode a video before the client's others. */
  accelerate: { params: VideoIdInput; response: VideoView };
  /** Return a video to normal encoding priority. */
  decelerate: { params: VideoIdInput; response: VideoView };
  /** Get the URL of the thumbnail; null while there is none. */
  getThumbnail: { params: VideoIdInput; response: { thumbnail: string | null } };
  /** Get the embed URLs and iframe code of a video. */
  getPlayer: { params: VideoIdInput; response: { embedUrl: string; directUrl: string; iframe: string } };
  /** Create a ten-minute pass to preview a video or scene list regardless of its rules, password and start. */
  getOwnerPass: { params: VideoIdInput; response: { pass: string; expiresAt: string } };
  /** Refresh the statistics of all the client's videos. */
  refresh: { response: undefined };
  /** Preview what a cut of a range would contain. */
  planCut: { params: VideoIdInput; query: { start: number; end: number }; response: { accurate: { start: number; end: number }; fast: { start: number; end: number } } };
  /** Cut a part of a video; the cut is a separate video. */
  cutVideo: { body: { start: number; end: number; transcode?: boolean; uuid: string; title?: string }; response: VideoView };
  /** Change the range of a cut. */
  changeCut: { params: VideoIdInput; body: { start: number; end: number; transcode?: boolean }; response: VideoView };
  /** Play a video as a live from a date: all viewers watch in sync. */
  playAsLive: { params: VideoIdInput; body: { startDate?: string | null }; response: VideoView };
  /** End the live a video plays as, or cancel its schedule. */
  endPlayingAsLive: { params: VideoIdInput; response: VideoView };
  /** Play the video named in the body as a live from a date. */
  addVodToLiveTask: { body: { startDate?: string | null; uuid: string }; response: VideoView };
  /** List the client's export links. */
  listExportLinks: { query?: ExportLinkListQueryInput; response: { _embedded: ExportLinkView[]; _size: number } };
  /** Create a revocable link to a video, with its own iframe code. */
  createExportLink: { body: { video: string; name: string; sites?: ExportLinkSitesInput; endsAt?: string | null }; response: ExportLinkView };
  /** Get an export link. */
  getExportLink: { params: { id: string }; response: ExportLinkView };
  /** Change the name, allowed sites or end date of an export link; a past date ends it immediately. */
  updateExportLink: { params: { id: string }; body: { revision: number; name?: string; sites?: ExportLinkSitesInput; endsAt?: string | null }; response: ExportLinkView };
  /** Pause or resume an export link. */
  pauseExportLink: { params: { id: string }; body: { isPaused: boolean }; response: ExportLinkView };
  /** Delete an export link; its URL stops working. */
  deleteExportLink: { params: { id: string }; response: undefined };
  /** List the client's picture bank, newest first; the search matches names. */
  listPictures: { query?: PictureListQueryInput; response: { _embedded: PictureView[]; _size: number } };
  /** Get a picture. */
  getPicture: { params: { id: string }; response: PictureView };
  /** Upload a picture: PNG, JPEG, WebP, GIF (its first frame) or AVIF; it can be used once its state is ready. */
  addPicture: { body: FormData; response: PictureView };
  /** Change a picture's name and description. */
  updatePicture: { params: { id: string }; body: { name?: string; alt?: string }; response: PictureView };
  /** Delete a picture; rejected while outros use it, with each one named in the fields. */
  deletePicture: { params: { id: string }; response: undefined };
  /** List the client's outros with their statistics, last changed first; the search matches titles. */
  listOutros: { query?: OutroListQueryInput; response: { _embedded: OutroView[]; _size: number } };
  /** Get an outro with its statistics. */
  getOutro: { params: { id: string }; response: OutroView };
  /** Create an outro. */
  addOutro: { body: OutroInputInput; response: OutroView };
  /** Replace the content of an outro for all videos that use it; `revision` is the one you read. */
  updateOutro: { params: { id: string }; body: { title: string; description?: string; button?: { text: string; url: string } | null; subtext?: { text: string; url?: string | null } | null; image?: string | null; backgroundImage?: string | null; revision: number }; response: OutroView };
  /** Delete an outro; its videos then have no outro. */
  deleteOutro: { params: { id: string }; response: undefined };
  /** Set the outro of a video; null removes it. */
  assignOutro: { params: VideoIdInput; body: { outro: string | null }; response: VideoView };
  /** Get the URL of the page that shows an outro as viewers see it. */
  getOutroPreview: { response: { url: string } };
  /** Get the delivery rules that apply to a video now, each with its source. */
  getVideoRules: { params: VideoIdInput; response: VideoRulesView };
  /** Change a video's rules, collection and config; null makes a rule inherited again. The rules of a collection it leaves become its own. */
  updateVideoRules: { params: VideoIdInput; body: { revision: number; rules?: RuleChangesInput; collection?: string | null; config?: string | null }; response: VideoRulesView };
  /** Get the client's default rules, which configs, collections and videos override. */
  getClientRules: { params: { id: string }; response: ClientRulesView };
  /** Change the client's default rules, time zone and whether search engines list its videos; null resets a rule. */
  updateClientRules: { params: { id: string }; body: { revision: number; rules?: { p2pWeb?: boolean | null; p2pAndroid?: boolean | null; p2pIOS?: boolean | null; viewerThreshold?: number | null; activeTimes?: { days: number[]; from: string; to: string }[] | null; peerPercentage?: number | null; savedSegments?: number | null; uploadPercent?: number | null; uploadOnCellular?: boolean | null; interISP?: boolean | null; asksConsent?: boolean | null; authorizedSubdomains?: string[] | null; unauthorizedSubdomains?: string[] | null; authorizedWebsites?: string[] | null; unauthorizedWebsites?: string[] | null; unknownWebsites?: boolean | null; streaming?: "refused" | "open" | "token" | null; thumbnailURL?: string | null }; timeZone?: string; isIndexed?: boolean }; response: ClientRulesView };
  /** Count current viewers who have the saved rules of a video, collection, config or client. */
  getRuleReach: { params: RuleReachSubjectInput; response: RuleReachView };
  /** Check whether a viewer would be allowed at a given time, and by which rule of which level; also with unsaved rules. */
  simulateAccess: { body: AccessSimulationInput; response: AccessSimulationView };
  /** Count sessions of the last 24 hours that rules would have blocked; also with unsaved rules. */
  replayAccess: { body: AccessReplayInput; response: AccessReplayView };
  /** List the client's configs by name; the search matches names and keys. */
  listConfigs: { query?: { page?: number; pagesize?: number; search?: string }; response: { _embedded: ConfigView[]; _size: number } };
  /** Create a config; the platform generates its public key. */
  addConfig: { body: { name: string; rules?: RuleSettingsInput; sites?: SavedSitesInput }; response: ConfigView };
  /** Get a config. */
  getConfig: { params: { id: string }; response: ConfigView };
  /** Change a config, or revoke its key; null resets a rule. */
  updateConfig: { params: { id: string }; body: { revision: number; name?: string; rules?: RuleChangesInput; sites?: SavedSitesInput; isRevoked?: boolean }; response: ConfigView };
  /** Rotate the key of a config; the current key keeps working for the requested grace period, and an earlier key stops now. */
  renewConfigKey: { params: { id: string }; body: { graceSec: number }; response: ConfigView };
  /** Delete a config; its key never works again, and its rules become those of its videos. */
  deleteConfig: { params: { id: string }; response: undefined };
  /** List the client's collections by name. */
  listCollections: { query?: CollectionListQueryInput; response: { _embedded: CollectionView[]; _size: number } };
  /** Create a collection before the SDK reports it. */
  addCollection: { body: { name: string; rules?: RuleSettingsInput }; response: CollectionView };
  /** Get a collection. */
  getCollection: { params: { id: string }; response: CollectionView };
  /** Rename a collection or change its rules; null resets a rule. */
  updateCollection: { params: { id: string }; body: { revision?: number; name?: string; rules?: RuleChangesInput }; response: CollectionView };
  /** Delete a collection; its rules become those of its videos. */
  deleteCollection: { params: { id: string }; response: undefined };
  /** Get the viewing of a site, the data its internet line carried and the data its viewers shared. */
  getSiteFigures: { params: { id: string; site: string }; query?: { period?: "day" | "week" | "month" }; response: SiteFigures };
  /** List the client's CDN entries. */
  listCdnEntries: { query?: CdnEntryListQueryInput; response: { _embedded: CdnEntryView[]; _size: number } };
  /** Create a CDN entry: a new URL under which edges serve the files of an origin. */
  createCdnEntry: { body: { name: string; originUrl: string; rules?: CdnRulesInput; hosts?: CdnHostsInput; corsOrigins?: CdnCorsOriginsInput; defaultTtlSec?: number; ignoresQuery?: boolean }; response: CdnEntryView };
  /** Get a CDN entry. */
  getCdnEntry: { params: { id: string }; response: CdnEntryView };
  /** Change a CDN entry; lists and rules are replaced as a whole, and new host names are not served until they are checked. */
  updateCdnEntry: { params: { id: string }; body: { revision: number; name?: string; originUrl?: string; rules?: CdnRulesInput; hosts?: CdnHostsInput; corsOrigins?: CdnCorsOriginsInput; defaultTtlSec?: number; ignoresQuery?: boolean }; response: CdnEntryView };
  /** Pause or resume a CDN entry; a paused entry returns 403. */
  pauseCdnEntry: { params: { id: string }; body: { isPaused: boolean }; response: CdnEntryView };
  /** Delete a CDN entry; it serves from its cache for 10 more minutes, then its URL never works again. */
  deleteCdnEntry: { params: { id: string }; response: CdnEntryView };
  /** Require signed URLs, or rotate the secret; the current secret keeps working for the requested grace period, and an earlier one stops now. */
  renewCdnSecret: { params: { id: string }; body: { graceSec?: number }; response: CdnSecretAnswer };
  /** Serve a CDN entry without signed URLs again; its secrets stop working. */
  removeCdnSecrets: { params: { id: string }; response: CdnEntryView };
  /** Check the DNS records of a host name of a CDN entry; it is served once both are correct. */
  checkCdnHost: { params: { id: string }; body: { host: string }; response: CdnHostCheck };
  /** Remove files of a CDN entry from all caches: single URLs, all that begin with one, or everything. */
  purgeCdnEntry: { params: { id: string }; body: CdnPurgeBodyInput; response: CdnPurgeAnswer };
  /** Get what all CDN entries of the client served in a month, by default the current one. */
  getCdnUsage: { query?: { month?: string }; response: CdnUsage };
  /** Get what individual CDN entries served in the last days. */
  getCdnTraffic: { query: { entries: string[]; days?: number }; response: CdnTraffic };
  /** Get what a CDN entry served, by hour or day, by country and by status. */
  getCdnStatistics: { params: { id: string }; query?: { days?: number }; response: CdnStatistics };
  /** Fetch a file of an origin, and explain what its headers mean for caches and what to send instead. */
  testCdnOrigin: { body: { url: string }; response: CdnTestAnswer };
  /** Get audience, quality, delivery and footprint statistics of a period, with the previous period. */
  getStatisticsTotals: { query: StatisticsQueryInput; response: StatisticsTotals };
  /** Get the statistics of a period step by step, for charts. */
  getStatisticsSeries: { query: StatisticsSeriesQueryInput; response: StatisticsSeries };
  /** Get peak concurrency of a period, in total and step by step. */
  getStatisticsPeaks: { query: StatisticsSeriesQueryInput; response: StatisticsPeaks };
  /** Get current viewers, and how many use peers. */
  getStatisticsNow: { query?: StatisticsNowQueryInput; response: StatisticsNow };
  /** Get the statistics of a period by the values of a dimension, such as countries or videos. */
  getStatisticsBreakdown: { query: StatisticsBreakdownQueryInput; response: StatisticsBreakdown };
  /** Get the audience retention of a video: sessions and replays of each second. */
  getStatisticsRetention: { query: StatisticsRetentionQueryInput; response: StatisticsRetention };
  /** List the sessions of a period. */
  listStatisticsSessions: { query: StatisticsSessionsQueryInput; response: StatisticsSessions };
  /** Get a session minute by minute, with its player events. */
  getStatisticsSession: { params: { id: string }; response: StatisticsSessionTimeline };
  /** Forget a viewer and their sessions; totals do not change. */
  forgetViewer: { params: { viewer: string }; response: ForgottenViewer };
  /** Get a ranking of a period by one metric, with the ranks of the previous period. */
  getStatisticsRanking: { query: StatisticsRankingQueryInput; response: StatisticsRanking };
  /** List videos with a location, for a map: whether they are live and, for users who can read analytics, their statistics. */
  getStatisticsPlaces: { query: StatisticsQueryInput; response: StatisticsPlaces };
  /** List the configs and collections the caller can see, and the client's time zone. */
  getStatisticsSubjects: { response: StatisticsSubjects };
  /** Search videos by title, or get the titles of given videos. */
  findStatisticsVideos: { query?: StatisticsVideosQueryInput; response: StatisticsVideos };
  /** List alerts, open and closed, newest first by default. */
  listAlerts: { query?: AlertsQueryInput; response: AlertsPage };
  /** Count open alerts. */
  countOpenAlerts: { response: OpenAlerts };
  /** Get the client's alert settings, and whether the caller receives alert emails. */
  getAlertSettings: { response: AlertSettings };
  /** Change the client's alert settings; turning a kind off closes its open alerts. */
  saveAlertRules: { body: AlertRulesInputInput; response: AlertSettings };
  /** Turn alert emails for the caller on or off; on by default for managers. */
  saveAlertMails: { body: { isMailWanted: boolean }; response: AlertSettings };
  /** Get an alert and its history. */
  getAlert: { params: { id: string }; response: AlertDetail };
  /** Get the measured values of an alert, from 15 minutes before it opened to 15 minutes after it closed. */
  getAlertSeries: { params: { id: string }; response: AlertSeries };
  /** Acknowledge an alert; others see your name, the time and your note. */
  acknowledgeAlert: { params: { id: string }; body: AlertAcknowledgementInput; response: AlertDetail };
  /** List the estimation methods for energy, carbon and water, with their constants and sources. */
  listFootprintMethods: { response: FootprintMethods };
  /** List the months that have reports, with all revisions. */
  listFootprintReports: { response: FootprintMonths };
  /** Get the footprint of a month; for the current month, as of now. */
  getFootprintReport: { params: { month: string }; query?: { method?: "shoal-2026" | "swd-4" | "iea-2020" | "carbon-trust-2021" | "shift-2019"; revision?: number }; response: FootprintReport };
  /** Download the footprint of a month as CSV, with all data needed to recompute it. */
  exportFootprintCsv: { params: { month: string }; query?: { method?: "shoal-2026" | "swd-4" | "iea-2020" | "carbon-trust-2021" | "shift-2019"; revision?: number }; response: undefined };
  /** Download the footprint of a month as PDF, in the caller's language. */
  exportFootprintPdf: { params: { month: string }; query?: { method?: "shoal-2026" | "swd-4" | "iea-2020" | "carbon-trust-2021" | "shift-2019"; revision?: number; language?: "EN" | "FR" }; response: undefined };
  /** Create a report of a past month with another method, in addition to existing reports. */
  makeFootprintReport: { params: { month: string }; body: { method: "shoal-2026" | "swd-4" | "iea-2020" | "carbon-trust-2021" | "shift-2019" }; response: FootprintReport };
  /** Set the method for the current and future months; existing reports do not change. */
  chooseFootprintMethod: { body: { method: "shoal-2026" | "swd-4" | "iea-2020" | "carbon-trust-2021" | "shift-2019" }; response: undefined };
  /** Compare sessions with and without peers, with 95% confidence intervals and conclusions. */
  getProof: { query?: { month?: string }; response: ProofReport };
  /** Download the comparison as CSV. */
  exportProofCsv: { query?: { month?: string }; response: undefined };
  /** Turn proof mode on or off; turning it on after it stopped, or changing the share, starts a new run. */
  saveProof: { body: ProofInputInput; response: ProofReport };
  /** Search the statistics of metrics keys, or of all videos of a client (global{client}). */
  searchKey: { params: { key: string }; query?: SearchParametersInput; body: SearchBodyInput; response: SearchAnswer };
  /** Search the statistics of all videos of the client, or of those named by `_index` in the query. */
  searchAll: { query?: SearchParametersInput; body: SearchBodyInput; response: SearchAnswer };
  /** Search the statistics of metrics keys, with all parameters in the URL. */
  searchKeyByAddress: { params: { key: string }; query?: SearchParametersInput; response: SearchAnswer };
  /** Search the statistics of all videos of the client, with all parameters in the URL. */
  searchAllByAddress: { query?: SearchParametersInput; response: SearchAnswer };
  /** Search statistics as a backend with an API key (Basic authentication). */
  searchViewers: { query?: SearchParametersInput; body: SearchBodyInput; response: SearchAnswer };
  /** Search the statistics of the metrics keys named in the body. */
  feedback: { body: FeedbackInputInput; response: { data: SearchAnswer } };
  /** Get the Elasticsearch version that the search implements. */
  searchInfo: { query?: NoParametersInput; response: SearchInfo };
  /** Check that the search responds. */
  searchHealth: { query?: HealthParametersInput; response: SearchHealth };
  /** Check that the search of metrics keys responds. */
  searchKeyHealth: { params: { key: string }; query?: HealthParametersInput; response: SearchHealth };
  /** Run several searches at once: for each, one line names the index and one line contains the search. */
  searchSeveral: { query?: MultiSearchParametersInput; body: string; response: MultiSearchAnswer };
  /** Run several searches at once, on metrics keys unless a line names others. */
  searchKeySeveral: { params: { key: string }; query?: MultiSearchParametersInput; body: string; response: MultiSearchAnswer };
  /** Count matching session minutes of metrics keys. */
  countKey: { params: { key: string }; query?: CountParametersInput; body: CountBodyInput; response: CountAnswer };
  /** Count matching session minutes of all videos of the client. */
  countAll: { query?: CountParametersInput; body: CountBodyInput; response: CountAnswer };
  /** Count matching session minutes of metrics keys, with all parameters in the URL. */
  countKeyByAddress: { params: { key: string }; query?: CountParametersInput; response: CountAnswer };
  /** Count matching session minutes of all videos of the client, with all parameters in the URL. */
  countAllByAddress: { query?: CountParametersInput; response: CountAnswer };
  /** List the fields of metrics keys, and their types. */
  getKeyMapping: { params: { key: string }; query?: MappingParametersInput; response: MappingAnswer };
  /** List the fields a search can use, and their types. */
  getMapping: { query?: MappingParametersInput; response: MappingAnswer };
  /** List the capabilities of the fields of metrics keys. */
  findKeyFields: { params: { key: string }; query?: FieldCapsParametersInput; body: FieldCapsBodyInput; response: FieldCapsAnswer };
  /** List the capabilities of fields. */
  findFields: { query?: FieldCapsParametersInput; body: FieldCapsBodyInput; response: FieldCapsAnswer };
  /** List the capabilities of the fields of metrics keys, with all parameters in the URL. */
  findKeyFieldsByAddress: { params: { key: string }; query?: FieldCapsParametersInput; response: FieldCapsAnswer };
  /** List the capabilities of fields, with all parameters in the URL. */
  findFieldsByAddress: { query?: FieldCapsParametersInput; response: FieldCapsAnswer };
  /** Check whether a metrics key exists. */
  findMetricsKey: { params: { key: string }; response: { authorizationKey: string } };
  /** List the metrics keys watched in a period, best first, one page. */
  listMetricsKeys: { query?: KeyListQueryInput; response: { _embedded: ListedKey[]; _size: number } };
  /** List the metrics keys of one user's videos, worst first, one page; the caller's unless the filter names another user. */
  listOwnMetricsKeys: { query?: KeyListQueryInput; response: { _embedded: ListedKey[]; _size: number } };
  /** Get the data delivered by servers per day (UTC), in 10⁶ bytes. */
  feedbackCdn: { body: CdnInputInput; response: { _embedded: CdnDay[]; _size: number } };
  /** Count sessions watching now. */
  feedbackRunning: { body: RunningInputInput; response: RunningSessions };
  /** List the top videos of a period, including videos on other CDNs. */
  rankVideos: { body: TopInputInput; response: { _embedded: RankedKey[]; _size: number } };
  /** List the client's videos on other CDNs, one page; `_size` counts all matches. */
  listPluginVideos: { query?: { page?: number; pagesize?: number; search?: string; tags?: TagsParameterInput; excludedTags?: TagsParameterInput; sort?: Record<string, 1 | -1>; filter?: { hidden?: boolean; collection?: string; client?: string }; client?: string }; response: { _embedded: PluginVideoItem[]; _size: number } };
  /** Count the sessions of the last 7 days by plugin version. */
  countPluginVersions: { response: PluginVersions };
  /** List a collection's videos on other CDNs, one page; hidden videos only if the filter asks for them. */
  listCollectionVideos: { params: { id: string }; query?: { page?: number; pagesize?: number; search?: string; tags?: TagsParameterInput; excludedTags?: TagsParameterInput; sort?: Record<string, 1 | -1>; filter?: { hidden?: boolean; collection?: string; client?: string }; client?: string }; response: { _embedded: PluginVideoItem[]; _size: number } };
  /** Get a video on another CDN, and its delivery rules where the config of its page sets none. */
  getPluginVideo: { params: { id: string }; response: PluginVideoView };
  /** Change the title, description, tags, rules or collection of a video on another CDN, or hide it; null makes a rule inherited again. The rules of a collection it leaves become its own. */
  updatePluginVideo: { params: { id: string }; body: { rules?: RuleChangesInput; collection?: string | null; isHidden?: boolean; title?: string; description?: string; tags?: TagsInput }; response: PluginVideoView };
  /** Hide, show or change the collection of many videos on other CDNs; videos of other clients are ignored. */
  changePluginVideos: { body: { collection?: string | null; isHidden?: boolean; uuids: string[] }; response: { changed: number } };
  /** Delete a video on another CDN from the list, with its texts and rules; its statistics stay in totals, and it is listed again when someone watches it. */
  deletePluginVideo: { params: { id: string }; response: undefined };
  /** Delete many videos on other CDNs from the list; videos of other clients are ignored. */
  deletePluginVideos: { body: { uuids: string[] }; response: { deleted: number } };
  /** Refresh the statistics of all the client's videos on other CDNs. */
  refreshPluginVideos: { response: undefined };
  /** List the client's scene lists, one page. */
  listSceneLists: { query?: SceneListQueryInput; response: { _embedded: SceneListSummary[]; _size: number } };
  /** Create a scene list from parts of videos; it plays as one video. */
  createSceneList: { body: { title: string; description?: string; autoplay?: boolean; isPassword?: boolean; password?: string | null; scenes: ScenesInput }; response: SceneListView };
  /** Get a scene list with its scenes in order. */
  getSceneList: { params: { id: string }; response: SceneListView };
  /** Change a scene list; viewers see the previous version until new scenes are ready. */
  updateSceneList: { params: { id: string }; body: { title?: string; description?: string; autoplay?: boolean; isPassword?: boolean; password?: string | null; revision: number; scenes?: ScenesInput }; response: SceneListView };
  /** Delete a scene list for good; its videos are kept. */
  deleteSceneList: { params: { id: string }; response: undefined };
  /** Use the frame at second t as the thumbnail; `thumbnailState` shows the progress. */
  takeThumbnail: { params: { id: string; t: number }; response: VideoView };
  /** Upload a picture as the thumbnail: PNG, JPEG or WebP; `thumbnailState` shows the progress. */
  uploadThumbnail: { params: VideoIdInput; body: FormData; response: VideoView };
  /** Get the storyboard: small frames of the video with their seconds; null while there is none. */
  getStoryboard: { params: VideoIdInput; response: { storyboard: { isWhole: boolean; sheets: string[]; tiles: { start: number; sheet: number; x: number; y: number; width: number; height: number }[] } | null } };
  /** Restore the automatic thumbnail. */
  resetThumbnail: { params: VideoIdInput; response: VideoView };
  /** List the renditions as MP4 download links, whether or not viewers can download. */
  listDownloads: { params: VideoIdInput; response: { expiresAt: string; files: { id: string; width: number; height: number; fps: number; approximateBytes: number; url: string }[]; approximateBundleBytes: number } };
  /** Create a link to an archive of manifest.mpd and all its segments, for offline playback. */
  makeDashBundle: { params: VideoIdInput; response: { expiresAt: string; url: string; approximateBytes: number } };
  /** List the copies of the video on the CDN, and whether each is ready. */
  listCopies: { params: VideoIdInput; response: { name: string; url: string; ready: boolean }[] };
  /** Start replacing the media with a new file; send its chunks to the uuid of the response. */
  replaceVideo: { params: VideoIdInput; body: { originalname: string; size: number; fingerprint?: string }; response: UploadState };
  /** Get the progress of the replacement file; null without one. */
  getReplacement: { params: VideoIdInput; response: { replacement: { uuid: string; originalname: string | null; size: number | null; status: "to_encode" | "waiting_for_encoding" | "encoding" | "segmented" | "encoded" | "to_stop" | "stopped" | "error" | "uploading" | "upload_failed" | "restart"; uploadingPercent: number; encodingPercent: number; encodingETA: number | null; errorType: "empty_file" | "not_a_video" | "no_video_track" | "unsupported_format" | "unsupported_codec" | "truncated_file" | "implausible_duration" | "too_large_picture" | "too_many_streams" | "encryption_not_supported" | "dolby_vision_5" | "upload_failed" | "disk_full" | "time_limit" | "encoding_failed" | "no_key_frames" | "no_picture" | "too_few_pictures" | "no_media" | "nothing_stored" | "recording_needed" | "ingest_failed" | "no_capacity" | "source_not_allowed" | "source_unreachable" | "url_not_allowed" | "url_unreachable" | "url_not_secure" | "url_not_found" | "url_access_denied" | "url_failed" | "url_redirects" | "url_not_a_video" | "url_playlist" | "url_too_large" | "url_changed" | "url_too_slow" | null } | null; generation: number } };
  /** Cancel the replacement; the current media are kept. */
  cancelReplacement: { params: VideoIdInput; response: undefined };
  /** Change a video of any client, including its author. */
  updateVideoAsAdmin: { params: VideoIdInput; body: { title?: string; description?: string; tags?: TagsInput; autoplay?: boolean; firstPass?: boolean; encoding?: "encoding" | "passthrough"; inputQualities?: InputQualitiesInput; startDate?: string | null; introModal?: IntroModalInput | null; place?: PlaceInput | null; isPassword?: boolean; password?: string | null; uploadingPercent?: number; uploadingETA?: number | null; lastUploadingFeedbackDate?: string | null; currentChunk?: number; canResume?: boolean; keepLive?: boolean; seekLive?: boolean; liveToKeepDuration?: number; targetLatencySec?: number | null; directStream?: "no" | "middle" | "yes"; delay?: "no" | "middle" | "yes"; url?: string; revision?: number; user?: string | null }; response: VideoView };
  /** Get the audio peaks and loudness, created on first request; has an ETag. */
  getWaveform: { params: VideoIdInput; response: WaveformView };
  /** Get the settings and the state of the chat of a live. */
  getLiveChat: { params: { id: string }; response: LiveChatView };
  /** Turn the chat of a live on or off, and change its settings; off by default. */
  setLiveChat: { params: { id: string }; body: { isOn?: boolean; slowSec?: number; writers?: "everybody" | "members"; heldWords?: string[]; consent?: string; keptDays?: number; revision?: number }; response: LiveChatView };
  /** List messages of a chat in order: the latest, those before a position, or those changed since one. */
  listLiveChatMessages: { params: { id: string }; query?: { since?: number; before?: number; only?: "all" | "held" | "questions" }; response: { messages: ModeratedLiveChatMessage[]; seq: number; hasMore: boolean } };
  /** Write in the chat of a live as its host; a repeated `messageId` changes nothing. */
  writeLiveChatMessage: { params: { id: string }; body: { messageId: string; text: string }; response: ModeratedLiveChatMessage };
  /** Show, delete, pin or answer a message; a chat has one pinned message at a time. */
  moderateLiveChatMessage: { params: { id: string; messageId: string }; body: { state?: "shown" | "deleted"; isPinned?: boolean; answer?: string }; response: ModeratedLiveChatMessage };
  /** Time out or ban the author of a message, or lift it; a ban can delete their messages. */
  moderateLiveChatAuthor: { params: { id: string; author: string }; body: { mutedForSec?: number; isBanned?: boolean; deletesMessages?: boolean }; response: undefined };
  /** Download the messages of a chat as CSV, each with its second in the live. */
  exportLiveChat: { params: { id: string }; response: undefined };
  /** List the caption tracks of a video, and the result of extracting captions from its source. */
  listCaptions: { params: VideoIdInput; response: { tracks: CaptionTrack[]; extraction: { state: "none" | "waiting" | "done" | "failed"; unconvertible: UnconvertibleSubtitle[] } } };
  /** Add a caption track from a WebVTT or SRT file in any character encoding. */
  uploadCaptions: { params: VideoIdInput; body: FormData; response: { uuid: string; language: string; label: string; kind: "subtitles" | "sdh" | "forced"; isDefault: boolean; origin: "uploaded" | "extracted" | "cut"; cueCount: number; revision: number; version: number; createdAt: string; modifiedAt: string; charset: string; notes: CaptionNote[] } };
  /** Get a caption track with its cues, by ascending start. */
  getCaptions: { params: { id: string; captionsId: string }; response: { uuid: string; language: string; label: string; kind: "subtitles" | "sdh" | "forced"; isDefault: boolean; origin: "uploaded" | "extracted" | "cut"; cueCount: number; revision: number; version: number; createdAt: string; modifiedAt: string; cues: CaptionCue[] } };
  /** Change the language, label or kind of a caption track, or make it the default. */
  changeCaptions: { params: { id: string; captionsId: string }; body: { revision: number; language?: string; label?: string; kind?: "subtitles" | "sdh" | "forced"; isDefault?: boolean }; response: CaptionTrack };
  /** Replace the cues of a caption track. */
  setCaptionCues: { params: { id: string; captionsId: string }; body: { revision: number; cues: CaptionCueInput[] }; response: { uuid: string; language: string; label: string; kind: "subtitles" | "sdh" | "forced"; isDefault: boolean; origin: "uploaded" | "extracted" | "cut"; cueCount: number; revision: number; version: number; createdAt: string; modifiedAt: string; cues: CaptionCue[] } };
  /** Download a caption track as a file. */
  exportCaptions: { params: { id: string; captionsId: string }; query?: { format?: "vtt" | "srt" }; response: undefined };
  /** Delete a caption track. */
  deleteCaptions: { params: { id: string; captionsId: string }; response: undefined };
  /** Create a team; the caller manages it. */
  createTeam: { body: CreateTeamInput; response: TeamView };
  /** List the client's teams with their members, by name. */
  listTeams: { response: TeamView[] };
  /** Get a team; with `projectId`, also its role in that project. */
  getTeam: { params: { id: string }; query?: { projectId?: string }; response: TeamView };
  /** Rename or describe a team, change its members or hand it over; only its manager can. */
  updateTeam: { params: { id: string }; body: UpdateTeamInput; response: TeamView };
  /** Delete a team; its members lose the projects they had through it. */
  deleteTeam: { params: { id: string }; response: undefined };
  /** Remove a member from a team, or leave it; the manager hands the team over before they leave. */
  removeTeamMember: { params: { id: string; user: string }; response: undefined };
  /** List the caller's projects, latest activity first. */
  listProjects: { query?: ProjectListQueryInput; response: { _embedded: ProjectSummary[]; _size: number } };
  /** List the projects that were shared with the caller. */
  listSharedProjects: { query?: ProjectListQueryInput; response: { _embedded: ProjectSummary[]; _size: number } };
  /** List the projects of a team that the caller is in. */
  listTeamProjects: { params: { teamId: string }; query?: ProjectListQueryInput; response: { _embedded: ProjectSummary[]; _size: number } };
  /** List the caller's projects with a version that shows this video. */
  listVideoProjects: { params: { videoId: string }; response: ProjectSummary[] };
  /** Create a project with the video of its first version; the caller owns it. */
  createProject: { body: CreateProjectInput; response: ProjectView };
  /** Get a project. */
  getProject: { params: { id: string }; response: ProjectView };
  /** Change a project's name, description, status or current version, or archive it. */
  updateProject: { params: { id: string }; body: UpdateProjectInput; response: ProjectView };
  /** Delete a project; the videos of its versions are kept, or go to the trash. */
  deleteProject: { params: { id: string }; query?: { videos?: "keep" | "delete" }; response: undefined };
  /** List everyone with access to a project, directly or through a team, with their roles. */
  listProjectUsers: { params: { id: string }; response: ProjectPerson[] };
  /** Invite a user of the client to a project; current members keep their role. */
  inviteToProject: { params: { id: string }; body: { username: string; role?: "admin" | "editor" | "viewer" }; response: ProjectView };
  /** Change the role of a collaborator other than the owner; only project admins can. */
  updateProjectRole: { params: { id: string; user: string }; body: { newRole: "admin" | "editor" | "viewer" }; response: ProjectView };
  /** Remove a collaborator from a project, or leave it. */
  removeCollaborator: { params: { id: string; user: string }; response: undefined };
  /** Add a team to a project, or change its role; without one, members have their role in the team. */
  addProjectTeam: { params: { id: string; teamId: string }; body: { role?: "admin" | "editor" | "viewer" | null }; response: ProjectView };
  /** Remove a team from a project. */
  removeProjectTeam: { params: { id: string; teamId: string }; response: undefined };
  /** Check whether the client has a user with this name; limited to 60 calls in 10 minutes. */
  findUser: { params: { username: string }; response: { username: string } };
  /** List the versions of a project, the newest first. */
  listVersions: { params: { id: string }; response: VersionView[] };
  /** Get the newest version of a project. */
  getLatestVersion: { params: { id: string }; response: VersionView };
  /** Check whether the caller can add and change versions. */
  canManageVersion: { params: { id: string }; response: { canManageVersion: boolean } };
  /** Add a version to a project; it becomes the current one. */
  addVersion: { params: { id: string }; body: CreateVersionInput; response: VersionView };
  /** Change the description, date or video of a project's version, or make it the current one. */
  updateVersion: { params: { id: string; n: number }; body: UpdateVersionInput; response: VersionView };
  /** Get a version of a project with its playable video. */
  getVersion: { params: { id: string; n: number }; response: VersionView };
  /** List the comments of a version by frame, each thread followed by its replies. */
  listComments: { params: { id: string; n: number }; query?: CommentListQueryInput; response: { comments: CommentView[]; next: string | null; seq: number; readSeq: number; unreadCount: number } };
  /** List the comments of a project changed since a position, in order, each once. */
  listCommentChanges: { params: { id: string }; query: { since: number; limit?: number }; response: CommentChanges };
  /** Comment on a version, at a frame, a range of frames, or as a whole; or reply to a comment. */
  createComment: { params: { id: string; n: number }; body: CreateCommentInput; response: CommentView };
  /** Get a comment. */
  getComment: { params: { id: string }; response: CommentView };
  /** Get the drawing of a comment. */
  getCommentDrawing: { params: { id: string }; response: Drawing };
  /** Change a comment; only its author can. `edit_conflict` returns the current one. */
  updateComment: { params: { id: string }; body: UpdateCommentInput; response: CommentView };
  /** Delete a comment, which can be restored for a day; only its author and editors can. */
  deleteComment: { params: { id: string }; response: undefined };
  /** Restore a deleted comment. */
  restoreComment: { params: { id: string }; response: CommentView };
  /** Resolve the thread of a comment, or open it again. */
  resolveComment: { params: { id: string }; body: { isResolved: boolean }; response: CommentView };
  /** Add or remove the caller's reaction to a comment. */
  reactToComment: { params: { id: string }; body: { emoji: string; isOn: boolean }; response: CommentView };
  /** Attach a file of up to 10 MB to one of the caller's comments, ten at most. */
  addAttachment: { params: { id: string }; body: FormData; response: CommentView };
  /** Download a file of a comment; only pictures are served inline. */
  getAttachment: { params: { id: string; attachment: string }; query?: { small?: "true" | "false" }; response: undefined };
  /** Remove a file from a comment; only its author and editors can. */
  deleteAttachment: { params: { id: string; attachment: string }; response: CommentView };
  /** Mark the changes of a version's comments up to a position as read. */
  markCommentsRead: { params: { id: string; n: number }; body: { seq: number }; response: undefined };
  /** Download the comments of a version as a file for edit suites, or as a PDF with pictures, which may take most of a minute. */
  exportComments: { params: { id: string; n: number }; query: { format: "resolve-edl" | "locator-edl" | "fcpxml" | "premiere-xml" | "avid" | "otio" | "csv" | "pdf"; isOpenOnly?: "true" | "false"; hasAnswers?: "true" | "false"; hasInternal?: "true" | "false"; language?: "EN" | "FR"; timeZone?: string }; response: undefined };
  /** Preview an import of comments line by line: new, existing or rejected. */
  checkCommentImport: { params: { id: string; n: number }; body: FormData; response: CommentImport };
  /** Add the comments of an EDL, CSV or OTIO file of up to 5 MB; sending it again adds nothing. */
  importComments: { params: { id: string; n: number }; body: FormData; response: CommentImport };
  /** List the review links of a project, the newest first. */
  listReviewLinks: { params: { id: string }; response: ReviewLinkView[] };
  /** Create a link for people without an account to review a version. */
  createReviewLink: { params: { id: string }; body: CreateReviewLinkInput; response: ReviewLinkView };
  /** Change a review link, or turn it off; changes reach current guests within seconds. */
  updateReviewLink: { params: { id: string; link: string }; body: UpdateReviewLinkInput; response: ReviewLinkView };
  /** List the guests of a review link, the latest first. */
  listReviewGuests: { params: { id: string; link: string }; response: ReviewGuestView[] };
  /** Revoke a review link for good; its guests' comments stay. */
  deleteReviewLink: { params: { id: string; link: string }; response: undefined };
  /** Get what a guest must enter to open a review link. */
  findReview: { body: { key: string }; response: ReviewEntry };
  /** Enter a review link as a guest. */
  enterReview: { body: EnterReviewInput; response: EnteredReview };
  /** End the guest's session. */
  leaveReview: { response: undefined };
  /** Get the version that the link shows now. */
  getGuestReview: { response: GuestReview };
  /** Create a ten-minute pass to play only the version's video, regardless of its rules. */
  getGuestPass: { params: { n: number }; response: { uuid: string; pass: string; expiresAt: string } };
  /** List the renditions as MP4 download links, where the link allows it. */
  listGuestDownloads: { params: { n: number }; response: { expiresAt: string; files: { id: string; width: number; height: number; fps: number; approximateBytes: number; url: string }[]; approximateBundleBytes: number } };
  /** Get the audio peaks and loudness of the version's video; has an ETag. */
  getGuestWaveform: { params: { n: number }; response: WaveformView };
  /** List the comments of the version by frame, except internal comments. */
  listGuestComments: { params: { n: number }; query?: CommentListQueryInput; response: { comments: CommentView[]; next: string | null; seq: number; readSeq: number; unreadCount: number } };
  /** List the comments changed since a position, in order; those that became internal are returned as deleted. */
  listGuestChanges: { query: { since: number; limit?: number }; response: CommentChanges };
  /** Comment on the version, or reply to a comment. */
  createGuestComment: { params: { n: number }; body: CreateGuestCommentInput; response: CommentView };
  /** Get a comment. */
  getGuestComment: { params: { id: string }; response: CommentView };
  /** Get the drawing of a comment. */
  getGuestDrawing: { params: { id: string }; response: Drawing };
  /** Change one of the guest's comments. `edit_conflict` returns the current one. */
  updateGuestComment: { params: { id: string }; body: UpdateGuestCommentInput; response: CommentView };
  /** Delete one of the guest's comments; they can restore it for a day. */
  deleteGuestComment: { params: { id: string }; response: undefined };
  /** Restore one of the guest's deleted comments. */
  restoreGuestComment: { params: { id: string }; response: CommentView };
  /** Add or remove the guest's reaction to a comment. */
  reactAsGuest: { params: { id: string }; body: { emoji: string; isOn: boolean }; response: CommentView };
  /** Attach a file of up to 10 MB to one of the guest's comments, ten at most. */
  addGuestAttachment: { params: { id: string }; body: FormData; response: CommentView };
  /** Download a file of a comment; only pictures are served inline. */
  getGuestAttachment: { params: { id: string; attachment: string }; query?: { small?: "true" | "false" }; response: undefined };
  /** Remove a file from one of the guest's comments. */
  deleteGuestAttachment: { params: { id: string; attachment: string }; response: CommentView };
  /** Get the changes of a version since the previous version, by frame. */
  getAlignment: { params: { id: string; n: number }; response: AlignmentView };
  /** List the open comments of earlier versions, each with its matching frame in this version. */
  listCarried: { params: { id: string; n: number }; response: { state: "waiting" | "ready" | "failed" | "none" | "unrelated"; reason: "first_version" | "video_missing" | "no_picture" | "too_long" | "unreadable" | null; previous: number | null; comments: CarriedComment[]; hasMore: boolean } };
  /** Confirm or move the placement of a comment in this version, or mark its frame as gone. */
  placeCarried: { params: { id: string; n: number; comment: string }; body: PlaceCarriedInput; response: CarriedComment };
  /** Restore the automatic placement of a comment. */
  releaseCarried: { params: { id: string; n: number; comment: string }; response: CarriedComment };
  /** List the comments of a project's version, by project and number in either order. */
  listAnnotations: { params: { a: string; b: string }; query?: { token?: string }; response: ({ uuid: string; project: string; version: number; frame: number | null; endFrame: number | null; text: string; hasDrawing: boolean; parent: string | null; isInternal: boolean; mentions: string[]; author: { name: string; isGuest: boolean }; isMine: boolean; importedBy?: string; createdAt: string; editedAt: string | null; deletedAt: string | null; resolvedAt: string | null; resolvedBy: string | null; reactions: { emoji: string; names: string[]; isMine: boolean }[]; attachments: ({ uuid: string; name: string; bytes: number; mediaType: string; preview: { kind: "picture" | "video" | "audio" | "pdf"; hasPicture: boolean; width: number | null; height: number | null; duration: number | null; waveform: number[] | null } | null })[]; revision: number; seq: number; drawing: Drawing | null })[] };
  /** Delete a comment. */
  deleteAnnotation: { params: { id: string }; query?: { token?: string }; response: undefined };
  /** Delete all comments of a project's version; only admins of the project can. */
  deleteAnnotationsOfVersion: { params: { id: string; n: number }; query?: { token?: string }; response: undefined };
  /** Get the reviewers of a version, their decisions and its history. */
  getApproval: { params: { id: string; n: number }; response: ApprovalView };
  /** Choose the reviewers of a version, with a due date; a new version asks them again. */
  setReviewers: { params: { id: string; n: number }; body: SetReviewersInput; response: ApprovalView };
  /** Decide on a version; a later decision of the same person replaces it. */
  makeDecision: { params: { id: string; n: number }; body: MakeDecisionInput; response: ApprovalView };
  /** List the caller's notifications of projects, the latest first. */
  listNews: { query?: { cursor?: string; limit?: number }; response: { unreadCount: number; news: NewsView[]; next: string | null } };
  /** Count the caller's unread notifications. */
  countUnreadNews: { response: { unreadCount: number } };
  /** Mark notifications as read or unread, or all up to one as read. */
  markNewsRead: { body: MarkNewsReadInput; response: { unreadCount: number } };
  /** Get which notifications are emailed to the caller, and when. */
  getNewsSettings: { response: NewsSettings };
  /** Choose which notifications are emailed to the caller, and when. */
  setNewsSettings: { body: NewsSettingsInput; response: NewsSettings };
  /** Get a room with its people, by its uuid or by that of its team or project. */
  getChatRoom: { params: { id: string }; response: ChatRoomView };
  /** List the caller's rooms by page, latest message first. */
  listChatRoomPage: { query?: { roomPage?: number; roomsPerPage?: number }; response: { _embedded: ChatRoomView[]; _size: number } };
  /** Create a room; with one user and no name it is private, and fails with `private_room_exists` if there is one. */
  createChatRoom: { body: CreateChatRoomInput; response: ChatRoomView };
  /** List all of the caller's rooms, latest message first. */
  listAllChatRooms: { response: ChatRoomSummary[] };
  /** Get the last message of a room; null when it has none. */
  getLastChatMessage: { params: { id: string }; response: { lastMessage: SeenChatMessage | null } };
  /** Check that the caller has no private room with a user; otherwise returns 404 with a message to show. */
  checkPrivateChatRoom: { params: { id: string }; response: { isFree: boolean } };
  /** Count the caller's unread messages, up to 100: in rooms neither muted nor archived, and mentions in muted ones. */
  checkUnseenMessages: { response: { unseenMessages: number } };
  /** Write a message; repeating a `messageId` returns the existing message. */
  createChatMessage: { params: { roomId: string }; body: CreateChatMessageInput; response: SeenChatMessage };
  /** List the messages of a room by pages, the latest first. */
  listChatMessagePage: { params: { roomId: string }; query?: { messagePage?: number; messagesPerPage?: number }; response: { _embedded: SeenChatMessage[]; _size: number } };
  /** Send a file of up to 25 MB; creates a message, or is added to that of the caller with the same `messageId` (10 files at most). */
  addChatFile: { params: { roomId: string }; body: FormData; response: SeenChatMessage };
  /** Add the caller's reaction to a message. */
  addChatReaction: { params: { messageId: string }; body: ChatReactionInput; response: SeenChatMessage };
  /** Remove the caller's reaction from a message. */
  deleteChatReaction: { params: { messageId: string }; body: ChatReactionInput; response: SeenChatMessage };
  /** Mark the messages of a room up to this one as read. */
  markChatMessageSeen: { params: { id: string }; body: { roomId: string }; response: { readPosition: number; unseenMessages: number } };
  /** Change one of the caller's messages. */
  updateChatMessage: { params: { roomId: string; messageId: string }; body: UpdateChatMessageInput; response: SeenChatMessage };
  /** Delete a message with its files; only its sender and room owners can. */
  deleteChatMessage: { params: { roomId: string; messageId: string }; response: SeenChatMessage };
  /** List the caller's rooms, starred first, then by latest message. */
  listChatRooms: { query?: ChatRoomListQueryInput; response: { rooms: ChatRoomSummary[]; next: string | null; unseenMessages: number } };
  /** Rename a custom room; only its owner can. */
  updateChatRoom: { params: { id: string }; body: { roomName: string }; response: ChatRoomView };
  /** Add users to a custom room; they see earlier messages. */
  addChatPeople: { params: { id: string }; body: { users: string[] }; response: ChatRoomView };
  /** Remove someone from a custom room, or leave it; it is deleted with its last member. */
  removeChatPerson: { params: { id: string; user: string }; response: undefined };
  /** Mute, star or archive a room for the caller only. */
  chooseForChatRoom: { params: { id: string }; body: ChatRoomChoicesInput; response: ChatRoomSummary };
  /** Get the room of a project, created on first request. */
  openProjectChatRoom: { params: { id: string }; response: ChatRoomView };
  /** Get the client's conversation with the administrators of the installation, created on first request. */
  openSupportChatRoom: { response: ChatRoomView };
  /** List the support conversations of all clients, the longest unanswered first. */
  listSupportChatRooms: { query?: { search?: string; cursor?: string; limit?: number }; response: { rooms: ChatRoomSummary[]; next: string | null } };
  /** Assign a support conversation to an administrator, or unassign it. */
  handOverSupportChatRoom: { params: { id: string }; body: { user: string | null }; response: ChatRoomView };
  /** List messages of a room in order: the latest, or those before, after or around a position, message or date. */
  listChatMessages: { params: { id: string }; query?: ChatMessageListQueryInput; response: ChatMessages };
  /** List the messages of a room changed since a position, each once. */
  listChatChanges: { params: { id: string }; query: { since: number; limit?: number }; response: ChatChanges };
  /** List the messages of several rooms changed since positions; rooms that the caller has left are omitted. */
  catchUpChat: { body: { rooms: { room: string; since: number }[] }; response: { rooms: ChatChanges[]; unseenMessages: number } };
  /** Mark the messages of a room up to a position as read; with `isBack`, later ones as unread again. */
  markChatRead: { params: { id: string }; body: { position: number; isBack?: boolean }; response: { readPosition: number; unseenMessages: number } };
  /** Pin a message to its room, or unpin it. */
  pinChatMessage: { params: { roomId: string; messageId: string }; body: { isPinned: boolean }; response: ChatMessageView };
  /** List the pinned messages of a room, the latest first. */
  listChatPins: { params: { id: string }; response: ChatMessageView[] };
  /** Forward a message with its files from another room of the caller to this one. */
  forwardChatMessage: { params: { id: string }; body: { messageId?: string; fromRoom: string; fromMessage: string }; response: ChatMessageView };
  /** Search the messages of the caller's rooms, the latest first; the last word may be unfinished. */
  searchChat: { query: { search: string; room?: string; from?: string; cursor?: string; limit?: number }; response: { messages: ({ _id: string; roomId: string; sender_id: string | null; sender: string; isAgent: boolean; content: string; timestamp: string; files: ChatFile[]; replyMessage: { _id: string; sender_id: string | null; sender: string; content: string; hasFiles: boolean; isDeleted: boolean } | null; reactions: { reaction: string; users: { uuid: string; username: string }[] }[]; edited: boolean; deleted: boolean; mentions: string[]; mentionsRoom: boolean; forwarded: { sender: string; timestamp: string } | null; pinnedBy: string | null; position: number; seq: number; revision: number; roomName: string })[]; next: string | null } };
  /** List users of the client with whom the caller can chat, by username. */
  listChatPeople: { query?: { search?: string; limit?: number }; response: ({ uuid: string; username: string; name: string | null; privateRoom: string | null })[] };
  /** Get which chat messages are emailed to the caller. */
  getChatSettings: { response: ChatSettings };
  /** Choose which chat messages are emailed to the caller. */
  setChatSettings: { body: ChatSettingsInput; response: ChatSettings };
}

export interface AcceptContractInput {
  version: number;
  language: "EN" | "FR";
  textHash: string;
  name: string;
  isAccepted: true;
}

export interface AccessReplayInput {
  subject: SimulatedSubjectInput;
  draft?: RuleChangesInput;
}

export interface AccessReplayView {
  from: string;
  to: string;
  sessions: number;
  refused: { atLeast: number; atMost: number };
  refusedAsSaved: { atLeast: number; atMost: number };
  steps: ({ step: "deletion" | "start" | "password" | "address" | "country" | "vpn" | "website" | "subdomain" | "streaming" | "budget"; atLeast: number; atMost: number })[];
  leftOut: number;
}

export interface AccessSimulationInput {
  subject: SimulatedSubjectInput;
  visitor: SimulatedVisitorInput;
  at?: string;
  draft?: RuleChangesInput;
}

export interface AccessSimulationView {
  isAllowed: boolean;
  decidedBy: "deletion" | "start" | "password" | "address" | "country" | "vpn" | "website" | "subdomain" | "streaming" | "budget" | null;
  at: string;
  visitor: { address: string | null; country: string | null; asn: number | null; isp: string | null; isVpn: boolean; host: string | null };
  steps: ({ step: "deletion" | "start" | "password" | "address" | "country" | "vpn" | "website" | "subdomain" | "streaming" | "budget"; verdict: "passed" | "refused" | "unset" | "unknown" | "not reached"; rule?: "p2pWeb" | "p2pAndroid" | "p2pIOS" | "viewerThreshold" | "activeTimes" | "peerPercentage" | "savedSegments" | "uploadPercent" | "uploadOnCellular" | "interISP" | "asksConsent" | "authorizedIPs" | "unauthorizedIPs" | "authorizedSubdomains" | "unauthorizedSubdomains" | "authorizedCountries" | "unauthorizedCountries" | "authorizedWebsites" | "unauthorizedWebsites" | "unknownWebsites" | "authorizedVPNs" | "authorizedVPNsList" | "ice" | "streaming" | "thumbnailURL"; source?: "custom" | "collection" | "config" | "client" | "default"; entry?: string; fault?: "malformed" | "unknown key" | "wrong signature" | "expired" | "not valid yet" | "wrong video" | "wrong origin" | "wrong address" })[];
  origins: { country: { isOperators: boolean; at: string }; asn: { isOperators: boolean; at: string }; vpn: { isOperators: boolean; at: string } | null };
}

export interface AddedApiKey {
  uuid: string;
  type: "analytics" | "read" | "upload" | "live" | "full" | "delivery";
  scopes: ("videos:read" | "videos:write" | "uploads:write" | "lives:read" | "lives:write" | "analytics:read" | "delivery:read" | "delivery:write" | "account:read" | "webhooks:read" | "webhooks:write" | "projects:read" | "projects:write" | "chat:read" | "chat:write")[];
  description: string;
  fixedParameters: ApiKeyParameters;
  addresses: string[];
  createdAt: string;
  createdBy: string | null;
  expiresAt: string | null;
  oldSecretUntil: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  lastUsedCall: string | null;
  key: string;
  secret: string;
}

export interface AddedStreamingKey {
  uuid: string;
  publicKey: string;
  name: string;
  createdAt: string;
  privateKey: string | null;
}

export interface AddedUploadToken {
  token: string;
  uuid: string;
  expiresAt: string;
}

export interface AlertAcknowledgementInput {
  remark?: string;
}

export interface AlertDetail {
  uuid: string;
  kind: "stream_down" | "rebuffering" | "errors" | "quota" | "offload_lost" | "unverified" | "address_quota";
  state: "open" | "acknowledged" | "closed";
  subject: { type: "video" | "everything"; video: string | null; title: string | null; hasPage: boolean };
  openedAt: string;
  closedAt: string | null;
  ending: "recovered" | "switched_off" | "subject_gone" | null;
  threshold: number;
  baseline: number | null;
  extreme: number;
  last: number;
  acknowledgement: { by: string; at: string; remark: string | null } | null;
  history: ({ type: "alert.opened" | "alert.acknowledged" | "alert.closed"; at: string; by: string | null; remark: string | null })[];
}

export interface AlertFilterInput {
  state?: "open" | "acknowledged" | "closed";
  kind?: "stream_down" | "rebuffering" | "errors" | "quota" | "offload_lost" | "unverified" | "address_quota";
  video?: string;
  from?: string;
  to?: string;
}

export interface AlertRules {
  minimumSessions: number;
  stream_down: { isOn: boolean };
  rebuffering: { isOn: boolean; threshold: number };
  errors: { isOn: boolean; threshold: number };
  quota: { isOn: boolean; threshold: number };
  offload_lost: { isOn: boolean; threshold: number };
  unverified: { isOn: boolean; threshold: number };
  address_quota: { isOn: boolean; threshold: number };
}

export interface AlertRulesInputInput {
  minimumSessions: number;
  stream_down: { isOn: boolean };
  rebuffering: { isOn: boolean; threshold: number };
  errors: { isOn: boolean; threshold: number };
  quota: { isOn: boolean; threshold: number };
  offload_lost: { isOn: boolean; threshold: number };
  unverified: { isOn: boolean; threshold: number };
  address_quota: { isOn: boolean; threshold: number };
  revision: number;
}

export interface AlertSeries {
  threshold: number;
  points: ({ at: string; to: string; value: number | null })[];
  timeZone: string;
}

export interface AlertSettings {
  rules: AlertRules;
  revision: number;
  isMailWanted: boolean;
  canBeMailed: boolean;
  timeZone: string;
}

export interface AlertView {
  uuid: string;
  kind: "stream_down" | "rebuffering" | "errors" | "quota" | "offload_lost" | "unverified" | "address_quota";
  state: "open" | "acknowledged" | "closed";
  subject: { type: "video" | "everything"; video: string | null; title: string | null; hasPage: boolean };
  openedAt: string;
  closedAt: string | null;
  ending: "recovered" | "switched_off" | "subject_gone" | null;
  threshold: number;
  baseline: number | null;
  extreme: number;
  last: number;
  acknowledgement: { by: string; at: string; remark: string | null } | null;
}

export interface AlertsPage {
  _embedded: AlertView[];
  _size: number;
  asOf: string | null;
}

export interface AlertsQueryInput {
  page?: number;
  pagesize?: number;
  filter?: AlertFilterInput;
  sort?: Record<string, 1 | -1>;
}

export interface AlignmentView {
  state: "waiting" | "ready" | "failed" | "none" | "unrelated";
  reason: "first_version" | "video_missing" | "no_picture" | "too_long" | "unreadable" | null;
  version: number;
  previous: number | null;
  rate: { num: number; den: number } | null;
  previousRate: { num: number; den: number } | null;
  frames: number;
  previousFrames: number;
  ranges: ({ frame: number; endFrame: number; kind: "same" | "moved" | "shortened" | "regraded" | "reframed" | "retouched" | "new"; previousFrame: number | null; previousEndFrame: number | null; isSure: boolean })[];
  gone: { previousFrame: number; previousEndFrame: number; frame: number }[];
}

export interface ApiKeyInputInput {
  type?: "analytics" | "read" | "upload" | "live" | "full" | "delivery";
  description: string;
  fixedParameters?: ApiKeyParametersInput;
  addresses?: string[];
  expiresAt?: string | null;
}

export interface ApiKeyListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
}

export interface ApiKeyParameters {
  videos: string[];
  tag?: string;
  config?: string;
  inputQualities?: InputQualities;
  maxSizeBytes?: number;
  titlePrefix?: string;
}

export interface ApiKeyParametersInput {
  videos?: string[];
  tag?: string;
  config?: string;
  inputQualities?: InputQualitiesInput;
  maxSizeBytes?: number;
  titlePrefix?: string;
}

export interface ApiKeyView {
  uuid: string;
  type: "analytics" | "read" | "upload" | "live" | "full" | "delivery";
  scopes: ("videos:read" | "videos:write" | "uploads:write" | "lives:read" | "lives:write" | "analytics:read" | "delivery:read" | "delivery:write" | "account:read" | "webhooks:read" | "webhooks:write" | "projects:read" | "projects:write" | "chat:read" | "chat:write")[];
  description: string;
  fixedParameters: ApiKeyParameters;
  addresses: string[];
  createdAt: string;
  createdBy: string | null;
  expiresAt: string | null;
  oldSecretUntil: string | null;
  lastUsedAt: string | null;
  lastUsedAddress: string | null;
  lastUsedCall: string | null;
}

export interface ApprovalView {
  version: number;
  status: "open" | "inReview" | "approved" | "approvedWithNotes" | "changesWanted" | "archived";
  reviewers: ReviewerView[];
  history: DecisionView[];
  mayAsk: boolean;
  mayDecide: boolean;
  isAwaited: boolean;
}

export interface ArrivalReport {
  taken: { videos: number; collections: number; configs: number; links: number; teams: number; projects: number; comments: number; rooms: number; messages: number };
  notTaken: { alreadyHere: number; lives: number; sceneLists: number; withoutFile: number; people: number; rooms: number };
  dropped: Record<string, number>;
  closedCount: number;
  hasBakedRules: boolean;
}

export interface ArrivalUpload {
  uuid: string;
  size: number;
  chunkSize: number;
  chunkCount: number;
  received: [number, number][];
}

export interface ArrivalView {
  uuid: string;
  state: "uploading" | "checking" | "taking" | "done" | "failed";
  fault: "unreachable" | "no_ranges" | "not_an_archive" | "other_version" | "truncated" | "checksum_mismatch" | "bad_path" | "bad_data" | "bad_reference" | "too_many_files" | "too_large" | "changed" | "free_tier_exceeded" | "budget_reached" | "user_gone" | "not_uploaded" | "unexpected" | null;
  faultPath: string | null;
  user: string | null;
  fileName: string | null;
  uploadedBytes: number;
  checkedBytes: number;
  sizeBytes: number;
  videoCount: number;
  arrivedCount: number;
  fileCount: number;
  report: ArrivalReport | null;
  createdAt: string;
  endedAt: string | null;
}

export interface BankDetailsState {
  isRIB: boolean;
  details: BankDetailsView | null;
}

export interface BankDetailsView {
  holder: string;
  maskedIban: string;
  bic: string;
  fileName: string;
  fileType: "application/pdf" | "image/png" | "image/jpeg";
  sizeBytes: number;
  savedAt: string;
  savedBy: string;
}

export interface BillForecast {
  expected: { bytes: number; cents: number };
  range: { low: { bytes: number; cents: number }; high: { bytes: number; cents: number } } | null;
}

export interface BillLine {
  fromBytes: number;
  toBytes: number | null;
  microsPerTb: number;
  bytes: number;
  fixedCents?: number;
  cents: number;
}

export interface BilledDay {
  day: string;
  serverBytes: number;
  peerBytes: number;
  cdnBytes: number;
  storedBytes: number | null;
}

export interface BilledMonths {
  _embedded: { month: string; isComplete: boolean; serverBytes: number; peerBytes: number; deliveredBytes: number; cents: number }[];
  _size: number;
  forecastTrial: { monthCount: number; meanErrorPercent: number } | null;
}

export interface BillingPlan {
  kind: "free" | "managed" | "fixed" | "own";
  tiers: PlanTier[];
}

export interface Budget {
  limitCents: number | null;
  stops: boolean;
  stopsCdn: boolean;
  stopsPlayback: boolean;
  spentCents: number | null;
  measuredCents: number | null;
  isStopped: boolean;
  isCdnStopped: boolean;
  isPlaybackStopped: boolean;
}

export interface BudgetInputInput {
  limitCents: number | null;
  stops: boolean;
  stopsCdn?: boolean;
  stopsPlayback?: boolean;
}

export interface CachingReport {
  kind: "livePlaylist" | "playlist" | "segment" | "video" | "image" | "script" | "page" | "data" | "other";
  freshSec: number | null;
  freshBy: "s-maxage" | "max-age" | "expires" | "default" | "never";
  findings: ({ code: "failed" | "notStored" | "private" | "asksEachTime" | "noTime" | "tooShort" | "tooLong" | "fits" | "sharedTime" | "noValidator" | "hasValidator" | "setsCookie" | "variesOnAll" | "varies" | "noRanges" | "hasRanges"; isGood: boolean; sent: string | null })[];
  advice: { name: string; value: string }[];
}

export interface CaptionCue {
  startMs: number;
  endMs: number;
  text: string;
  settings: string;
}

export interface CaptionCueInput {
  startMs: number;
  endMs: number;
  text: string;
  settings?: string;
}

export interface CaptionNote {
  kind: "no_length" | "second_header" | "moved" | "before_start";
  line: number;
  movedSec?: number;
}

export interface CaptionTrack {
  uuid: string;
  language: string;
  label: string;
  kind: "subtitles" | "sdh" | "forced";
  isDefault: boolean;
  origin: "uploaded" | "extracted" | "cut";
  cueCount: number;
  revision: number;
  version: number;
  createdAt: string;
  modifiedAt: string;
}

export interface CarriedComment {
  uuid: string;
  previousVersion: number;
  previousFrame: number | null;
  previousEndFrame: number | null;
  text: string;
  hasDrawing: boolean;
  isInternal: boolean;
  author: { name: string; isGuest: boolean };
  createdAt: string;
  kind: "same" | "changed" | "gone" | "whole" | "unplaced";
  frame: number | null;
  endFrame: number | null;
  isSure: boolean;
  goneIn: number | null;
  placedBy: string | null;
  placedAt: string | null;
}

export type CdnCorsOriginsInput = string[];

export interface CdnDay {
  date: string;
  MB_server: number;
}

export interface CdnEntryListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  sort?: Record<string, 1 | -1>;
  filter?: { state?: "draining" | "unsubscribed" | "budgetReached" | "paused" | "active" };
}

export interface CdnEntryView {
  uuid: string;
  name: string;
  key: string;
  originUrl: string;
  url: string;
  state: "draining" | "unsubscribed" | "budgetReached" | "paused" | "active";
  isPaused: boolean;
  endsAt: string | null;
  rules: CdnRules;
  hosts: ({ host: string; checkedAt: string | null })[];
  cnameTarget: string;
  secrets: ({ uuid: string; createdAt: string; endsAt: string | null })[];
  corsOrigins: string[];
  defaultTtlSec: number;
  ignoresQuery: boolean;
  purgeNumber: number;
  user: string | null;
  createdAt: string;
  revision: number;
}

export interface CdnHostCheck {
  isServed: boolean;
  alias: { isRight: boolean; found: string[] };
  proof: { isRight: boolean; found: string[] };
  entry: CdnEntryView;
}

export type CdnHostsInput = string[];

export interface CdnInputInput {
  dates: string[];
  client?: string;
}

export interface CdnPurgeAnswer {
  number: number;
  paths: string[];
  isPrefix: boolean;
}

export interface CdnPurgeBodyInput {
  scope: "url" | "prefix" | "all";
  addresses?: string[];
}

export interface CdnRules {
  unauthorizedIPs?: string[];
  unauthorizedCountries?: string[];
  authorizedWebsites?: string[];
  unauthorizedWebsites?: string[];
  unknownWebsites?: boolean;
}

export interface CdnRulesInput {
  unauthorizedIPs?: string[];
  unauthorizedCountries?: string[];
  authorizedWebsites?: string[];
  unauthorizedWebsites?: string[];
  unknownWebsites?: boolean;
}

export interface CdnSecretAnswer {
  secret: string;
  entry: CdnEntryView;
}

export interface CdnStatistics {
  from: string;
  until: string;
  stepSec: number;
  total: { requests: number; hits: number; misses: number; bytesSent: number; bytesOrigin: number };
  points: { requests: number; hits: number; misses: number; bytesSent: number; bytesOrigin: number; at: string }[];
  countries: { country: string; requests: number; bytesSent: number }[];
  statuses: { statusClass: number; requests: number; bytesSent: number }[];
}

export interface CdnTestAnswer {
  fault: "bad_url" | "forbidden_port" | "forbidden_address" | "unresolved" | "unreachable" | "tls" | "timeout" | "broken" | "too_many_redirects" | null;
  answer: { url: string; status: number; tookMs: number; sizeBytes: number; isCut: boolean; headers: { name: string; value: string }[]; report: CachingReport } | null;
}

export interface CdnTraffic {
  from: string;
  until: string;
  entries: { requests: number; hits: number; misses: number; bytesSent: number; bytesOrigin: number; uuid: string }[];
}

export interface CdnUsage {
  month: string;
  total: { requests: number; hits: number; misses: number; bytesSent: number; bytesOrigin: number };
}

export interface Chapter {
  start: number;
  title: string;
}

export interface ChapterInput {
  start: number;
  title: string;
}

export type ChaptersInput = ChapterInput[];

export interface ChatChanges {
  room: string;
  messages: ChatMessageView[];
  seq: number;
  hasMore: boolean;
}

export interface ChatFile {
  uuid: string;
  name: string;
  size: number;
  type: string;
  kind: "picture" | "video" | "audio" | "pdf" | "other";
  extension: string;
  url: string;
  path: string;
  audio: boolean;
  duration: number | null;
  waveform: number[] | null;
  width: number | null;
  height: number | null;
  thumbnail: string | null;
  isLocked: boolean;
}

export interface ChatMessageListQueryInput {
  before?: number;
  after?: number;
  around?: number;
  aroundMessage?: string;
  aroundDate?: string;
  limit?: number;
}

export interface ChatMessageView {
  _id: string;
  roomId: string;
  sender_id: string | null;
  sender: string;
  isAgent: boolean;
  content: string;
  timestamp: string;
  files: ChatFile[];
  replyMessage: { _id: string; sender_id: string | null; sender: string; content: string; hasFiles: boolean; isDeleted: boolean } | null;
  reactions: { reaction: string; users: { uuid: string; username: string }[] }[];
  edited: boolean;
  deleted: boolean;
  mentions: string[];
  mentionsRoom: boolean;
  forwarded: { sender: string; timestamp: string } | null;
  pinnedBy: string | null;
  position: number;
  seq: number;
  revision: number;
}

export interface ChatMessages {
  messages: ChatMessageView[];
  hasBefore: boolean;
  hasAfter: boolean;
  seq: number;
  readPosition: number;
}

export interface ChatReactionInput {
  reaction: string;
  roomId: string;
}

export interface ChatRoomChoicesInput {
  isMuted?: boolean;
  isStarred?: boolean;
  isArchived?: boolean;
}

export interface ChatRoomListQueryInput {
  cursor?: string;
  limit?: number;
  kind?: "team" | "project" | "private" | "custom" | "support" | "all";
  isArchived?: "true" | "false";
  search?: string;
}

export interface ChatRoomSummary {
  uuid: string;
  roomName: string;
  type: "team" | "custom";
  kind: "team" | "project" | "private" | "custom" | "support";
  team: string | null;
  project: string | null;
  with: { uuid: string; username: string } | null;
  support: { client: { uuid: string; name: string }; waitingSince: string | null; assignee: { uuid: string; username: string } | null } | null;
  peopleCount: number;
  lastMessage: ChatMessageView | null;
  lastUpdated: string;
  seq: number;
  lastPosition: number;
  readPosition: number;
  unreadCount: number;
  mentionCount: number;
  isMuted: boolean;
  isStarred: boolean;
  isArchived: boolean;
  standing: "owner" | "agent" | "member";
  can: ("write" | "mentionRoom" | "deleteAny" | "pin" | "rename" | "addPeople" | "removePeople" | "leave" | "handOver")[];
}

export interface ChatRoomView {
  uuid: string;
  roomName: string;
  type: "team" | "custom";
  kind: "team" | "project" | "private" | "custom" | "support";
  team: string | null;
  project: string | null;
  with: { uuid: string; username: string } | null;
  support: { client: { uuid: string; name: string }; waitingSince: string | null; assignee: { uuid: string; username: string } | null } | null;
  peopleCount: number;
  lastMessage: ChatMessageView | null;
  lastUpdated: string;
  seq: number;
  lastPosition: number;
  readPosition: number;
  unreadCount: number;
  mentionCount: number;
  isMuted: boolean;
  isStarred: boolean;
  isArchived: boolean;
  standing: "owner" | "agent" | "member";
  can: ("write" | "mentionRoom" | "deleteAny" | "pin" | "rename" | "addPeople" | "removePeople" | "leave" | "handOver")[];
  users: string[];
  people: ({ uuid: string; username: string; standing: "owner" | "agent" | "member"; readPosition: number })[];
  createdAt: string;
  revision: number;
}

export interface ChatSettings {
  isMailed: boolean;
}

export interface ChatSettingsInput {
  isMailed: boolean;
}

export interface ClientConsumption {
  watchedSec: number;
  views: number;
  serverBytes: number;
  peerBytes: number;
  cdnBytes: number;
  storedByteDays: number;
  deliveredBytes: number;
  unmatchedPeerBytes: number;
  unverifiedBytes: number;
  client: { uuid: string; clientname: string; freeTier: boolean };
  forecastBytes: number | null;
}

export interface ClientIdInput {
  id: string;
}

export interface ClientInfo {
  uuid: string;
  clientname: string;
  type: "platform" | "plugin" | "camera";
  vireed: boolean;
  export: boolean;
  scenelist: boolean;
  dataToDelete: boolean;
  deletionAt: string | null;
  noKeepLive: boolean;
  defaultAutoplay: boolean;
  oldTable: boolean;
  defaultNumberPerPage: number | null;
  defaultQualities: InputQualities;
  restartVideos: boolean;
  chat: boolean;
  freeTier: boolean;
}

export interface ClientInvoice {
  kind: "invoice" | "credit_note";
  number: string;
  issuedOn: string;
  dueOn: string;
  month: string | null;
  lines: InvoiceLine[];
  vat: Vat;
  netCents: number;
  vatCents: number;
  grossCents: number;
  credited: { number: string; issuedOn: string } | null;
  reason: string;
  uuid: string;
  state: "open" | "overdue" | "paid" | "credited";
  openCents: number;
  paidOn: string | null;
  paidReference: string;
  charge: InvoiceCharge | null;
  client: { uuid: string; name: string; isDeleted: boolean };
  creditableCents: number;
  reminders: { last: { stage: "reminder" | "second" | "final" | "suspended"; on: string } | null; next: { stage: "reminder" | "second" | "final" | "suspended"; on: string } | null } | null;
}

export interface ClientInvoicesPage {
  _embedded: ClientInvoice[];
  _size: number;
  total: { netCents: number; vatCents: number; grossCents: number; openCents: number };
}

export interface ClientInvoicesQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  filter?: InvoiceFilterInput;
}

export interface ClientListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  sort?: Record<string, 1 | -1>;
  filter?: { type?: "platform" | "plugin" | "camera"; dataToDelete?: boolean };
}

export interface ClientPlan {
  validFrom: string;
  firstMonth: string;
  plan: BillingPlan;
  isClosed: boolean;
}

export interface ClientPlans {
  _embedded: ClientPlan[];
  _size: number;
}

export interface ClientRulesView {
  rules: { p2pWeb?: boolean; p2pAndroid?: boolean; p2pIOS?: boolean; viewerThreshold?: number; activeTimes?: { days: number[]; from: string; to: string }[]; peerPercentage?: number; savedSegments?: number; uploadPercent?: number; uploadOnCellular?: boolean; interISP?: boolean; asksConsent?: boolean; authorizedSubdomains?: string[]; unauthorizedSubdomains?: string[]; authorizedWebsites?: string[]; unauthorizedWebsites?: string[]; unknownWebsites?: boolean; streaming?: "refused" | "open" | "token"; thumbnailURL?: string };
  timeZone: string;
  isIndexed: boolean;
  sitemapUrl: string;
  revision: number;
}

export interface ClientView {
  uuid: string;
  clientname: string;
  type: "platform" | "plugin" | "camera";
  vireed: boolean;
  export: boolean;
  scenelist: boolean;
  dataToDelete: boolean;
  deletionAt: string | null;
  noKeepLive: boolean;
  defaultAutoplay: boolean;
  oldTable: boolean;
  defaultNumberPerPage: number | null;
  defaultQualities: InputQualities;
  restartVideos: boolean;
  chat: boolean;
  freeTier: boolean;
  companyName: string;
  siret: string;
  contactFirstName: string;
  contactLastName: string;
  contactEmail: string;
  phone: string;
  postalAddress: string;
  country: string;
  vatNumber: string;
  playerTheme: PlayerTheme;
  claimsLifted: boolean;
  clientNumber: number;
  contractNumber: string;
  subscriptionEndsAt: string | null;
  isContractSigned: boolean;
  isRIB: boolean;
  userCount: number;
  videoCount: number;
  createdAt: string;
  revision: number;
}

export interface CollaboratorInput {
  username: string;
  role?: "admin" | "editor" | "viewer";
}

export interface CollectionListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  client?: string;
}

export interface CollectionView {
  uuid: string;
  name: string;
  rules: RuleSettings;
  videoCount: number;
  reportedAt: string | null;
  createdAt: string;
  revision: number;
}

export interface CommentChanges {
  comments: CommentView[];
  seq: number;
  hasMore: boolean;
}

export interface CommentImport {
  newCount: number;
  existingCount: number;
  refusedCount: number;
  rows: CommentImportRow[];
}

export interface CommentImportRow {
  line: number | null;
  state: "new" | "existing" | "refused";
  reason: "no-text" | "too-long" | "timecode" | "dropped-timecode" | "frames-above-rate" | "range" | "before-start" | "after-end" | "rate" | "other-rate" | null;
  detail: string | null;
  timecode: string | null;
  author: string;
  text: string;
}

export interface CommentListQueryInput {
  cursor?: string;
  limit?: number;
  search?: string;
  filter?: { isResolved?: boolean; isMine?: boolean; mentionsMe?: boolean; author?: string; hasDrawing?: boolean };
}

export interface CommentView {
  uuid: string;
  project: string;
  version: number;
  frame: number | null;
  endFrame: number | null;
  text: string;
  hasDrawing: boolean;
  parent: string | null;
  isInternal: boolean;
  mentions: string[];
  author: { name: string; isGuest: boolean };
  isMine: boolean;
  importedBy?: string;
  createdAt: string;
  editedAt: string | null;
  deletedAt: string | null;
  resolvedAt: string | null;
  resolvedBy: string | null;
  reactions: { emoji: string; names: string[]; isMine: boolean }[];
  attachments: ({ uuid: string; name: string; bytes: number; mediaType: string; preview: { kind: "picture" | "video" | "audio" | "pdf"; hasPicture: boolean; width: number | null; height: number | null; duration: number | null; waveform: number[] | null } | null })[];
  revision: number;
  seq: number;
}

export interface ConfigSite {
  uuid: string;
  name: string;
  websites: string[];
  publicIPs: string[];
  subnets: string[];
  exchange: "first" | "only";
}

export type ConfigSites = ConfigSite[];

export interface ConfigView {
  uuid: string;
  name: string;
  key: string;
  edgeUrl: string;
  rules: RuleSettings;
  sites: ConfigSites;
  oldKey: { key: string; endsAt: string } | null;
  isRevoked: boolean;
  createdAt: string;
  revision: number;
}

export interface ConsumptionPage {
  month: string;
  isComplete: boolean;
  asOf: string;
  freeTierBytes: number;
  total: { watchedSec: number; views: number; serverBytes: number; peerBytes: number; cdnBytes: number; storedByteDays: number; deliveredBytes: number; unmatchedPeerBytes: number; unverifiedBytes: number };
  _embedded: ClientConsumption[];
  _size: number;
}

export interface ConsumptionQueryInput {
  page?: number;
  pagesize?: number;
  month?: string;
  search?: string;
  sort?: Record<string, 1 | -1>;
  filter?: { isOverFreeTier?: boolean };
}

export interface ContractState {
  isContractSigned: boolean;
  contracts: ContractView[];
  currentVersion: number;
  isAcceptable: boolean;
  missing: ("client.companyName" | "client.siret" | "client.postalAddress" | "client.contactFirstName" | "client.contactLastName" | "client.contactEmail" | "seller.name" | "seller.street" | "seller.postalCode" | "seller.city" | "seller.country" | "seller.email")[];
}

export interface ContractTermsInputInput {
  EN: string;
  FR: string;
  basedOn: number;
}

export interface ContractTermsView {
  version: number;
  EN: string;
  FR: string;
  createdAt: string;
  createdBy: string | null;
  contractCount: number;
  placeholders: string[];
}

export interface ContractText {
  version: number;
  language: "EN" | "FR";
  text: string;
  textHash: string;
}

export interface ContractView {
  uuid: string;
  number: string;
  version: number;
  language: "EN" | "FR";
  textHash: string;
  companyName: string;
  acceptedAt: string;
  acceptedName: string;
  acceptedBy: string;
}

export interface CountAnswer {
  count: number;
  _shards: { total: number; successful: number; skipped: number; failed: number };
}

export type CountBodyInput = unknown;

export type CountParametersInput = unknown;

export interface CreateArrivalInput {
  url: string;
}

export interface CreateArrivalUploadInput {
  originalname: string;
  size: number;
  fingerprint: string;
}

export interface CreateChatMessageInput {
  messageId?: string;
  _id?: string;
  content: string;
  replyMessage?: string | null;
  mentions?: string[];
  mentionsRoom?: boolean;
}

export interface CreateChatRoomInput {
  roomName?: string;
  users?: string[];
}

export interface CreateClientInput {
  companyName?: string;
  siret?: string;
  contactFirstName?: string;
  contactLastName?: string;
  contactEmail?: string;
  phone?: string;
  postalAddress?: string;
  country?: string;
  vatNumber?: string;
  defaultAutoplay?: boolean;
  defaultNumberPerPage?: 12 | 20 | 50 | 100 | null;
  defaultQualities?: InputQualitiesInput;
  playerTheme?: PlayerThemeInput;
  clientname: string;
  type: "platform" | "plugin" | "camera";
  vireed?: boolean;
  export?: boolean;
  scenelist?: boolean;
  noKeepLive?: boolean;
  oldTable?: boolean;
  restartVideos?: boolean;
  chat?: boolean;
  freeTier?: boolean;
  claimsLifted?: boolean;
  contractNumber?: string;
  subscriptionEndsAt?: string | null;
}

export interface CreateCommentInput {
  uuid: string;
  frame?: number | null;
  endFrame?: number | null;
  text?: string;
  drawing?: DrawingInput | null;
  parent?: string | null;
  isInternal?: boolean;
  mentions?: string[];
}

export interface CreateGuestCommentInput {
  uuid: string;
  frame?: number | null;
  endFrame?: number | null;
  text?: string;
  drawing?: DrawingInput | null;
  parent?: string | null;
}

export interface CreateProjectInput {
  name: string;
  description?: string;
  collabs?: CollaboratorInput[];
  teams?: string[];
  uuid: string;
  kind?: "upload" | "library" | "cut";
}

export interface CreateReviewLinkInput {
  label?: string;
  asksEmail?: boolean;
  password?: string | null;
  endsAt?: string | null;
  version?: number | null;
  mayComment?: boolean;
  mayDownload?: boolean;
  hasWatermark?: boolean;
}

export interface CreateTeamInput {
  teamName: string;
  teamDescription?: string;
  collabsTeam?: CollaboratorInput[];
}

export interface CreateUploadTokenInput {
  title: string;
  description?: string;
  tags?: TagsInput;
  inputQualities?: InputQualitiesInput;
  firstPass?: boolean;
  autoplay?: boolean;
  password?: string;
  config?: string;
  maxBytes: number;
  lifetimeSec?: number;
  origins: string[];
}

export interface CreateVersionInput {
  uuidVideo: string;
  description?: string;
  createdDate?: string;
  number?: number;
  publisher?: string;
  kind?: "upload" | "library" | "cut";
}

export interface CreateWebhookInput {
  url: string;
  description?: string;
  events?: ("video.created" | "video.uploaded" | "video.playable" | "video.encoded" | "video.failed" | "video.replaced" | "video.deleted" | "video.restored" | "live.started" | "live.lost" | "live.back" | "live.ended" | "live.archived" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "version.added" | "comment.created" | "comment.mentioned" | "decision.wanted" | "decision.made" | "chat.mentioned" | "member.added" | "member.removed" | "invoice.issued" | "invoice.paid" | "cdn.created" | "cdn.changed" | "cdn.deleted")[];
  format?: "standard" | "slack" | "teams";
  language?: "EN" | "FR";
}

export interface CreditNoteInputInput {
  reason: string;
  cents?: number;
}

export interface CurrentUpload {
  maxBytes: number;
  expiresAt: string;
  video: { uuid: string; encodingStatus: "to_encode" | "waiting_for_encoding" | "encoding" | "segmented" | "encoded" | "to_stop" | "stopped" | "error" | "uploading" | "upload_failed" | "restart"; uploadingPercent: number | null; encodingPercent: number | null; embedUrl: string } | null;
}

export interface DecisionView {
  uuid: string;
  decision: "approved" | "approvedWithNotes" | "changesWanted";
  note: string;
  by: string;
  at: string;
  isOfEarlierFile: boolean;
}

export interface DoctorReport {
  startedAt: string;
  endedAt: string;
  isMending: boolean;
  seen: { objects: number; bytes: number; videos: number; checksums: number };
  findings: FindingView[];
  checkedUntil: string | null;
  faults: string[];
}

export interface Drawing {
  shapes: DrawingShape[];
}

export interface DrawingInput {
  shapes: DrawingShapeInput[];
}

export type DrawingShape = { kind: "pen"; points: [number, number, number][]; color: string; size: number } | { kind: "arrow"; from: [number, number]; to: [number, number]; color: string; size: number } | { kind: "rectangle"; from: [number, number]; to: [number, number]; color: string; size: number } | { kind: "ellipse"; from: [number, number]; to: [number, number]; color: string; size: number } | { kind: "text"; at: [number, number]; text: string; color: string; size: number } | { kind: "pin"; at: [number, number]; color: string; size: number };

export type DrawingShapeInput = { kind: "pen"; points: [number, number, number][]; color: string; size: number } | { kind: "arrow"; from: [number, number]; to: [number, number]; color: string; size: number } | { kind: "rectangle"; from: [number, number]; to: [number, number]; color: string; size: number } | { kind: "ellipse"; from: [number, number]; to: [number, number]; color: string; size: number } | { kind: "text"; at: [number, number]; text: string; color: string; size: number } | { kind: "pin"; at: [number, number]; color: string; size: number };

export interface EdgeReport {
  version: string;
  startedAtMs: number;
  isClosing: boolean;
  viewers: number;
  rooms: number;
  placesTaken: number;
  waiting: number;
  countedSec: number;
  admitted: number;
  refused: Record<string, number>;
  limited: Record<string, number>;
  failed: number;
  serverBytes: number;
  peerBytes: number;
  spoolBytes: number;
  isDelivering: boolean;
  isApiAway: boolean;
  isFollowing: boolean;
  edgesAway: string[];
}

export interface EdgeView {
  url: string;
  report: EdgeReport | null;
  missedBy: number;
}

export interface EnterReviewInput {
  key: string;
  name: string;
  email?: string;
  password?: string;
}

export interface EnteredReview {
  token: string;
  expiresAt: string;
  review: GuestReview;
}

export interface ExitLink {
  url: string;
  expiresAt: string;
}

export interface ExitView {
  uuid: string;
  state: "making" | "ready" | "failed";
  fault: "disk_full" | "media_unreadable" | "figures_unavailable" | "unexpected" | null;
  snapshotAt: string;
  user: string | null;
  fileCount: number;
  checkedCount: number;
  sizeBytes: number;
  missingCount: number;
  readyAt: string | null;
  deletedAt: string | null;
}

export interface ExportLinkListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  sort?: Record<string, 1 | -1>;
  filter?: { video?: string; state?: "active" | "inactive" };
}

export type ExportLinkSitesInput = string[];

export interface ExportLinkView {
  uuid: string;
  name: string;
  state: "videoDeleted" | "ended" | "paused" | "active";
  isPaused: boolean;
  endsAt: string | null;
  sites: string[];
  siteRefusals?: SiteRefusal[];
  embedUrl: string;
  directUrl: string;
  iframe: string;
  user: string | null;
  createdAt: string;
  views: number;
  lastViewAt: string | null;
  video: { uuid: string; title: string; thumbnail: string | null; autoplay: boolean; duration: number | null; isTrashed: boolean; isPassword: boolean; startDate: string | null };
  revision: number;
}

export interface ExternalStreamStats {
  uuid: string;
  state: "off" | "connecting" | "live" | "waiting";
  bitrateKbps: number;
  restarts: number;
  lastError: "not_allowed" | "unresolved" | "unreachable" | "not_secure" | "refused" | "too_slow" | "disconnected" | null;
  sinceMs: number | null;
  type: "youtube" | "facebook" | "twitch" | "other";
  url: string | null;
  isOn: boolean;
}

export interface ExternalStreamsInput {
  youtube?: { key: string }[];
  facebook?: { key: string }[];
  twitch?: { key: string }[];
  other?: { key: string; url: string }[];
}

export interface FeedbackInputInput {
  key: string;
  query?: SearchBodyInput;
}

export interface FieldCapsAnswer {
  indices: string[];
  fields: Record<string, Record<string, { type: string; metadata_field: boolean; searchable: boolean; aggregatable: boolean }>>;
}

export type FieldCapsBodyInput = unknown;

export type FieldCapsParametersInput = unknown;

export interface FindingView {
  kind: "missing_media" | "short_media" | "damaged_media" | "lost_video" | "stuck_job" | "waiting_job" | "forgotten_upload" | "wrong_figures" | "orphan_media" | "unknown_media";
  count: number;
  bytes: number;
  named: string[];
  mended: number;
  repairing: number;
}

export interface FootprintAssumed {
  countryPercent: number;
  devicePercent: number;
  networkPercent: number;
}

export interface FootprintBreakdownRow {
  dimension: "country" | "device" | "network";
  value: string;
  hours: number;
  deliveredGb: number;
  peerGb: number;
  uploadedGb: number;
  energyKwh: FootprintRange;
  co2Grams: FootprintRange;
}

export interface FootprintConstant {
  low: number;
  central: number;
  high: number;
  id: string;
  part: "dataCentre" | "network" | "devices" | "embodied" | "peersSaved" | "peersSpent" | "water";
  per: "hours" | "deliveredGb" | "peerGb" | "uploadedGb" | "kwh" | "dataCentreKwh";
  device: string;
  network: string;
  unit: string;
  source: string;
  url: string;
  known: "source" | "cited" | "estimate";
}

export interface FootprintConsumption {
  country: string;
  device: string;
  network: string;
  hours: number;
  deliveredGb: number;
  peerGb: number;
  uploadedGb: number;
}

export interface FootprintGrid {
  low: number;
  central: number;
  high: number;
  country: string;
  isAssumed: boolean;
}

export interface FootprintMethod {
  id: "shoal-2026" | "swd-4" | "iea-2020" | "carbon-trust-2021" | "shift-2019";
  version: number;
  title: string;
  publisher: string;
  year: number;
  url: string;
  constants: FootprintConstant[];
}

export type FootprintMethods = FootprintMethod[];

export interface FootprintMonths {
  timeZone: string;
  method: "shoal-2026" | "swd-4" | "iea-2020" | "carbon-trust-2021" | "shift-2019";
  running: string;
  dueMonths: string[];
  reports: ({ month: string; method: "shoal-2026" | "swd-4" | "iea-2020" | "carbon-trust-2021" | "shift-2019"; revision: number; reason: "closed" | "corrected" | "asked"; madeAt: string; energyKwh: FootprintRange; co2Grams: FootprintRange; waterLitres: FootprintRange | null })[];
}

export interface FootprintRange {
  low: number;
  central: number;
  high: number;
}

export interface FootprintReport {
  month: string;
  timeZone: string;
  from: string;
  to: string;
  revision: number | null;
  reason: "closed" | "corrected" | "asked" | "running";
  madeAt: string;
  asOf: string;
  method: FootprintMethod;
  gridSource: string;
  gridUrl: string;
  total: { hours: number; deliveredGb: number; peerGb: number; uploadedGb: number };
  result: FootprintResult;
  assumed: FootprintAssumed;
  breakdown: FootprintBreakdownRow[];
  consumption: FootprintConsumption[];
  grid: FootprintGrid[];
}

export interface FootprintResult {
  energyKwh: FootprintRange;
  dataCentreKwh: FootprintRange;
  networkKwh: FootprintRange;
  devicesKwh: FootprintRange;
  embodiedKwh: FootprintRange;
  co2Grams: FootprintRange;
  waterLitres: FootprintRange | null;
  peersSavedWh: FootprintRange | null;
  peersSpentWh: FootprintRange | null;
  peersNetWh: FootprintRange | null;
}

export interface ForgottenViewer {
  sessions: number;
}

export interface GuestReview {
  project: { uuid: string; name: string };
  version: GuestVersion;
  guest: { uuid: string; name: string };
  mayComment: boolean;
  mayDownload: boolean;
  watermark: string | null;
  endsAt: string | null;
}

export interface GuestVersion {
  number: number;
  createdDate: string;
  description: string;
  video: { uuid: string; title: string; state: "playable" | "preparing" | "failed" | "trashed" | "deleted"; isReplaced: boolean; duration: number | null; frames: VideoFrames | null; embedUrl: string };
}

export type HealthParametersInput = unknown;

export interface IceSet {
  uuid: string;
  name: string;
  iceServers: { urls: string[]; hasSecret: boolean; username?: string; hasCredential: boolean }[];
  isInForce: boolean;
  revision: number;
}

export interface IceSetInputInput {
  name: string;
  iceServers: { urls: string[]; secret?: string; username?: string; credential?: string }[];
}

export type IceSetKey = string;

export type IceSetKeyInput = string;

export interface ImportReportQueryInput {
  only?: "faults";
}

export interface ImportRowView {
  number: number;
  line: number;
  state: "broken" | "waiting" | "fetching" | "imported" | "failed" | "present" | "cancelled";
  title: string;
  url: string;
  tags: string[];
  captionCount: number;
  chapterCount: number;
  faults: { path: string; reason: string }[];
  video: string | null;
  encodingStatus: "to_encode" | "waiting_for_encoding" | "encoding" | "segmented" | "encoded" | "to_stop" | "stopped" | "error" | "uploading" | "upload_failed" | "restart" | null;
}

export interface ImportRows {
  _embedded: ImportRowView[];
  next: number | null;
}

export interface ImportRowsQueryInput {
  state?: "broken" | "waiting" | "fetching" | "imported" | "failed" | "present" | "cancelled";
  after?: number;
}

export type ImportSourceInput = { kind: "peertube"; channel: string } | { kind: "s3"; bucket: string; prefix?: string; region?: string; endpoint?: string; isPathStyle?: boolean; accessKeyId?: string; secretAccessKey?: string } | { kind: "vimeo"; accessToken: string } | { kind: "mux"; tokenId: string; tokenSecret: string };

export interface ImportView {
  uuid: string;
  kind: "csv" | "json" | "peertube" | "s3" | "vimeo" | "mux";
  name: string;
  state: "reading" | "ready" | "running" | "paused" | "done" | "cancelled" | "failed";
  fault: "user" | "free_tier_exceeded" | "budget_reached" | "user_gone" | "not_a_list" | "no_url_column" | "too_many_rows" | "source_unreachable" | "source_refused" | "source_not_found" | "source_unreadable" | null;
  user: string | null;
  counts: { broken: number; waiting: number; fetching: number; imported: number; failed: number; present: number; cancelled: number };
  ignoredFields: string[];
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
}

export type InputQualities = "shoalOptimization" | Quality[];

export type InputQualitiesInput = "shoalOptimization" | QualityInput[];

export interface IntroModal {
  title: string;
  text: string;
  button: string;
}

export interface IntroModalInput {
  title: string;
  text: string;
  button: string;
}

export interface InvoiceCharge {
  state: "pending" | "failed";
  triedAgainOn: string | null;
}

export interface InvoiceFilterInput {
  state?: "open" | "overdue" | "paid" | "credited";
  year?: string;
}

export interface InvoiceLine {
  kind: "delivery" | "correction" | "credit";
  month: string;
  fromBytes: number;
  toBytes: number | null;
  bytes: number;
  microsPerTb: number | null;
  cents: number;
}

export interface InvoicePaymentInput {
  paidOn: string;
  reference: string;
}

export interface InvoiceView {
  kind: "invoice" | "credit_note";
  number: string;
  issuedOn: string;
  dueOn: string;
  month: string | null;
  lines: InvoiceLine[];
  vat: Vat;
  netCents: number;
  vatCents: number;
  grossCents: number;
  credited: { number: string; issuedOn: string } | null;
  reason: string;
  uuid: string;
  state: "open" | "overdue" | "paid" | "credited";
  openCents: number;
  paidOn: string | null;
  paidReference: string;
  charge: InvoiceCharge | null;
}

export interface InvoicesCsvQueryInput {
  year?: string;
}

export interface InvoicesPage {
  _embedded: InvoiceView[];
  _size: number;
}

export interface InvoicingState {
  missingOfSeller: string[];
  waiting: ({ client: { uuid: string; name: string }; months: string[]; missing: ("address" | "country")[] })[];
  nextAt: string;
}

export interface KeyListQueryInput {
  page?: number;
  pagesize?: number;
  filter?: { client?: string; user?: string; type?: "live" | "vod"; camera?: boolean };
  sort?: Record<string, 1 | -1>;
  count?: boolean;
}

export interface KeyLog {
  _embedded: KeyLogEntry[];
  next: number | null;
}

export interface KeyLogEntry {
  id: number;
  requestId: string;
  at: string;
  call: string;
  method: string;
  path: string;
  status: number;
  durationMs: number;
  address: string;
}

export interface KeyLogQueryInput {
  status?: "2xx" | "3xx" | "4xx" | "5xx";
  requestId?: string;
  before?: number;
}

export interface LastDoctorReport {
  report: DoctorReport | null;
  check: { startedAt: string; seen: { objects: number; bytes: number; videos: number; checksums: number } } | null;
  repairs: RepairView[];
}

export interface ListedKey {
  authorizationKey: string;
  uuid: string;
  title: string;
  type: "live" | "vod";
  user: string | null;
}

export interface LiveChatView {
  isOn: boolean;
  slowSec: number;
  writers: "everybody" | "members";
  heldWords: string[];
  consent: string;
  keptDays: number;
  revision: number;
  seq: number;
  isOpen: boolean;
  messageCount: number;
  heldCount: number;
}

export interface LiveInput {
  bitratesKbps: number[];
  fps: number | null;
  announcedFps: number | null;
  keyIntervalSec: number | null;
  droppedFrames: number;
  droppedPct: number | null;
  hasBFrames: boolean;
  width: number | null;
  height: number | null;
  videoCodec: string | null;
  audioCodec: string | null;
}

export interface LiveInputInfos {
  input: LiveInput | null;
  leftOutQualities: number;
  measuredAt: string | null;
}

export interface LiveView {
  state: "idle" | "connecting" | "live" | "lost" | "ended";
  isOpen: boolean;
  fault: "unsupported_codec" | "too_large_picture" | "no_key_frames" | "no_picture" | "too_few_pictures" | "no_media" | "nothing_stored" | "recording_needed" | "encoder_failed" | "ingest_failed" | "no_capacity" | "source_not_allowed" | "source_unreachable" | null;
  isSignedOff: boolean;
  startedAt: string | null;
  endedAt: string | null;
}

export interface MakeDecisionInput {
  uuid: string;
  decision: "approved" | "approvedWithNotes" | "changesWanted";
  note?: string;
}

export type MappingAnswer = Record<string, { mappings: { properties: Record<string, { type: string }> } }>;

export type MappingParametersInput = unknown;

export interface MarkNewsReadInput {
  ids?: string[];
  isRead?: boolean;
  upTo?: string;
}

export interface ModeratedLiveChatMessage {
  id: string;
  seq: number;
  position: number;
  name: string;
  isHost: boolean;
  isMember: boolean;
  kind: "message" | "question";
  text: string;
  atMs: number;
  liveSec: number | null;
  answer: { name: string; text: string } | null;
  isPinned: boolean;
  isDeleted: boolean;
  state: "shown" | "held" | "deleted";
  author: string;
  mutedUntil: string | null;
  isBanned: boolean;
}

export interface MonthBill {
  month: string;
  isComplete: boolean;
  serverBytes: number;
  peerBytes: number;
  deliveredBytes: number;
  cents: number;
  asOf: string;
  plan: BillingPlan;
  lines: BillLine[];
  days: BilledDay[];
  forecast: BillForecast | null;
}

export interface MultiSearchAnswer {
  took: number;
  responses: ({ took: number; timed_out: boolean; _shards: { total: number; successful: number; skipped: number; failed: number }; hits: { total: { value: number; relation: "eq" | "gte" } | number; max_score: null; hits: ({ _index: string; _id: string; _score: null; _source?: Record<string, string | number>; fields?: Record<string, (string | number)[]>; sort?: (string | number)[] })[] }; aggregations?: Record<string, Record<string, unknown>>; status: number } | SearchFailure)[];
}

export type MultiSearchParametersInput = unknown;

export interface NewsSettings {
  mail: "atOnce" | "daily" | "never";
  unmailed: ("mentioned" | "answered" | "commented" | "versionAdded" | "decisionWanted" | "decisionMade")[];
  timeZone: string;
}

export interface NewsSettingsInput {
  mail: "atOnce" | "daily" | "never";
  unmailed: ("mentioned" | "answered" | "commented" | "versionAdded" | "decisionWanted" | "decisionMade")[];
  timeZone: string;
}

export interface NewsView {
  id: string;
  kind: "mentioned" | "answered" | "commented" | "versionAdded" | "decisionWanted" | "decisionMade";
  at: string;
  isRead: boolean;
  by: string;
  project: { uuid: string; name: string };
  version: number;
  comment: string | null;
  excerpt: string;
  decision: "approved" | "approvedWithNotes" | "changesWanted" | null;
}

export type NoParametersInput = unknown;

export interface OmittedStream {
  type: "youtube" | "facebook" | "twitch" | "other";
  position: number;
  lacks: ("key" | "url")[];
}

export interface OpenAlerts {
  count: number;
  asOf: string | null;
}

export interface OutroFigures {
  shown: number;
  buttonClicks: number;
  subtextClicks: number;
}

export interface OutroInputInput {
  title: string;
  description?: string;
  button?: { text: string; url: string } | null;
  subtext?: { text: string; url?: string | null } | null;
  image?: string | null;
  backgroundImage?: string | null;
}

export interface OutroListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
}

export interface OutroView {
  title: string;
  description: string;
  button: { text: string; url: string } | null;
  subtext: { text: string; url: string | null } | null;
  id: string;
  image: PictureView | null;
  backgroundImage: PictureView | null;
  videoCount: number;
  figures: OutroFigures | null;
  revision: number;
  createdAt: string;
  modifiedAt: string;
}

export interface PageQueryInput {
  page?: number;
  pagesize?: number;
}

export interface PaymentMeans {
  isOffered: boolean;
  method: { kind: "card" | "sepa_debit"; label: string } | null;
}

export interface PictureListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
}

export interface PictureSource {
  src: string;
  avif: string;
  webp: string;
  width: number;
  height: number;
  alt: string;
}

export interface PictureView {
  id: string;
  name: string;
  alt: string;
  state: "preparing" | "ready" | "failed";
  errorType: "unreadable" | "too_large" | "time_limit" | "disk_full" | "failed" | null;
  originalName: string;
  originalSizeBytes: number;
  sizeBytes: number;
  width: number | null;
  height: number | null;
  source: PictureSource | null;
  outroCount: number;
  createdAt: string;
  modifiedAt: string;
}

export interface Place {
  latitude: number;
  longitude: number;
  label: string;
}

export interface PlaceCarriedInput {
  frame: number | null;
  endFrame?: number | null;
}

export interface PlaceInput {
  latitude: number;
  longitude: number;
  label: string;
}

export interface PlanInputInput {
  kind: "free" | "managed" | "fixed" | "own";
  tiers?: ({ upToBytes: number | null; microsPerTb: number; fixedCents?: number })[];
}

export interface PlanTier {
  upToBytes: number | null;
  microsPerTb: number;
  fixedCents?: number;
}

export interface PlayerTheme {
  accent: string;
  background: string;
  hasTitle: boolean;
}

export interface PlayerThemeInput {
  accent: string;
  background: string;
  hasTitle: boolean;
}

export interface PluginVersions {
  sessions: number;
  outdatedSessions: number;
  versions: ({ version: string; sessions: number; missed: string | null })[];
}

export interface PluginVideoItem {
  uuid: string;
  name: string;
  title: string;
  description: string;
  tags: string[];
  isHidden: boolean;
  createdAt: string;
  lastReportedAt: string;
  version: string | null;
  collection: { uuid: string; name: string; reportedAt: string | null; isInForce: boolean } | null;
  stats: VideoStats;
  figuresAsOf: string | null;
}

export interface PluginVideoView {
  uuid: string;
  name: string;
  title: string;
  description: string;
  tags: string[];
  isHidden: boolean;
  createdAt: string;
  lastReportedAt: string;
  version: string | null;
  collection: { uuid: string; name: string; reportedAt: string | null; isInForce: boolean } | null;
  stats: VideoStats;
  figuresAsOf: string | null;
  rules: { p2pWeb: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; p2pAndroid: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; p2pIOS: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; viewerThreshold: { value: number; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; activeTimes: { value: { days: number[]; from: string; to: string }[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; peerPercentage: { value: number; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; savedSegments: { value: number; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; uploadPercent: { value: number; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; uploadOnCellular: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; interISP: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; asksConsent: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedIPs: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unauthorizedIPs: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedSubdomains: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unauthorizedSubdomains: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedCountries: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unauthorizedCountries: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedWebsites: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unauthorizedWebsites: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unknownWebsites: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedVPNs: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedVPNsList: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; ice: { value: IceSetKey; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; streaming: { value: "refused" | "open" | "token"; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; thumbnailURL: { value: string; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number } };
  custom: RuleSettings;
  timeZone: string;
}

export interface ProjectListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  sort?: Record<string, 1 | -1>;
  filter?: { scope?: "own" | "shared" | "team"; status?: "open" | "inReview" | "approved" | "approvedWithNotes" | "changesWanted" | "archived" };
}

export interface ProjectPerson {
  username: string;
  name: string | null;
  role: "owner" | "admin" | "editor" | "viewer";
  isDirect: boolean;
  teams: string[];
}

export interface ProjectSummary {
  uuid: string;
  name: string;
  description: string;
  owner: string;
  role: "owner" | "admin" | "editor" | "viewer";
  status: "open" | "inReview" | "approved" | "approvedWithNotes" | "changesWanted" | "archived";
  currentVersion: number;
  versionCount: number;
  openCommentCount: number;
  uuidVideo: string;
  thumbnail: string | null;
  collabs: ({ username: string; role: "admin" | "editor" | "viewer"; isGone: boolean })[];
  teams: string[];
  createdAt: string;
  lastActivityAt: string;
}

export interface ProjectView {
  uuid: string;
  name: string;
  description: string;
  owner: string;
  role: "owner" | "admin" | "editor" | "viewer";
  status: "open" | "inReview" | "approved" | "approvedWithNotes" | "changesWanted" | "archived";
  currentVersion: number;
  versionCount: number;
  openCommentCount: number;
  uuidVideo: string;
  thumbnail: string | null;
  collabs: ({ username: string; role: "admin" | "editor" | "viewer"; isGone: boolean })[];
  teams: string[];
  createdAt: string;
  lastActivityAt: string;
  teamRoles: ({ uuid: string; teamName: string; role: "admin" | "editor" | "viewer" | null })[];
  lastModifyAt: string;
  revision: number;
}

export interface ProofComparison {
  metric: "rebuffering" | "offload" | "startup" | "bitrate";
  with: ProofInterval;
  without: ProofInterval;
  difference: ProofInterval;
  verdict: ProofVerdict;
}

export interface ProofInputInput {
  isOn: boolean;
  isAgreed: boolean;
  sharePct: number;
  limitGb: number | null;
  revision: number;
}

export interface ProofInterval {
  value: number | null;
  low: number | null;
  high: number | null;
}

export interface ProofReport {
  month: string;
  timeZone: string;
  from: string;
  to: string;
  settings: ProofSettings;
  state: ProofState;
  with: { sessions: number; viewers: number; hours: number; serverBytes: number; startupMedianMs: number | null };
  without: { sessions: number; viewers: number; hours: number; serverBytes: number; startupMedianMs: number | null };
  metrics: ProofComparison[];
}

export interface ProofSettings {
  isOn: boolean;
  sharePct: number;
  limitGb: number | null;
  consent: { by: string; at: string } | null;
  revision: number;
}

export interface ProofState {
  code: "off" | "gathering" | "running" | "stopped";
  startedAt: string | null;
  sessions: number;
  sessionsNeeded: number;
  stop: { reason: "rebuffering" | "traffic"; at: string; value: number } | null;
}

export interface ProofVerdict {
  code: "tooFew" | "noDifference" | "lower" | "higher";
  by: number;
  low: number;
  high: number;
}

export interface PublishAddress {
  url: string;
  secureUrl: string | null;
  streamKey: string;
  srtUrl: string | null;
  captureUrl: string;
  direct: { url: string; pass: string; isRecorded: boolean } | null;
}

export interface Quality {
  bitrate: number;
  resolution: { width: number; height: number };
  FPS: number;
}

export interface QualityInput {
  bitrate?: number;
  resolution?: { width: number; height: number };
  FPS?: number;
}

export interface RankedKey {
  hourview: number;
  dataDelivered: number;
  nbView: number;
  meanTime: number | null;
  rebuff: number | null;
  offload: number | null;
  bitrate: number | null;
  authorizationKey: string;
  uuid: string;
  title: string;
}

export interface RepairView {
  video: string;
  object: string;
  state: "wanted" | "sent" | "repaired" | "failed";
  changedAt: string;
}

export interface ResendWebhookEventsInput {
  since: string;
  until: string;
  onlyFailed?: boolean;
}

export interface ResentWebhookEvents {
  count: number;
}

export interface ReviewEntry {
  asksEmail: boolean;
  asksPassword: boolean;
}

export interface ReviewGuestView {
  uuid: string;
  name: string;
  email: string | null;
  enteredAt: string;
  lastUsedAt: string;
}

export interface ReviewLinkView {
  uuid: string;
  label: string;
  state: "off" | "ended" | "active";
  url: string | null;
  isOn: boolean;
  asksEmail: boolean;
  hasPassword: boolean;
  endsAt: string | null;
  version: number | null;
  mayComment: boolean;
  mayDownload: boolean;
  hasWatermark: boolean;
  createdBy: string;
  createdAt: string;
  lastUsedAt: string | null;
  guestCount: number;
  revision: number;
}

export interface ReviewerView {
  username: string;
  askedBy: string;
  askedAt: string;
  dueAt: string | null;
  decision: DecisionView | null;
  isGone: boolean;
}

export interface RoomListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
}

export interface RuleChangesInput {
  p2pWeb?: boolean | null;
  p2pAndroid?: boolean | null;
  p2pIOS?: boolean | null;
  viewerThreshold?: number | null;
  activeTimes?: { days: number[]; from: string; to: string }[] | null;
  peerPercentage?: number | null;
  savedSegments?: number | null;
  uploadPercent?: number | null;
  uploadOnCellular?: boolean | null;
  interISP?: boolean | null;
  asksConsent?: boolean | null;
  authorizedIPs?: string[] | null;
  unauthorizedIPs?: string[] | null;
  authorizedSubdomains?: string[] | null;
  unauthorizedSubdomains?: string[] | null;
  authorizedCountries?: string[] | null;
  unauthorizedCountries?: string[] | null;
  authorizedWebsites?: string[] | null;
  unauthorizedWebsites?: string[] | null;
  unknownWebsites?: boolean | null;
  authorizedVPNs?: boolean | null;
  authorizedVPNsList?: string[] | null;
  ice?: IceSetKeyInput | null;
  streaming?: "refused" | "open" | "token" | null;
  thumbnailURL?: string | null;
}

export interface RuleReachSubjectInput {
  type: "video" | "pluginVideo" | "collection" | "config" | "client";
  id: string;
}

export interface RuleReachView {
  viewers: number;
  reached: number;
  edges: number;
  silentEdges: number;
}

export interface RuleSettings {
  p2pWeb?: boolean;
  p2pAndroid?: boolean;
  p2pIOS?: boolean;
  viewerThreshold?: number;
  activeTimes?: { days: number[]; from: string; to: string }[];
  peerPercentage?: number;
  savedSegments?: number;
  uploadPercent?: number;
  uploadOnCellular?: boolean;
  interISP?: boolean;
  asksConsent?: boolean;
  authorizedIPs?: string[];
  unauthorizedIPs?: string[];
  authorizedSubdomains?: string[];
  unauthorizedSubdomains?: string[];
  authorizedCountries?: string[];
  unauthorizedCountries?: string[];
  authorizedWebsites?: string[];
  unauthorizedWebsites?: string[];
  unknownWebsites?: boolean;
  authorizedVPNs?: boolean;
  authorizedVPNsList?: string[];
  ice?: IceSetKey;
  streaming?: "refused" | "open" | "token";
  thumbnailURL?: string;
}

export interface RuleSettingsInput {
  p2pWeb?: boolean;
  p2pAndroid?: boolean;
  p2pIOS?: boolean;
  viewerThreshold?: number;
  activeTimes?: { days: number[]; from: string; to: string }[];
  peerPercentage?: number;
  savedSegments?: number;
  uploadPercent?: number;
  uploadOnCellular?: boolean;
  interISP?: boolean;
  asksConsent?: boolean;
  authorizedIPs?: string[];
  unauthorizedIPs?: string[];
  authorizedSubdomains?: string[];
  unauthorizedSubdomains?: string[];
  authorizedCountries?: string[];
  unauthorizedCountries?: string[];
  authorizedWebsites?: string[];
  unauthorizedWebsites?: string[];
  unknownWebsites?: boolean;
  authorizedVPNs?: boolean;
  authorizedVPNsList?: string[];
  ice?: IceSetKeyInput;
  streaming?: "refused" | "open" | "token";
  thumbnailURL?: string;
}

export interface RunningInputInput {
  key: string;
}

export interface RunningSessions {
  key: string;
  concurrentUsers: number;
}

export interface SavedExternalStreams {
  youtube: { uuid: string; key: string; isOn: boolean }[];
  facebook: { uuid: string; key: string; isOn: boolean }[];
  twitch: { uuid: string; key: string; isOn: boolean }[];
  other: { uuid: string; key: string; isOn: boolean; url: string }[];
}

export type SavedLanguageInput = "EN" | "FR";

export interface SavedSiteInput {
  uuid?: string;
  name: string;
  websites?: string[];
  publicIPs?: string[];
  subnets?: string[];
  exchange?: "first" | "only";
}

export type SavedSitesInput = SavedSiteInput[];

export interface SceneInput {
  video: string;
  in: number;
  out: number;
  name?: string;
  mode?: "accurate" | "fast";
}

export interface SceneListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  sort?: Record<string, 1 | -1>;
}

export interface SceneListSummary {
  uuid: string;
  title: string;
  description: string;
  user: string | null;
  state: "preparing" | "ready" | "updating" | "error";
  playable: boolean;
  sceneCount: number;
  readyCount: number;
  duration: number;
  autoplay: boolean;
  isPassword: boolean;
  nbView: number;
  thumbnail: string | null;
  embedUrl: string;
  manifest: { hls: string | null; dash: string | null };
  createdAt: string;
  lastModifyAt: string;
}

export interface SceneListView {
  uuid: string;
  title: string;
  description: string;
  user: string | null;
  state: "preparing" | "ready" | "updating" | "error";
  playable: boolean;
  sceneCount: number;
  readyCount: number;
  duration: number;
  autoplay: boolean;
  isPassword: boolean;
  nbView: number;
  thumbnail: string | null;
  embedUrl: string;
  manifest: { hls: string | null; dash: string | null };
  createdAt: string;
  lastModifyAt: string;
  revision: number;
  scenes: SceneView[];
}

export interface SceneView {
  video: string;
  videoTitle: string;
  isVideoThere: boolean;
  videoDuration: number | null;
  in: number;
  out: number;
  name: string;
  mode: "accurate" | "fast";
  duration: number;
  state: "preparing" | "ready" | "error";
  errorType: "empty_file" | "not_a_video" | "no_video_track" | "unsupported_format" | "unsupported_codec" | "truncated_file" | "implausible_duration" | "too_large_picture" | "too_many_streams" | "encryption_not_supported" | "dolby_vision_5" | "upload_failed" | "disk_full" | "time_limit" | "encoding_failed" | "no_key_frames" | "no_picture" | "too_few_pictures" | "no_media" | "nothing_stored" | "recording_needed" | "ingest_failed" | "no_capacity" | "source_not_allowed" | "source_unreachable" | "url_not_allowed" | "url_unreachable" | "url_not_secure" | "url_not_found" | "url_access_denied" | "url_failed" | "url_redirects" | "url_not_a_video" | "url_playlist" | "url_too_large" | "url_changed" | "url_too_slow" | null;
  thumbnail: string | null;
}

export type ScenesInput = SceneInput[];

export interface SearchAnswer {
  took: number;
  timed_out: boolean;
  _shards: { total: number; successful: number; skipped: number; failed: number };
  hits: { total: { value: number; relation: "eq" | "gte" } | number; max_score: null; hits: ({ _index: string; _id: string; _score: null; _source?: Record<string, string | number>; fields?: Record<string, (string | number)[]>; sort?: (string | number)[] })[] };
  aggregations?: Record<string, Record<string, unknown>>;
}

export type SearchBodyInput = unknown;

export interface SearchFailure {
  error: { type: string; reason: string; root_cause: { type: string; reason: string }[] };
  status: number;
}

export interface SearchHealth {
  cluster_name: string;
  status: "green" | "yellow" | "red";
  timed_out: boolean;
  number_of_nodes: number;
  number_of_data_nodes: number;
  active_primary_shards: number;
  active_shards: number;
  relocating_shards: number;
  initializing_shards: number;
  unassigned_shards: number;
  active_shards_percent_as_number: number;
}

export interface SearchInfo {
  name: string;
  cluster_name: string;
  cluster_uuid: string;
  version: { number: string; build_flavor: string; build_type: string; build_hash: string; build_date: string; build_snapshot: boolean; lucene_version: string; minimum_wire_compatibility_version: string; minimum_index_compatibility_version: string };
  tagline: string;
}

export type SearchParametersInput = unknown;

export interface SeenChatMessage {
  _id: string;
  roomId: string;
  sender_id: string | null;
  sender: string;
  isAgent: boolean;
  content: string;
  timestamp: string;
  files: ChatFile[];
  replyMessage: { _id: string; sender_id: string | null; sender: string; content: string; hasFiles: boolean; isDeleted: boolean } | null;
  reactions: { reaction: string; users: { uuid: string; username: string }[] }[];
  edited: boolean;
  deleted: boolean;
  mentions: string[];
  mentionsRoom: boolean;
  forwarded: { sender: string; timestamp: string } | null;
  pinnedBy: string | null;
  position: number;
  seq: number;
  revision: number;
  seen: Record<string, boolean>;
}

export interface Seller {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  siren: string;
  siret: string;
  vatNumber: string;
  registration: string;
  iban: string;
  bic: string;
  email: string;
  phone: string;
  paymentTermDays: number;
}

export interface SellerInputInput {
  name: string;
  street: string;
  postalCode: string;
  city: string;
  country: string;
  siren: string;
  siret: string;
  vatNumber: string;
  registration: string;
  iban: string;
  bic: string;
  email: string;
  phone: string;
  paymentTermDays: number;
}

export interface SetReviewersInput {
  reviewers: string[];
  dueAt?: string | null;
}

export type SimulatedSubjectInput = { type: "video"; uuid: string } | { type: "pluginVideo"; uuid: string } | { type: "collection"; uuid: string } | { type: "config"; uuid: string } | { type: "client" };

export interface SimulatedVisitorInput {
  address?: string;
  country?: string | null;
  isVpn?: boolean;
  page?: string | null;
  isPasswordRight?: boolean;
  authorization?: string;
}

export interface SiteFigures {
  viewersNow: number;
  sessions: number;
  watchedSec: number;
  bytesServer: number;
  bytesWithin: number;
  bytesPeers: number;
  steps: { from: string; bytesServer: number; bytesWithin: number; bytesPeers: number }[];
}

export interface SiteRefusal {
  site: string;
  step: "website" | "subdomain";
  rule: "authorizedWebsites" | "unauthorizedWebsites" | "authorizedSubdomains" | "unauthorizedSubdomains";
  source: "custom" | "collection" | "config" | "client" | "default";
  entry?: string;
  reach: "all" | "itself";
  reason: string;
}

export interface StatisticsBreakdown {
  dimension: "video" | "country" | "provider" | "device" | "browser" | "system" | "player" | "network" | "site" | "rendition" | "host" | "config";
  asOf: string;
  rows: ({ value: string; label: string | null; figures: StatisticsFigures })[];
  size: number;
}

export interface StatisticsBreakdownQueryInput {
  from: string;
  to: string;
  config?: string;
  collection?: string;
  videos?: string[];
  filter?: StatisticsFilterInput;
  timeZone?: string;
  dimension: "video" | "country" | "provider" | "device" | "browser" | "system" | "player" | "network" | "site" | "rendition" | "host" | "config";
  sort?: "watchedSec" | "views" | "viewers" | "sessions" | "meanTimeSec" | "deliveredBytes" | "offloadPercent" | "bitrateKbps" | "bestQualityPercent" | "rebufferingSecPerHour" | "startupP50Ms" | "playbackFailures" | "exitsBeforeStart";
  order?: "asc" | "desc";
  page?: number;
  pagesize?: number;
}

export interface StatisticsFigures {
  viewers: number | null;
  sessions: number;
  attempts: number;
  views: number;
  playbackFailures: number;
  exitsBeforeStart: number;
  serverSec: number;
  peerSec: number;
  meanTimeSec: number | null;
  meanConcurrency: number;
  bestQualityPercent: number | null;
  bitrateKbps: number | null;
  rebufferingServerSec: number;
  rebufferingPeerSec: number;
  rebufferingSecPerHour: number | null;
  startupMeanMs: number | null;
  startupP50Ms: number | null;
  startupP75Ms: number | null;
  startupP95Ms: number | null;
  serverBytes: number;
  peerBytes: number;
  upBytes: number;
  offloadPercent: number | null;
}

export type StatisticsFilterInput = Record<string, string[]>;

export interface StatisticsFootprint {
  method: string;
  energySavedWh: number;
  energySpentWh: number;
  co2Grams: number;
  waterLitres: number;
}

export interface StatisticsNow {
  asOf: string;
  watching: number;
  watchingByPeers: number;
  runningLives: number;
}

export interface StatisticsNowQueryInput {
  config?: string;
  collection?: string;
  videos?: string[];
  filter?: StatisticsFilterInput;
}

export interface StatisticsPeaks {
  step: "minute" | "hour" | "day";
  asOf: string;
  peak: { sessions: number; at: string; isOfHour: boolean } | null;
  points: { at: string; to: string; sessions: number }[];
}

export interface StatisticsPlaces {
  asOf: string;
  videos: ({ uuid: string; title: string; place: Place; isLive: boolean; figures: StatisticsFigures | null; recent: StatisticsFigures | null })[];
  size: number;
  unplaced: number;
}

export interface StatisticsQueryInput {
  from: string;
  to: string;
  config?: string;
  collection?: string;
  videos?: string[];
  filter?: StatisticsFilterInput;
  timeZone?: string;
}

export interface StatisticsRanking {
  of: "video" | "camera" | "collection" | "config" | "country";
  asOf: string;
  rows: ({ rank: number; figures: StatisticsFigures; value: string; label: string | null; before: { rank: number; figures: StatisticsFigures } | null })[];
  size: number;
  rest: ({ reason: "size" | "minViews" | "noValue" | "noSubject"; count: number; views: number; watchedSec: number; deliveredBytes: number })[];
}

export interface StatisticsRankingQueryInput {
  from: string;
  to: string;
  config?: string;
  collection?: string;
  videos?: string[];
  filter?: StatisticsFilterInput;
  timeZone?: string;
  of?: "video" | "camera" | "collection" | "config" | "country";
  sort?: "watchedSec" | "views" | "viewers" | "sessions" | "meanTimeSec" | "deliveredBytes" | "offloadPercent" | "bitrateKbps" | "bestQualityPercent" | "rebufferingSecPerHour" | "startupP50Ms" | "playbackFailures" | "exitsBeforeStart";
  order?: "asc" | "desc";
  size?: number;
  minViews?: number;
}

export interface StatisticsRetention {
  asOf: string;
  views: number;
  isLive: boolean;
  durationSec: number | null;
  stepSec: number;
  points: { atSec: number; sessions: number; replays: number }[];
  chapters: { atSec: number; title: string }[];
}

export interface StatisticsRetentionQueryInput {
  from: string;
  to: string;
  config?: string;
  collection?: string;
  videos?: string[];
  filter?: StatisticsFilterInput;
  timeZone?: string;
  video: string;
}

export interface StatisticsSeries {
  step: "minute" | "hour" | "day";
  timeZone: string;
  asOf: string;
  points: ({ viewers: number | null; sessions: number; attempts: number; views: number; playbackFailures: number; exitsBeforeStart: number; serverSec: number; peerSec: number; meanTimeSec: number | null; meanConcurrency: number; bestQualityPercent: number | null; bitrateKbps: number | null; rebufferingServerSec: number; rebufferingPeerSec: number; rebufferingSecPerHour: number | null; startupMeanMs: number | null; startupP50Ms: number | null; startupP75Ms: number | null; startupP95Ms: number | null; serverBytes: number; peerBytes: number; upBytes: number; offloadPercent: number | null; at: string; to: string })[];
}

export interface StatisticsSeriesQueryInput {
  from: string;
  to: string;
  config?: string;
  collection?: string;
  videos?: string[];
  filter?: StatisticsFilterInput;
  timeZone?: string;
  step?: "minute" | "hour" | "day";
}

export interface StatisticsSession {
  uuid: string;
  video: string;
  title: string | null;
  startedAt: string;
  lastAt: string;
  viewer: string | null;
  country: string;
  provider: string;
  networkPrefix: string;
  device: string;
  browser: string;
  system: string;
  player: string;
  network: string;
  host: string;
  serverSec: number;
  peerSec: number;
  rebufferingSec: number;
  startupMs: number | null;
  errors: number;
  serverBytes: number;
  peerBytes: number;
  upBytes: number;
}

export interface StatisticsSessionTimeline {
  uuid: string;
  video: string;
  title: string | null;
  startedAt: string;
  lastAt: string;
  viewer: string | null;
  country: string;
  provider: string;
  networkPrefix: string;
  device: string;
  browser: string;
  system: string;
  player: string;
  network: string;
  host: string;
  serverSec: number;
  peerSec: number;
  rebufferingSec: number;
  startupMs: number | null;
  errors: number;
  serverBytes: number;
  peerBytes: number;
  upBytes: number;
  asOf: string;
  durationSec: number | null;
  minutes: ({ at: string; serverSec: number; peerSec: number; rebufferingSec: number; serverBytes: number; peerBytes: number; upBytes: number; bitrateKbps: number | null; height: number | null; peers: number; errors: number; played: [number, number][]; replayed: [number, number][] })[];
  events: ({ at: string; type: "start" | "play" | "pause" | "seek" | "stall" | "rendition" | "peers" | "error" | "end" | "hidden" | "shown"; value: number | null; detail: string })[];
}

export interface StatisticsSessions {
  asOf: string;
  rows: StatisticsSession[];
  size: number;
}

export interface StatisticsSessionsQueryInput {
  from: string;
  to: string;
  config?: string;
  collection?: string;
  videos?: string[];
  filter?: StatisticsFilterInput;
  timeZone?: string;
  viewer?: string;
  sort?: "startedAt" | "watchedSec" | "rebufferingSec" | "startupMs" | "errors";
  order?: "asc" | "desc";
  page?: number;
  pagesize?: number;
}

export interface StatisticsSubjects {
  timeZone: string;
  isTimeZoneChosen: boolean;
  configs: { uuid: string; name: string }[];
  collections: string[];
}

export interface StatisticsTotals {
  figures: StatisticsFigures;
  footprint: StatisticsFootprint;
  from: string;
  to: string;
  asOf: string;
  watchingNow: number;
  robotSessions: number;
  before: { figures: StatisticsFigures; footprint: StatisticsFootprint };
}

export type StatisticsVideos = { uuid: string; title: string }[];

export interface StatisticsVideosQueryInput {
  search?: string;
  videos?: string[];
}

export interface StreamingKeyInputInput {
  name: string;
  publicKey?: string;
}

export interface StreamingKeyView {
  uuid: string;
  publicKey: string;
  name: string;
  createdAt: string;
}

export type TagsInput = string[];

export type TagsParameterInput = string[];

export interface TeamView {
  uuid: string;
  teamName: string;
  teamDescription: string;
  ownerTeam: string;
  collabsTeam: ({ username: string; role: "admin" | "editor" | "viewer" })[];
  isMember: boolean;
  isManager: boolean;
  projectRole?: "admin" | "editor" | "viewer" | null;
  createdAt: string;
  revision: number;
}

export interface TopInputInput {
  client: string;
  sortOn?: "hourview" | "dataDelivered" | "nbView" | "meanTime" | "rebuff" | "offload" | "bitrate";
  sortBy?: "asc" | "desc";
  startDate: string;
  endDate: string;
  rankingSize?: number;
  key?: string;
}

export interface UnconvertibleSubtitle {
  streamIndex: number;
  codec: string;
  language: string;
  title: string;
  reason: "bitmap" | "unreadable" | "too_large" | "empty";
}

export interface UpdateChatMessageInput {
  content: string;
  mentions?: string[];
  revision?: number;
}

export interface UpdateClientAsAdminInput {
  companyName?: string;
  siret?: string;
  contactFirstName?: string;
  contactLastName?: string;
  contactEmail?: string;
  phone?: string;
  postalAddress?: string;
  country?: string;
  vatNumber?: string;
  defaultAutoplay?: boolean;
  defaultNumberPerPage?: 12 | 20 | 50 | 100 | null;
  defaultQualities?: InputQualitiesInput;
  playerTheme?: PlayerThemeInput;
  clientname?: string;
  type?: "platform" | "plugin" | "camera";
  vireed?: boolean;
  export?: boolean;
  scenelist?: boolean;
  noKeepLive?: boolean;
  oldTable?: boolean;
  restartVideos?: boolean;
  chat?: boolean;
  freeTier?: boolean;
  claimsLifted?: boolean;
  contractNumber?: string;
  subscriptionEndsAt?: string | null;
  revision?: number;
}

export interface UpdateClientInput {
  companyName?: string;
  siret?: string;
  contactFirstName?: string;
  contactLastName?: string;
  contactEmail?: string;
  phone?: string;
  postalAddress?: string;
  country?: string;
  vatNumber?: string;
  defaultAutoplay?: boolean;
  defaultNumberPerPage?: 12 | 20 | 50 | 100 | null;
  defaultQualities?: InputQualitiesInput;
  playerTheme?: PlayerThemeInput;
  revision?: number;
}

export interface UpdateCommentInput {
  revision: number;
  text?: string;
  drawing?: DrawingInput | null;
  frame?: number | null;
  endFrame?: number | null;
  isInternal?: boolean;
  mentions?: string[];
}

export interface UpdateGuestCommentInput {
  revision: number;
  text?: string;
  drawing?: DrawingInput | null;
  frame?: number | null;
  endFrame?: number | null;
}

export interface UpdateProjectInput {
  revision?: number;
  name?: string;
  description?: string;
  currentVersion?: number;
  status?: "open" | "inReview" | "approved";
  isArchived?: boolean;
}

export interface UpdateReviewLinkInput {
  revision: number;
  label?: string;
  asksEmail?: boolean;
  password?: string | null;
  endsAt?: string | null;
  version?: number | null;
  mayComment?: boolean;
  mayDownload?: boolean;
  hasWatermark?: boolean;
  isOn?: boolean;
}

export interface UpdateTeamInput {
  revision?: number;
  teamName?: string;
  teamDescription?: string;
  collabsTeam?: CollaboratorInput[];
  ownerTeam?: string;
}

export interface UpdateVersionInput {
  description?: string;
  createdDate?: string;
  uuidVideo?: string;
  isCurrent?: boolean;
  number?: number;
  publisher?: string;
}

export interface UpdateWebhookInput {
  url?: string;
  description?: string;
  events?: ("video.created" | "video.uploaded" | "video.playable" | "video.encoded" | "video.failed" | "video.replaced" | "video.deleted" | "video.restored" | "live.started" | "live.lost" | "live.back" | "live.ended" | "live.archived" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "version.added" | "comment.created" | "comment.mentioned" | "decision.wanted" | "decision.made" | "chat.mentioned" | "member.added" | "member.removed" | "invoice.issued" | "invoice.paid" | "cdn.created" | "cdn.changed" | "cdn.deleted")[];
  format?: "standard" | "slack" | "teams";
  language?: "EN" | "FR";
  isOn?: boolean;
  revision?: number;
}

export interface UploadState {
  uuid: string;
  status: "to_encode" | "waiting_for_encoding" | "encoding" | "segmented" | "encoded" | "to_stop" | "stopped" | "error" | "uploading" | "upload_failed" | "restart";
  size: number | null;
  chunkSize: number;
  chunkCount: number | null;
  received: [number, number][];
}

export interface UploadTokenView {
  uuid: string;
  title: string;
  maxBytes: number;
  origins: string[];
  video: string | null;
  createdAt: string;
  createdBy: string;
  expiresAt: string;
  isRevoked: boolean;
}

export interface UserListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  sort?: Record<string, 1 | -1>;
}

export interface UserView {
  uuid: string;
  username: string;
  name: string | null;
  email: string | null;
  emailVerified: boolean;
  newEmail: string | null;
  roles: ("admin" | "manager" | "editor" | "readAnalytics")[];
  role: "account manager" | "video manager" | null;
  passwordModified: boolean;
  hasPassword: boolean;
  activated: boolean;
  language: "EN" | "FR";
  twoFactor: boolean;
  github: string | null;
  createdAt: string;
  lastLoginAt: string | null;
  revision: number;
  client: string;
  client_infos: ClientInfo[];
}

export interface Vat {
  rule: "standard" | "reverse_charge" | "outside_eu";
  basisPoints: number;
}

export interface VersionVideo {
  uuid: string;
  title: string;
  state: "playable" | "preparing" | "failed" | "trashed" | "deleted";
  encodingStatus: string | null;
  encodingPercent: number;
  uploadingPercent: number;
  isLocked: boolean;
  isReplaced: boolean;
  duration: number | null;
  frames: VideoFrames | null;
  thumbnail: string | null;
  embedUrl: string;
}

export interface VersionView {
  number: number;
  createdDate: string;
  publisher: string;
  description: string;
  uuidVideo: string;
  kind: "upload" | "library" | "cut";
  isCurrent: boolean;
  video: VersionVideo;
}

export interface VideoForAnalytics {
  uuid: string;
  title: string;
  type: "live" | "vod";
  authorizationKey: string;
  createdAt: string;
  stats: VideoStats;
  figuresAsOf: string | null;
  nbView: number;
  nbView_unit: string;
  hourview: number;
  hourview_unit: string;
  concurrentUsers: number;
  concurrentUsers_unit: string;
  meanTime: number;
  meanTime_unit: string;
  bestQualityPercent: number;
  bestQualityPercent_unit: string;
  bitrate: number;
  bitrate_unit: string;
  rebuff: number | null;
  rebuff_unit: string;
  offload: number;
  offload_unit: string;
  dataDelivered: number;
  dataDelivered_unit: string;
  totalMB_peer: number;
  totalMB_peer_unit: string;
  startup: number | null;
  startup_unit: string;
  energySaved: number;
  energySaved_unit: string;
  kwhSpent: number;
  kwhSpent_unit: string;
  co2Spent: number;
  co2Spent_unit: string;
  waterSpent: number;
  waterSpent_unit: string;
}

export interface VideoFrames {
  rate: { num: number; den: number };
  count: number;
  isVariable: boolean;
  startTimecode: string | null;
}

export interface VideoIdInput {
  id: string;
}

export interface VideoListQueryInput {
  page?: number;
  pagesize?: number;
  search?: string;
  tags?: TagsParameterInput;
  excludedTags?: TagsParameterInput;
  sort?: Record<string, 1 | -1>;
  filter?: { type?: "live" | "vod"; directStream?: ("no" | "middle" | "yes")[]; status?: ("to_encode" | "waiting_for_encoding" | "encoding" | "segmented" | "encoded" | "to_stop" | "stopped" | "error" | "uploading" | "upload_failed" | "restart")[]; encodingStatus?: ("to_encode" | "waiting_for_encoding" | "encoding" | "segmented" | "encoded" | "to_stop" | "stopped" | "error" | "uploading" | "upload_failed" | "restart")[]; error?: boolean; warnings?: ("criticalError" | "uploadError" | "mediumRebuffering" | "highRebuffering" | "plannedDeletion")[]; categories?: string[]; isTopLevel?: boolean; parent?: string; archiveLive?: string; inAndOutOrigin?: string; user?: string; tags?: TagsParameterInput; client?: string; uuids?: string[] };
  client?: string;
}

export interface VideoNote {
  kind: "picture_begins_late" | "picture_ends_early" | "sound_alone" | "parts_not_stored";
  atSec: number;
}

export interface VideoRulesView {
  rules: { p2pWeb: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; p2pAndroid: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; p2pIOS: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; viewerThreshold: { value: number; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; activeTimes: { value: { days: number[]; from: string; to: string }[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; peerPercentage: { value: number; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; savedSegments: { value: number; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; uploadPercent: { value: number; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; uploadOnCellular: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; interISP: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; asksConsent: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedIPs: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unauthorizedIPs: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedSubdomains: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unauthorizedSubdomains: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedCountries: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unauthorizedCountries: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedWebsites: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unauthorizedWebsites: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; unknownWebsites: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedVPNs: { value: boolean; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; authorizedVPNsList: { value: string[]; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; ice: { value: IceSetKey; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; streaming: { value: "refused" | "open" | "token"; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number }; thumbnailURL: { value: string; source: "custom" | "collection" | "config" | "client" | "default"; reportAgeSec?: number } };
  custom: RuleSettings;
  collection: { uuid: string; name: string; reportedAt: string | null; isInForce: boolean } | null;
  config: { uuid: string; name: string } | null;
  timeZone: string;
  revision: number;
}

export interface VideoStats {
  nbView: number;
  nbView_unit: string;
  hourview: number;
  hourview_unit: string;
  concurrentUsers: number;
  concurrentUsers_unit: string;
  meanTime: number;
  meanTime_unit: string;
  bestQualityPercent: number;
  bestQualityPercent_unit: string;
  bitrate: number;
  bitrate_unit: string;
  rebuff: number | null;
  rebuff_unit: string;
  offload: number;
  offload_unit: string;
  dataDelivered: number;
  dataDelivered_unit: string;
  totalMB_peer: number;
  totalMB_peer_unit: string;
  startup: number | null;
  startup_unit: string;
  energySaved: number;
  energySaved_unit: string;
  kwhSpent: number;
  kwhSpent_unit: string;
  co2Spent: number;
  co2Spent_unit: string;
  waterSpent: number;
  waterSpent_unit: string;
}

export interface VideoView {
  uuid: string;
  title: string;
  description: string;
  tags: string[];
  user: string | null;
  client: string;
  type: "live" | "vod";
  authorizationKey: string;
  encoding: "encoding" | "passthrough";
  inputQualities: InputQualities;
  currentNumberOfQualities: number;
  firstPass: boolean;
  autoplay: boolean;
  encodingStatus: "to_encode" | "waiting_for_encoding" | "encoding" | "segmented" | "encoded" | "to_stop" | "stopped" | "error" | "uploading" | "upload_failed" | "restart";
  encodingPercent: number;
  encodingETA: number | null;
  uploadingPercent: number;
  uploadingETA: number | null;
  lastUploadingFeedbackDate: string | null;
  currentChunk: number;
  canResume: boolean;
  error: boolean;
  errorType: "empty_file" | "not_a_video" | "no_video_track" | "unsupported_format" | "unsupported_codec" | "truncated_file" | "implausible_duration" | "too_large_picture" | "too_many_streams" | "encryption_not_supported" | "dolby_vision_5" | "upload_failed" | "disk_full" | "time_limit" | "encoding_failed" | "no_key_frames" | "no_picture" | "too_few_pictures" | "no_media" | "nothing_stored" | "recording_needed" | "ingest_failed" | "no_capacity" | "source_not_allowed" | "source_unreachable" | "url_not_allowed" | "url_unreachable" | "url_not_secure" | "url_not_found" | "url_access_denied" | "url_failed" | "url_redirects" | "url_not_a_video" | "url_playlist" | "url_too_large" | "url_changed" | "url_too_slow" | null;
  sourcePath: string | null;
  originalname: string | null;
  sourceUrl: string | null;
  sizeBytes: number;
  isSizeKnown: boolean;
  duration: number | null;
  createdAt: string;
  lastModifyAt: string;
  revision: number;
  manifest: { thumbnail: string | null; hls: string | null; dash: string | null };
  customThumbnail: boolean;
  thumbnailState: "ready" | "working" | "failed";
  embedUrl: string;
  notes: VideoNote[];
  representations: { id: string; width: number; height: number; fps: number; bitrate: number; codecs: string }[];
  playable: boolean;
  startDate: string | null;
  deleteDate: string | null;
  vodToLive: { startDate: string; endDate: string } | null;
  isDeleted: boolean;
  isPassword: boolean;
  introModal: IntroModal | null;
  place: Place | null;
  chapters: Chapter[];
  download: boolean;
  categories: string[];
  outro: string | null;
  isAccelerated: boolean;
  archive: boolean;
  archiveLive: string | null;
  archivesFromLive: string[];
  archivesFromLiveSize: number;
  inAndOutOrigin: string | null;
  videoInAndOut: string[];
  videoInAndOutSize: number;
  liveType: "shoalRTMP" | "custom" | "camera" | null;
  keepLive: boolean;
  seekLive: boolean;
  liveToKeepDuration: number | null;
  targetLatencySec: number | null;
  directStream: "no" | "middle" | "yes" | null;
  live: LiveView | null;
  liveCamera: boolean;
  startDateLive: string | null;
  downloadLive: boolean;
  bunnyPlayable: boolean;
  externalStreams?: SavedExternalStreams;
  inputInfos?: LiveInputInfos;
  nbView: number;
  nbView_unit: string;
  hourview: number;
  hourview_unit: string;
  concurrentUsers: number;
  concurrentUsers_unit: string;
  meanTime: number;
  meanTime_unit: string;
  bestQualityPercent: number;
  bestQualityPercent_unit: string;
  bitrate: number;
  bitrate_unit: string;
  rebuff: number | null;
  rebuff_unit: string;
  offload: number;
  offload_unit: string;
  dataDelivered: number;
  dataDelivered_unit: string;
  totalMB_peer: number;
  totalMB_peer_unit: string;
  startup: number | null;
  startup_unit: string;
  energySaved: number;
  energySaved_unit: string;
  kwhSpent: number;
  kwhSpent_unit: string;
  co2Spent: number;
  co2Spent_unit: string;
  waterSpent: number;
  waterSpent_unit: string;
  stats: VideoStats;
  figuresAsOf: string | null;
}

export interface WatchedRoomView {
  client: { uuid: string; clientname: string } | null;
  videoUuid: string | null;
  name: string;
  viewers: number;
  serverBytes: number;
  peerBytes: number;
  edges: { url: string; viewers: number }[];
}

export interface WaveformView {
  state: "ready" | "pending" | "none" | "failed";
  pairsPerSec: number;
  loudnessLufs: number | null;
  peaks: string;
}

export interface WebhookDeliveries {
  _embedded: WebhookDeliveryView[];
  next: number | null;
}

export interface WebhookDeliveriesQueryInput {
  state?: "waiting" | "sent" | "failed";
  before?: number;
}

export interface WebhookDeliveryDetails {
  id: number;
  event: string;
  type: "video.created" | "video.uploaded" | "video.playable" | "video.encoded" | "video.failed" | "video.replaced" | "video.deleted" | "video.restored" | "live.started" | "live.lost" | "live.back" | "live.ended" | "live.archived" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "version.added" | "comment.created" | "comment.mentioned" | "decision.wanted" | "decision.made" | "chat.mentioned" | "member.added" | "member.removed" | "invoice.issued" | "invoice.paid" | "cdn.created" | "cdn.changed" | "cdn.deleted" | "webhook.test";
  at: string;
  state: "waiting" | "sent" | "failed";
  attempts: number;
  nextAt: string | null;
  lastAt: string | null;
  status: number | null;
  durationMs: number | null;
  error: string | null;
  request: string;
  answer: string | null;
}

export interface WebhookDeliveryView {
  id: number;
  event: string;
  type: "video.created" | "video.uploaded" | "video.playable" | "video.encoded" | "video.failed" | "video.replaced" | "video.deleted" | "video.restored" | "live.started" | "live.lost" | "live.back" | "live.ended" | "live.archived" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "version.added" | "comment.created" | "comment.mentioned" | "decision.wanted" | "decision.made" | "chat.mentioned" | "member.added" | "member.removed" | "invoice.issued" | "invoice.paid" | "cdn.created" | "cdn.changed" | "cdn.deleted" | "webhook.test";
  at: string;
  state: "waiting" | "sent" | "failed";
  attempts: number;
  nextAt: string | null;
  lastAt: string | null;
  status: number | null;
  durationMs: number | null;
  error: string | null;
}

export interface WebhookView {
  uuid: string;
  url: string;
  description: string;
  events: ("video.created" | "video.uploaded" | "video.playable" | "video.encoded" | "video.failed" | "video.replaced" | "video.deleted" | "video.restored" | "live.started" | "live.lost" | "live.back" | "live.ended" | "live.archived" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "version.added" | "comment.created" | "comment.mentioned" | "decision.wanted" | "decision.made" | "chat.mentioned" | "member.added" | "member.removed" | "invoice.issued" | "invoice.paid" | "cdn.created" | "cdn.changed" | "cdn.deleted")[];
  format: "standard" | "slack" | "teams";
  language: "EN" | "FR";
  isOn: boolean;
  offReason: "user" | "failing" | "gone" | null;
  failingSince: string | null;
  waitingCount: number;
  createdAt: string;
  oldSecretUntil: string | null;
  revision: number;
}

export interface WebhookWithSecret {
  uuid: string;
  url: string;
  description: string;
  events: ("video.created" | "video.uploaded" | "video.playable" | "video.encoded" | "video.failed" | "video.replaced" | "video.deleted" | "video.restored" | "live.started" | "live.lost" | "live.back" | "live.ended" | "live.archived" | "alert.opened" | "alert.acknowledged" | "alert.closed" | "version.added" | "comment.created" | "comment.mentioned" | "decision.wanted" | "decision.made" | "chat.mentioned" | "member.added" | "member.removed" | "invoice.issued" | "invoice.paid" | "cdn.created" | "cdn.changed" | "cdn.deleted")[];
  format: "standard" | "slack" | "teams";
  language: "EN" | "FR";
  isOn: boolean;
  offReason: "user" | "failing" | "gone" | null;
  failingSince: string | null;
  waitingCount: number;
  createdAt: string;
  oldSecretUntil: string | null;
  revision: number;
  secret: string;
}

