/** Characters of a test's file. */
export const maxTestLength = 256 * 1024;
