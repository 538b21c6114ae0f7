/** Formats a date as users type it, dd/mm/yyyy hh:mm, in the time zone of the tests. */
export const formatTypedDate = (date: Date) => {
  const pad = (value: number) => String(value).padStart(2, "0");
  const day = `${pad(date.getDate())}/${pad(date.getMonth() + 1)}/${date.getFullYear()}`;
  return `${day} ${pad(date.getHours())}:${pad(date.getMinutes())}`;
};
