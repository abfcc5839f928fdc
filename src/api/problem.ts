/** The error codes of the flow API: the page and the command line read them, so this file imports nothing. */

/** Codes of the flow API, from the service document and the public error dictionary. */
export const problemCodes = {
  badRequest: 20001,
  unauthenticated: 20003,
  wrongMethod: 20004,
  forbidden: 20403,
  notFound: 20404,
  conflict: 20409,
  tooLarge: 20413,
  tooComplex: 20422,
  tooManyRequests: 20429,
  internal: 20500,
  unavailable: 20503,
  badRevision: 81021,
  invalidDefinition: 81022,
} as const;
