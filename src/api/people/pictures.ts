/** What a picture of a person is: a small square PNG. The page scales what is chosen; a program sends it like that. */

/** Of the file. */
export const maxPictureBytes = 64 * 1024;

/** Of the file as base64. */
export const maxPictureText = Math.ceil(maxPictureBytes / 3) * 4;

/** Its sides, in pixels. */
export const maxPictureSide = 256;
