export const texts = {
  proof: {
    title: "Proof mode",
    intro:
      "A small share of your viewers plays without peers, all their segments come from the servers. Both groups stand side by side, with how sure each figure is. Viewers of the small group see nothing of it, but may wait longer. Lives without delay are outside.",
    back: "Back to analytics",
    month: "Month",
    saveFailed: "The file could not be saved.",
    state: {
      off: "Proof mode is off: all viewers exchange with peers.",
      gathering: "Gathering since {{at}}: {{sessions}} of {{needed}} sessions in the smaller group.",
      running: "Running since {{at}}: {{sessions}} sessions in the smaller group.",
      stopped: "Proof mode stopped on {{at}}",
    },
    stop: {
      rebuffering:
        "Viewers without peers waited at least {{value}} s/h longer than the others, which is sure by 95%. All exchange with peers again. Switch it on below to begin anew.",
      traffic:
        "Viewers without peers took {{value}} GB from the servers this month, more than the limit. All exchange with peers again. Switch it on below to begin anew.",
    },
    none: {
      title: "No sessions of proof mode in this month",
      text: "Once it is on, sessions of both groups are counted within about a minute.",
    },
    figures: "With and without peers",
    figuresHint:
      "Dots are what was measured; lines are intervals of 95%, by drawing viewers again a thousand times. A difference is with peers less without.",
    figure: "Figure",
    with: "With peers",
    without: "Without peers",
    difference: "Difference",
    range: "95%: {{low}} to {{high}}",
    sizes: {
      sessions: "Sessions",
      viewers: "Viewers",
      hours: "Hours watched",
      median: "Start-up, median",
    },
    metrics: {
      rebuffering: "Rebuffering",
      offload: "Offload",
      startup: "Start-up, mean",
      bitrate: "Bitrate",
    },
    verdict: {
      tooFew: "{{metric}}: not enough data yet to tell.",
      noDifference: "{{metric}}: no difference can be seen.",
      lower: "{{metric}}: peers lower it by {{by}} (95%: {{low}} to {{high}}).",
      higher: "{{metric}}: peers raise it by {{by}} (95%: {{low}} to {{high}}).",
    },
    settings: {
      title: "Settings",
      text: "It stops by itself when, after 200 sessions in each group, viewers without peers surely wait more than 5 s/h longer, or when they take more from the servers than the limit.",
      agreed: "We agree that a share of our viewers plays without peers",
      agreedBy: "Agreed by {{by}} on {{at}}.",
      isOn: "Proof mode is on",
      share: "Share of viewers without peers",
      shareHint: "{{min}} to {{max}}%. Another share begins a new run.",
      limit: "Server traffic of viewers without peers, at most, each month",
      limitHint: "Empty for no limit.",
      gb: "GB",
      save: "Save",
      saved: "Proof mode is saved.",
      failed: "The settings could not be saved",
      ...{ yes: "Yes", no: "No" },
    },
  },
};
