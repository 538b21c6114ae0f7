import type { P2pRules } from "@shoal/p2p";
import type { ShownSource } from "./rule-rows.ts";
import type { Status } from "./status.ts";

export interface OverlayTexts {
  title: string;
  close: string;
  player: string;
  noPlayer: string;
  status: Record<Status["code"], string>;
  byRule: string;
  fromPeers: string;
  nothingYet: string;
  server: string;
  peers: string;
  uploaded: string;
  wasted: string;
  stalls: string;
  startup: string;
  timeline: string;
  timelineSummary: string;
  picture: string;
  sound: string;
  both: string;
  coming: string;
  playhead: string;
  buffered: string;
  stall: string;
  segments: string;
  segment: string;
  rendition: string;
  size: string;
  origin: string;
  loadTime: string;
  noSegments: string;
  peer: string;
  state: string;
  received: string;
  sent: string;
  roundTrip: string;
  noPeers: string;
  open: string;
  relayed: string;
  opening: string;
  upload: string;
  uploadNow: string;
  uplink: string;
  unmeasured: string;
  uploadOff: string;
  rules: string;
  rule: string;
  value: string;
  source: string;
  noRules: string;
  ruleNames: Record<keyof P2pRules, string>;
  sources: Record<ShownSource, string>;
  yes: string;
  no: string;
  all: string;
  network: string;
  audience: string;
  tracker: string;
  trackerOn: string;
  trackerOff: string;
  trackerNone: string;
  self: string;
}

const en: OverlayTexts = {
  title: "Delivery",
  close: "Close",
  player: "Player",
  noPlayer: "No player on this page is attached to Shoal yet.",
  status: {
    exchanging: "Sharing with peers ({count} connected)",
    off: "Nothing is shared: the rules turn peers off for this viewer.",
    tooFew: "Nothing is shared: the rules require {threshold} viewers (now: {audience}).",
    refused: "Nothing is shared: the session was refused or lost ({fault}).",
    native: "This browser plays HLS natively: its requests cannot be seen, and nothing is shared.",
    direct: "Received without delay from the camera page.",
    insecure: "Nothing is shared: this page is not on HTTPS.",
    noWebRtc: "Nothing is shared: this browser does not support WebRTC.",
    opening: "Opening the session.",
    unstarted: "Nothing loaded yet.",
    unconsented: "Nothing is shared: this viewer has not given consent.",
    optedOut: "Nothing is shared: this page turns peers off.",
    untracked: "Nothing is shared: the tracker cannot be reached. Retrying.",
    alone: "Nothing is shared: there are no other viewers.",
    connecting: "Connecting to the first peers.",
    unmatched: "Nothing is shared: the tracker has not found a peer for this viewer yet.",
    idle: "Connected to peers; nothing has been shared yet.",
  },
  byRule: "Rule {rule}, set by: {source}.",
  fromPeers: "from peers",
  nothingYet: "Nothing loaded yet",
  server: "Server",
  peers: "Peers",
  uploaded: "Uploaded",
  wasted: "Unused",
  stalls: "Stalls",
  startup: "Start",
  timeline: "Timeline",
  timelineSummary: "{server} segments from the server, {peer} from peers, {both} from both",
  picture: "Video",
  sound: "Audio",
  both: "Both",
  coming: "Loading",
  playhead: "Playhead",
  buffered: "Buffered until",
  stall: "Stall",
  segments: "All segments",
  segment: "Segment",
  rendition: "Quality",
  size: "Size",
  origin: "Source",
  loadTime: "Loaded in",
  noSegments: "No segments loaded in these minutes.",
  peer: "Peer",
  state: "State",
  received: "Received",
  sent: "Sent",
  roundTrip: "Round trip",
  noPeers: "No peers.",
  open: "connected",
  relayed: "relayed",
  opening: "connecting",
  upload: "Upload",
  uploadNow: "Now",
  uplink: "Upload bandwidth (estimate)",
  unmeasured: "not measured yet",
  uploadOff: "off: mobile network or data saver",
  rules: "Active rules",
  rule: "Rule",
  value: "Value",
  source: "Set by",
  noRules: "No session yet.",
  ruleNames: {
    enabled: "Sharing between peers",
    viewerThreshold: "Minimum viewers",
    maxPeers: "Maximum peers",
    uploadPercent: "Share of upload bandwidth",
    uploadOnCellular: "Upload on mobile networks",
    savedSegments: "Segments kept for peers",
    interISP: "Peers on other providers",
  },
  sources: {
    custom: "this video",
    collection: "its collection",
    config: "its config",
    client: "the client",
    default: "default",
    platform: "platform",
    viewer: "this page",
    changed: "changed since; unknown",
    unknown: "unknown",
  },
  yes: "yes",
  no: "no",
  all: "as many as memory allows",
  network: "Swarm",
  audience: "Viewers",
  tracker: "Tracker",
  trackerOn: "connected",
  trackerOff: "reconnecting",
  trackerNone: "none",
  self: "This viewer",
};

