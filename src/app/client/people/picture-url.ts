/** The address of a picture; every page has it, so it stands apart from what sets pictures. */

/** It is cached: another picture has another version. */
export const pictureUrl = (person: string, version: string) =>
  `/v1/Members/${person}/Picture?Version=${version}`;
