import { createSecretBox } from "@shoal/tokens";
import { defineModule } from "../../../platform/composition/define-module.ts";
import { need, provide, using } from "../../../platform/composition/need.ts";
import { CONFIG, DB, FIND_GUEST_VIEWER, LIMIT_STORE } from "../../../platform/needs.ts";
import { GUEST_LOOKUP } from "../../accounts/auth/index.ts";
import { DOWNLOADS_SERVICE, RIGHTS_OF_GUESTS } from "../../media/downloads/index.ts";
import { WAVEFORMS_SERVICE } from "../../media/encoding/index.ts";
import { SERVING_EDGE } from "../../media/videos/index.ts";
import { ATTACHMENTS_SERVICE, COMMENTS_SERVICE } from "../annotations/index.ts";
import { createEntryLimits } from "./entry-limits.ts";
import { createGuests, createGuestsService, type GuestsService } from "./guests.service.ts";
import { registerReviewLinkRoutes } from "./review-links.routes.ts";
import { createReviewLinksService, type ReviewLinksService } from "./review-links.service.ts";
import { reviewLinkTables } from "./review-links.table.ts";

/** The purpose of the key that encrypts link keys: keys of other purposes cannot decrypt them. */
const REVIEW_LINK_KEYS = "review links";

const REVIEW_LINKS = need<ReviewLinksService>("review links");
const GUESTS_AT_WORK = need<GuestsService>("what guests do");

export const reviewLinksModule = defineModule({
  name: "review-links",
  migrations: { "070-review-links": reviewLinkTables },
  services: [
    provide(GUEST_LOOKUP, { db: DB }, createGuests),
    provide(FIND_GUEST_VIEWER, { db: DB }, ({ db }) => createGuests({ db }).findViewer),
    provide(RIGHTS_OF_GUESTS, { db: DB }, ({ db }) => createGuests({ db }).mayOpen),
    provide(REVIEW_LINKS, { config: CONFIG, db: DB }, ({ config, db }) =>
      createReviewLinksService({
        db,
        box: createSecretBox(config.INTERNAL_SECRET, REVIEW_LINK_KEYS),
        publicUrl: config.API_PUBLIC_URL,
      }),
    ),
    provide(
      GUESTS_AT_WORK,
      {
        config: CONFIG,
        db: DB,
        limitStore: LIMIT_STORE,
        edge: SERVING_EDGE,
        downloads: DOWNLOADS_SERVICE,
        waveforms: WAVEFORMS_SERVICE,
        guests: GUEST_LOOKUP,
      },
      ({ config, limitStore, ...deps }) =>
        createGuestsService({
          ...deps,
          limits: createEntryLimits(limitStore, {
            linksPerAddress: config.LIMIT_LINKS_PER_ADDRESS,
            triesPerPair: config.LIMIT_SIGN_IN_PER_PAIR,
            triesPerLink: config.LIMIT_SIGN_IN_PER_ACCOUNT,
            triesPerAddress: config.LIMIT_SIGN_IN_PER_ADDRESS,
          }),
        }),
    ),
  ],
  routes: using(
    {
      links: REVIEW_LINKS,
      guests: GUESTS_AT_WORK,
      comments: COMMENTS_SERVICE,
      attachments: ATTACHMENTS_SERVICE,
    },
    (services, app, guardFor) => registerReviewLinkRoutes(app, guardFor, services),
  ),
});
