/** The picture of who is signed in, and how the page looks to them. */

export const ownPage = {
  picture: 'Picture',
  pictureText: 'Others see it next to your name. The page makes a small square of what you choose.',
  choose: 'Choose a picture…',
  replace: 'Choose another one…',
  remove: 'Remove picture',
  set: 'Picture saved.',
  removed: 'Picture removed.',
  unreadable: 'This file is no picture that the browser can show. Choose a PNG, JPEG or WebP file.',
  appearance: 'Appearance and language',
  appearanceText: 'Kept in this browser.',
} as const;
