export const texts = {
  billing: {
    title: "Billing",
    month: "Month",
    complete: "The month is over: these amounts are final.",
    soFar: "As of {{at}}.",
    noInvoice:
      "Prices are before tax. Each month’s price depends on the plan in effect on its first day. This page is not an invoice.",
    price: "Price before tax",
    delivered: "Delivered",
    fromServers: "From servers",
    fromPeers: "From peers",
    fromCdn: "CDN entries",
    stored: "Stored",
    storage: "Storage",
    gbDays: "{{amount}} GB·days",
    offload: "{{percent}} of the delivered data came from other viewers",
    forecast: "Forecast, end of month",
    range: "80% range, based on the forecasts of the last 14 days: {{low}} to {{high}}.",
    noRange: "Not enough data yet to estimate the accuracy.",
    calculation: "How the price is calculated",
    plans: {
      fixed:
        "You have a fixed price: €250 before tax per month up to 50 TB. Each further TB costs €10; partial TBs are charged in proportion.",
      own: "You have an individual contract. Each line shows one tier of delivered data and its price, rounded to the nearest cent.",
      free: "You are on the free tier: 1 TB per month at no charge. If you exceed it, you pay nothing, but you cannot create videos until the next month.",
      managed:
        "You use the managed CDN: the first TB of each month is free, and each further TB costs €10 before tax. Partial TBs are charged in proportion. Each line is rounded to the nearest cent.",
    },
    peersBilled:
      "Data from peers costs the same as data from servers: you pay for the data that viewers receive. For each segment from a peer, our servers find the peer, check the data, and replace it if it is late or damaged.",
    storageMeasured:
      "Storage is the space used by source files, encoded videos, pictures and attachments, measured once a day (UTC): 1 GB kept for one day is 1 GB·day. Storage is free in all plans.",
    part: "Tier",
    first: "The first {{to}}",
    between: "From {{from}} to {{to}}",
    beyond: "Beyond {{from}}",
    rate: "Price per TB",
    amount: "Amount",
    nothing: "No data has been delivered this month yet.",
    about: "About: {{name}}",
    made: "{{bytes}} bytes × {{rate}} per TB",
    madeFixed: "{{fixed}} fixed + {{bytes}} bytes × {{rate}} per TB",
    help: {
      price:
        "The sum of the lines below. Each line is rounded to the nearest cent; the sum is not rounded again.",
      delivered:
        "Data that viewers received from our servers and from other viewers, as measured by our servers, not by players.",
      fromPeers:
        "Data that viewers received from other viewers, if both sides confirm it. It costs the same as data from our servers.",
      forecast:
        "The expected price and delivery at the end of the month. Each remaining day is estimated as the average of the same weekday over the previous four weeks.",
      fromCdn:
        "Files of your CDN entries, served from our cache or fetched through it from your server. They count as delivered data.",
      storage:
        "Source files, encoded videos, pictures and attachments, measured once a day: 1 GB kept for one day is 1 GB·day. Storage is free in your plan.",
      line: "{{bytes}} bytes ÷ 1,000,000,000,000 (1 TB) × {{rate}} = {{amount}}, rounded to the nearest cent.",
      lineFixed:
        "{{fixed}} is the fixed price of this tier, regardless of usage, plus {{bytes}} bytes at {{rate}} per TB. The total is {{amount}}.",
    },
    budget: {
      title: "Budget",
      text: "Managers get an email when the month reaches 50, 80 and 100% of the budget.",
      limit: "Budget per month, before tax (€)",
      limitHint: "Leave empty for no budget.",
      stops: "Stop at the limit",
      stopsHint:
        "You cannot create videos, lives or CDN entries until the next month. Published videos are still delivered and billed.",
      stopsCdn: "Stop serving CDN entries at the limit",
      stopsCdnHint:
        "Players that use your CDN entries get an error until the next month, or until you raise the budget.",
      stopsPlayback: "Stop videos and lives at the limit",
      stopsPlaybackHint:
        "Viewers cannot start a video or a live until the next month, or until you raise the budget. A message tells them that playback is paused. Current viewers are not interrupted.",
      measuredHint:
        "CDN entries, videos and lives stop when the cost of the data sent by our servers reaches the budget. Data from peers, reported by players, is billed but does not count towards this limit.",
      spent: "{{spent}} of {{limit}} used this month.",
      spentMeasured:
        "{{spent}} of {{limit}} used this month, of which {{measured}} for data from our servers.",
      stopped: "The budget is used up. You cannot create videos, lives or CDN entries until the next month.",
      stoppedCdn: "The budget is used up. CDN entries are not served until the next month.",
      stoppedPlayback: "The budget is used up. Viewers cannot start videos or lives until the next month.",
      save: "Save budget",
      saved: "Budget saved",
      failed: "The budget could not be saved",
    },
    allDays: "Show all {{total}} days",
    allMonths: "Show all {{total}} months",
    allInvoices: "Show all {{total}} invoices",
    showFewer: "Show fewer",
    byDay: "Day by day",
    byDayHint:
      "Data that viewers received from servers and from peers; both count. Days and months are in UTC. 1 TB is 1,000,000,000,000 bytes.",
    day: "Day",
    save: "Export days as CSV",
    saveRows: "Export billed rows as CSV",
    history: "Previous months",
    trial_one: "The forecast made on the 15th of the previous month was {{percent}} off.",
    trial_other:
      "In the previous {{count}} months, the forecasts made on the 15th were {{percent}} off on average.",
    historyHint: "The previous 12 months, each calculated with the plan in effect on its first day.",
  },
};
