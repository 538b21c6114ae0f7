export const texts = {
  manage: {
    save: "Save",
    saved: "Saved",
    clearSearch: "Clear the search",
    clearFilters: "Clear search and filters",
    nothingFound: "Nothing matches",
    nothingFoundHint: "Check the spelling, search for a part of it, or clear the filters.",
    actions: "Actions",
    actionsFor: "Actions for {{name}}",
    nothing: "(empty)",
    yes: "Yes",
    no: "No",
    never: "Never",
    none: "None",
    admin: {
      title: "Administration",
      clients: "Clients",
      newClient: "New client",
      users: "Users",
      logs: "Activity log",
    },
    conflict: {
      title: "Somebody else changed this meanwhile",
      text: "The changes below are in the form now. What you typed is still there: save again to put it in force.",
      take: "Take this value",
    },
  },
};
