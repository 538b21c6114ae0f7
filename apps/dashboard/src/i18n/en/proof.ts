export const texts = {
  proof: {
    title: "Proof mode",
    intro:
      "A small control group of viewers plays without peers: all their segments come from servers. Proof mode compares the two groups, with confidence intervals. Viewers in the control group notice nothing, but may buffer more. Lives without delay are excluded.",
    back: "Back to analytics",
    month: "Month",
    saveFailed: "The file could not be saved.",
    state: {
      off: "Proof mode is off: all viewers share with peers.",
      gathering: "Collecting data since {{at}}: {{sessions}} of {{needed}} sessions in the smaller group.",
      running: "Since {{at}}: {{sessions}} sessions in the smaller group.",
      stopped: "Proof mode stopped on {{at}}",
    },
    stop: {
      rebuffering:
        "Viewers without peers buffered at least {{value}} s/h more than the others (95% confidence). All viewers use peers again. To start over, turn proof mode on below.",
      traffic:
        "Viewers without peers exceeded the limit: they received {{value}} GB from servers this month. All viewers use peers again. To start over, turn proof mode on below.",
    },
    none: {
      title: "No proof mode sessions this month",
      text: "Sessions of both groups appear about a minute after you turn proof mode on.",
    },
    figures: "With and without peers",
    figuresHint:
      "Dots are measured values; lines are 95% confidence intervals (1,000 bootstrap resamples of viewers). Difference = with peers minus without.",
    figure: "Metric",
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
      tooFew: "{{metric}}: not enough data yet.",
      noDifference: "{{metric}}: no significant difference.",
      lower: "{{metric}}: {{by}} lower with peers (95%: {{low}} to {{high}}).",
      higher: "{{metric}}: {{by}} higher with peers (95%: {{low}} to {{high}}).",
    },
    settings: {
      title: "Settings",
      text: "Proof mode stops automatically if, after 200 sessions in each group, viewers without peers buffer over 5 s/h more than the others (95% confidence), or if they exceed the server traffic limit.",
      agreed: "We agree that a share of our viewers plays without peers",
      agreedBy: "Agreed by {{by}} on {{at}}.",
      isOn: "Proof mode is on",
      share: "Share of viewers without peers",
      shareHint: "{{min}} to {{max}}%. Changing it starts a new comparison.",
      limit: "Monthly server traffic limit for viewers without peers",
      limitHint: "Leave empty for no limit.",
      gb: "GB",
      save: "Save",
      saved: "Proof mode settings saved",
      failed: "The settings could not be saved",

      yes: "Yes",
      no: "No",
    },
  },
};
