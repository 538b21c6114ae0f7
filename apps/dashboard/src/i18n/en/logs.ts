export const texts = {
  logs: {},
};
