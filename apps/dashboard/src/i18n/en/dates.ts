export const texts = {
  date: {
    format: "dd/mm/yyyy",
    pick: "Open the calendar",
    fault: "Write a day as dd/mm/yyyy.",
  },
  dateTime: {
    label: "Date and time",
    format: "dd/mm/yyyy hh:mm",
    hint: "dd/mm/yyyy hh:mm, in your time zone ({{zone}}).",
    pick: "Open the calendar",
    fault: "Write a date as dd/mm/yyyy hh:mm.",
  },
};