const fr: OverlayTexts = {
  title: "Diffusion",
  close: "Fermer",
  player: "Lecteur",
  noPlayer: "Aucun lecteur de cette page n’est encore connecté à Shoal.",
  status: {
    exchanging: "Échange avec des pairs (connectés\u00a0: {count})",
    off: "Rien n’est échangé\u00a0: les règles désactivent les pairs pour ce spectateur.",
    tooFew:
      "Rien n’est échangé\u00a0: les règles exigent {threshold} spectateurs (actuellement\u00a0: {audience}).",
    refused: "Rien n’est échangé\u00a0: la session a été refusée ou perdue ({fault}).",
    native:
      "Ce navigateur lit HLS nativement\u00a0: ses requêtes ne sont pas visibles, et rien n’est échangé.",
    direct: "Reçu sans délai de la page de la caméra.",
    insecure: "Rien n’est échangé\u00a0: cette page n’est pas en HTTPS.",
    noWebRtc: "Rien n’est échangé\u00a0: ce navigateur ne prend pas en charge WebRTC.",
    opening: "Ouverture de la session.",
    unstarted: "Rien n’a encore été chargé.",
    unconsented: "Rien n’est échangé\u00a0: ce spectateur n’a pas donné son consentement.",
    optedOut: "Rien n’est échangé\u00a0: cette page désactive les pairs.",
    untracked: "Rien n’est échangé\u00a0: le tracker est injoignable. Nouvelle tentative en cours.",
    alone: "Rien n’est échangé\u00a0: il n’y a pas d’autre spectateur.",
    connecting: "Connexion aux premiers pairs.",
    unmatched: "Rien n’est échangé\u00a0: le tracker n’a pas encore trouvé de pair pour ce spectateur.",
    idle: "Connecté à des pairs\u00a0; rien n’a encore été échangé.",
  },
  byRule: "Règle {rule}, définie par\u00a0: {source}.",
  fromPeers: "venus des pairs",
  nothingYet: "Aucune donnée chargée",
  server: "Serveur",
  peers: "Pairs",
  uploaded: "Envoyé",
  wasted: "Inutilisé",
  stalls: "Interruptions",
  startup: "Démarrage",
  timeline: "Ligne de temps",
  timelineSummary: "{server} segments du serveur, {peer} des pairs, {both} des deux",
  picture: "Vidéo",
  sound: "Audio",
  both: "Les deux",
  coming: "En cours de chargement",
  playhead: "Lecture",
  buffered: "En mémoire jusqu’à",
  stall: "Interruption",
  segments: "Tous les segments",
  segment: "Segment",
  rendition: "Qualité",
  size: "Taille",
  origin: "Source",
  loadTime: "Chargé en",
  noSegments: "Aucun segment chargé pendant ces minutes.",
  peer: "Pair",
  state: "Statut",
  received: "Reçu",
  sent: "Envoyé",
  roundTrip: "Aller-retour",
  noPeers: "Aucun pair.",
  open: "connecté",
  relayed: "par relais",
  opening: "connexion",
  upload: "Envoi",
  uploadNow: "En ce moment",
  uplink: "Débit montant (estimé)",
  unmeasured: "pas encore mesuré",
  uploadOff: "coupé\u00a0: réseau mobile ou économie de données",
  rules: "Règles actives",
  rule: "Règle",
  value: "Valeur",
  source: "Définie par",
  noRules: "Pas encore de session.",
  ruleNames: {
    enabled: "Échange entre pairs",
    viewerThreshold: "Nombre minimal de spectateurs",
    maxPeers: "Nombre maximal de pairs",
    uploadPercent: "Part du débit montant",
    uploadOnCellular: "Envoi sur réseau mobile",
    savedSegments: "Segments conservés pour les pairs",
    interISP: "Pairs d’autres fournisseurs",
  },
  sources: {
    custom: "cette vidéo",
    collection: "sa collection",
    config: "sa config",
    client: "le client",
    default: "par défaut",
    platform: "plateforme",
    viewer: "cette page",
    changed: "modifiée depuis\u00a0; inconnu",
    unknown: "inconnu",
  },
  yes: "oui",
  no: "non",
  all: "autant que la mémoire le permet",
  network: "Essaim",
  audience: "Spectateurs",
  tracker: "Tracker",
  trackerOn: "connecté",
  trackerOff: "reconnexion",
  trackerNone: "aucun",
  self: "Ce spectateur",
};

export type OverlayLanguage = "en" | "fr";
export const textsOf = (language: OverlayLanguage): OverlayTexts => (language === "fr" ? fr : en);

/** @example fillText("{count} peers", { count: 2 }) // "2 peers" */
export function fillText(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
