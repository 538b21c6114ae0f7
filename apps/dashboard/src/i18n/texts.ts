import type { texts as accessSimulator } from "./en/accessSimulator.ts";
import type { texts as alerts } from "./en/alerts.ts";
import type { texts as analytics } from "./en/analytics.ts";
import type { texts as apiCalls } from "./en/apiCalls.ts";
import type { texts as apiKeys } from "./en/apiKeys.ts";
import type { texts as auth } from "./en/auth.ts";
import type { texts as billing } from "./en/billing.ts";
import type { texts as captions } from "./en/captions.ts";
import type { texts as cdn } from "./en/cdn.ts";
import type { texts as chat } from "./en/chat.ts";
import type { texts as chatButton } from "./en/chatButton.ts";
import type { texts as clients } from "./en/clients.ts";
import type { texts as compare } from "./en/compare.ts";
import type { texts as configs } from "./en/configs.ts";
import type { texts as consumption } from "./en/consumption.ts";
import type { texts as contractDocuments } from "./en/contractDocuments.ts";
import type { texts as dates } from "./en/dates.ts";
import type { texts as delivery } from "./en/delivery.ts";
import type { texts as deliveryRules } from "./en/deliveryRules.ts";
import type { texts as docs } from "./en/docs.ts";
import type { texts as doctor } from "./en/doctor.ts";
import type { texts as edges } from "./en/edges.ts";
import type { texts as exits } from "./en/exits.ts";
import type { texts as exportLinks } from "./en/exportLinks.ts";
import type { texts as externalStreams } from "./en/externalStreams.ts";
import type { texts as fileStage } from "./en/fileStage.ts";
import type { texts as files } from "./en/files.ts";
import type { texts as footprint } from "./en/footprint.ts";
import type { texts as guestReview } from "./en/guestReview.ts";
import type { texts as help } from "./en/help.ts";
import type { texts as imports } from "./en/imports.ts";
import type { texts as invoices } from "./en/invoices.ts";
import type { texts as library } from "./en/library.ts";
import type { texts as live } from "./en/live.ts";
import type { texts as liveChat } from "./en/liveChat.ts";
import type { texts as liveStage } from "./en/liveStage.ts";
import type { texts as loadForecast } from "./en/loadForecast.ts";
import type { texts as logs } from "./en/logs.ts";
import type { texts as map } from "./en/map.ts";
import type { texts as news } from "./en/news.ts";
import type { texts as newVideos } from "./en/newVideos.ts";
import type { texts as outros } from "./en/outros.ts";
import type { texts as palette } from "./en/palette.ts";
import type { texts as people } from "./en/people.ts";
import type { texts as pictures } from "./en/pictures.ts";
import type { texts as pluginVideos } from "./en/pluginVideos.ts";
import type { texts as profile } from "./en/profile.ts";
import type { texts as projects } from "./en/projects.ts";
import type { texts as proof } from "./en/proof.ts";
import type { texts as rankings } from "./en/rankings.ts";
import type { texts as review } from "./en/review.ts";
import type { texts as reviewLinks } from "./en/reviewLinks.ts";
import type { texts as reviewNotes } from "./en/reviewNotes.ts";
import type { texts as rules } from "./en/rules.ts";
import type { texts as sceneLists } from "./en/sceneLists.ts";
import type { texts as shared } from "./en/shared.ts";
import type { texts as shell } from "./en/shell.ts";
import type { texts as teams } from "./en/teams.ts";
import type { texts as theme } from "./en/theme.ts";
import type { texts as timeline } from "./en/timeline.ts";
import type { texts as trash } from "./en/trash.ts";
import type { texts as unavailablePages } from "./en/unavailablePages.ts";
import type { texts as uploads } from "./en/uploads.ts";
import type { texts as users } from "./en/users.ts";
import type { texts as video } from "./en/video.ts";
import type { texts as videoMedia } from "./en/videoMedia.ts";
import type { texts as videos } from "./en/videos.ts";
import type { texts as viewing } from "./en/viewing.ts";
import type { texts as webhooks } from "./en/webhooks.ts";

