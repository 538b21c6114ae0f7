export const texts = {
  billing: {
    title: "Billing",
    month: "Month",
    complete: "The month is over: these are its figures.",
    soFar: "As of {{at}}.",
    noInvoice:
      "Prices are before tax. A month is priced with the plan that is valid on its first day. This page is not an invoice.",
    price: "Price before tax",
    delivered: "Delivered",
    fromServers: "From servers",
    fromPeers: "From peers",
    fromCdn: "CDN entries",
    stored: "Stored",
    storage: "Storage",
    gbDays: "{{amount}} GB·days",
    offload: "{{percent}} of the delivery, sent by other viewers",
    forecast: "Forecast, end of month",
    range: "80% range, based on the forecasts of the last 14 days: {{low}} to {{high}}.",
    noRange: "Not enough days yet to estimate the precision.",
    calculation: "How the price is calculated",
    plans: {
      fixed:
        "Your plan has a fixed price: €250 before tax per month up to 50 TB. Each further TB costs €10; partial TBs are charged in proportion.",
      own: "Your plan is your own contract. Each line is a part of the delivery with its price, rounded to the nearest cent.",
      free: "Your plan is the free tier: 1 TB per month at no charge. Beyond it you are not charged, but you cannot create videos until the next month.",
      managed:
        "Your plan is managed CDN: the first 1 TB of each month is free, and each further TB costs €10 before tax. Partial TBs are charged in proportion. Each line is rounded to the nearest cent.",
    },
    peersBilled:
      "Data from peers costs the same as data from servers: you pay for what viewers receive, and for each segment from a peer our servers find the peer, check the data and replace it if it is late or damaged.",
    storageMeasured:
      "Storage is the space that source files, encoded videos, pictures and attachments take up, measured once a day (UTC): 1 GB kept for one day is 1 GB·day. No plan charges for it.",
    part: "Part of the delivery",
    first: "The first {{to}}",
    between: "From {{from}} to {{to}}",
    beyond: "Beyond {{from}}",
    rate: "Price per TB",
    amount: "Amount",
    nothing: "Nothing has been delivered this month yet.",
    about: "About: {{name}}",
    made: "{{bytes}} bytes × {{rate}} per TB",
    madeFixed: "{{fixed}} fixed + {{bytes}} bytes × {{rate}} per TB",
    help: {
      price:
        "The sum of the lines below. Each line is rounded to the nearest cent once; the sum is not rounded again.",
      delivered:
        "Data that viewers received, from our servers and from other viewers, as measured by our servers, not by players.",
      fromPeers:
        "Data that viewers received from other viewers, as far as both ends confirm it. It costs the same as data from our servers.",
      forecast:
        "The expected price and delivery at the end of the month: each remaining day counts as the average of that weekday over the last four weeks.",
      fromCdn: "Files of your CDN entries, from our caches or through them. They are part of the delivery.",
      storage:
        "Source files, encoded videos, pictures and sent files, measured once a day: 1 GB for one day is 1 GB·day. Your plan does not charge for it.",
      line: "{{bytes}} bytes, divided by 1,000,000,000,000 (1 TB) and multiplied by {{rate}}, are {{amount}}, rounded to the nearest cent.",
      lineFixed:
        "{{fixed}} is the fixed price of this part, however much of it you use. {{bytes}} bytes at {{rate}} per TB are added. The total is {{amount}}.",
    },
    budget: {
      title: "Budget",
      text: "Managers get an email when the month has used 50, 80 and 100% of the budget, once each.",
      limit: "Budget per month, before tax (€)",
      limitHint: "Leave it empty for no budget.",
      stops: "Stop at the limit",
      stopsHint:
        "No videos, lives or CDN entries can be created until the next month. Published videos are still delivered and billed.",
      stopsCdn: "Stop serving CDN entries at the limit",
      stopsCdnHint:
        "Players that read through your CDN entries get an error until the next month, or until you raise the budget.",
      stopsPlayback: "Stop videos and lives at the limit",
      stopsPlaybackHint:
        "Nobody can start a video or a live until the next month, or until you raise the budget. Viewers see that it is not available at the moment. Those who are watching are not interrupted.",
      measuredHint:
        "CDN entries, videos and lives stop when the data sent by our servers costs the budget. Data from peers, which players report, is billed but stops nothing.",
      spent: "{{spent}} of {{limit}} used this month.",
      spentMeasured:
        "{{spent}} of {{limit}} used this month, of which {{measured}} were sent by our servers.",
      stopped: "The budget is used up. No videos, lives or CDN entries can be created until the next month.",
      stoppedCdn: "The budget is used up. CDN entries are not served until the next month.",
      stoppedPlayback: "The budget is used up. No video or live can be started until the next month.",
      save: "Save budget",
      saved: "The budget is saved",
      failed: "The budget could not be saved",
    },
    byDay: "Day by day",
    byDayHint:
      "Data received by viewers, from servers and from peers; both count. Days and months are in UTC. 1 TB is 1,000,000,000,000 bytes.",
    day: "Day",
    save: "Save the days as CSV",
    saveRows: "Save the billed rows as CSV",
    history: "Previous months",
    trial_one: "Made on the 15th, the forecast of the last month was {{percent}} off.",
    trial_other:
      "Made on the 15th, the forecasts of the last {{count}} months were {{percent}} off on average.",
    historyHint: "The last 12 months, each calculated with the plan that was valid on its first day.",
  },
};
