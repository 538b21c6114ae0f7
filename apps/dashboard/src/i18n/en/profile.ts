export const texts = {
  profile: {},
};
