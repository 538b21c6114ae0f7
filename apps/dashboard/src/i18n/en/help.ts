export const texts = {
  help: {},
};
