export const texts = {
  users: {},
};
