export const texts = {
  errors: {
    review_link_ended: "This review link has ended, was revoked, or is incomplete.",
    review_password_wrong: "Wrong password.",
    guest_session_ended: "Your access to this review has ended. Open the review link again.",
  },
  guestReview: {
    title: "Review",
    subtitle: "You are invited to review a video.",
    name: "Your name",
    nameHint: "Shown with your comments.",
    nameRequired: "Enter your name",
    email: "Email address",
    emailFault: "Enter an email address such as name@example.com",
    password: "Password",
    passwordRequired: "Enter the password that you received with the link",
    passwordWrong: "Wrong password",
    enter: "Start review",
    closed: "This review link does not work",
    closedHint:
      "The link has ended, was revoked, or is incomplete. Ask the person who sent it for a new link.",
    over: "This review has ended",
    overHint:
      "The link has ended, was revoked, or has changed. Open it again, or ask the person who sent it.",
    again: "Open link again",
    asGuest: "You review as {{name}}",
    version: "Version {{number}}",
    leave: "Leave",
    download: "Download",
    loading: "Loading…",
    noDownloads: "No downloads yet: the video is being prepared.",
    endsAt: "Open until {{date}}",
  },
};
