export const texts = {
  date: {
    format: "dd/mm/yyyy",
    pick: "Open calendar",
    fault: "Enter a day as dd/mm/yyyy.",
  },
  calendar: {
    previous: "Previous month",
    next: "Next month",
    time: "Time",
    hours: "Hours",
    minutes: "Minutes",
  },
  dateTime: {
    label: "Date and time",
    format: "dd/mm/yyyy hh:mm",
    hint: "dd/mm/yyyy hh:mm, in your time zone ({{zone}}).",
    fault: "Enter a date as dd/mm/yyyy hh:mm.",
    skipped: "This time does not exist, because the clocks go forward. Enter another time.",
  },
};
