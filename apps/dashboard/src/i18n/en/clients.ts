export const texts = {
  clients: {},
};