/** English texts by area. A page loads only the areas that it shows, and only in the reader's language. */
export interface TextsByArea {
  shell: typeof shell;
  auth: typeof auth;
  /** Texts of the page that is shown in place of a screen that the user cannot open. */
  unavailablePages: typeof unavailablePages;
  /** Texts for restream targets of a live. */
  externalStreams: typeof externalStreams;
  /** Texts for subtitles of a video. */
  captions: typeof captions;
  chat: typeof chat;
  /** Texts for files that are chosen, sent and viewed, in comments and chat. */
  files: typeof files;
  /** Texts for the icon in the navigation bar. */
  chatButton: typeof chatButton;
  /** Texts for the command palette. */
  palette: typeof palette;
  trash: typeof trash;
  outros: typeof outros;
  /** Texts for the picture library, and the picker for it. */
  pictures: typeof pictures;
  uploads: typeof uploads;
  /** Texts for the form for new videos. */
  newVideos: typeof newVideos;
  videos: typeof videos;
  /** Texts for the page of one video. */
  video: typeof video;
  /** Texts for thumbnail, download and replacement on that page. */
  videoMedia: typeof videoMedia;
  /** Texts for fields for a date and time. */
  dates: typeof dates;
  /** Texts for a timeline with the waveform, which can be zoomed. */
  timeline: typeof timeline;
  /** Texts for the player and timeline of a version under review. */
  review: typeof review;
  library: typeof library;
  /** Texts for the settings for a live's encoder, and the state of the live. */
  live: typeof live;
  /** Texts for the progress of a file, shown in place of its player. */
  fileStage: typeof fileStage;
  /** Texts for the stage of a live, shown in place of its player. */
  liveStage: typeof liveStage;
  /** Texts for the chat of a live. */
  liveChat: typeof liveChat;
  /** Texts for rooms of lives without delay. */
  delivery: typeof delivery;
  profile: typeof profile;
  /** Texts for contract and bank details, on the profile and the page of a client. */
  contractDocuments: typeof contractDocuments;
  /** Texts that the screens of users, clients and the log share. */
  shared: typeof shared;
  /** Texts for account recovery for colleagues, on the profile and the screens of users. */
  people: typeof people;
  users: typeof users;
  clients: typeof clients;
  logs: typeof logs;
  /** Texts for findings of the daily check of the installation, for the operator. */
  doctor: typeof doctor;
  /** Texts for the state of the edges, for the operator. */
  edges: typeof edges;
  /** Texts for the consumption of clients, for the operator. */
  consumption: typeof consumption;
  billing: typeof billing;
  /** Texts for invoices, for clients and the operator. */
  invoices: typeof invoices;
  help: typeof help;
  /** Texts for the documentation of the plugin and its samples; its pages are in the feature. */
  docs: typeof docs;
  exits: typeof exits;
  exportLinks: typeof exportLinks;
  /** Texts for CDN entries, caching, and the cost of delivery. */
  cdn: typeof cdn;
  /** Texts for the theme of the player, on the profile and the page of a client. */
  theme: typeof theme;
  /** Texts for keys of a client's backends. */
  apiCalls: typeof apiCalls;
  apiKeys: typeof apiKeys;
  /** Texts for webhooks and their deliveries. */
  webhooks: typeof webhooks;
  /** Texts for imports of videos from elsewhere. */
  imports: typeof imports;
  /** Texts for messages about delivery rules, configs and collections. */
  rules: typeof rules;
  /** Texts for the window of the delivery rules, and its summary on the page of a video. */
  deliveryRules: typeof deliveryRules;
  /** Texts for the simulation of access to a video, in the window of the delivery rules. */
  accessSimulator: typeof accessSimulator;
  /** Texts for the screen of configs. */
  configs: typeof configs;
  /** Texts for the forecast of an event's load. */
  loadForecast: typeof loadForecast;
  sceneLists: typeof sceneLists;
  /** Texts for the figures of viewing. */
  analytics: typeof analytics;
  /** Texts for rankings of videos and other subjects. */
  rankings: typeof rankings;
  /** Texts for the map of viewers and cameras. */
  map: typeof map;
  /** Texts for the energy, carbon and water of a month. */
  footprint: typeof footprint;
  proof: typeof proof;
  /** Texts for audience retention, and individual sessions. */
  viewing: typeof viewing;
  /** Texts for alerts about problems of viewers or clients. */
  alerts: typeof alerts;
  /** Texts for news of projects, and the settings of their emails. */
  news: typeof news;
  /** Texts for projects with their people and versions. */
  projects: typeof projects;
  /** Texts for comments, drawings and people on the review page. */
  reviewNotes: typeof reviewNotes;
  /** Texts for the comparison of two versions of a project. */
  compare: typeof compare;
  /** Texts for review links of a project, for users who manage them. */
  reviewLinks: typeof reviewLinks;
  /** Texts for the guest page of a review link. */
  guestReview: typeof guestReview;
  /** Texts for teams and their managers. */
  teams: typeof teams;
  /** Texts for media on other CDNs, and their collections. */
  pluginVideos: typeof pluginVideos;
}
export type Area = keyof TextsByArea;

/** The type of the texts in every language, which must have the same keys as the English texts, including plural forms. */
type SameStructure<T> = { [K in keyof T]: T[K] extends string ? string : SameStructure<T[K]> };
export type TextsOf<A extends Area> = SameStructure<TextsByArea[A]>;

type Intersection<U> = (U extends unknown ? (all: U) => void : never) extends (all: infer M) => void
  ? M
  : never;
export type AllTexts = Intersection<TextsByArea[Area]>;
