/** Slack takes addresses of up to 3,000 characters, and refuses the whole message for one that is none. */
export const isImageUrl = (image: string): boolean =>
  /^https?:\/\//.test(image) && image.length <= 3000 && URL.canParse(image);
