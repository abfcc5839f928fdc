/** What of a message is parsed. Every parser of email has its bounds from here, and works in time that grows with the length alone. */

export const mimeLimits = {
  /** Levels of parts in each other. */
  depth: 64,
  parts: 10_000,
  /** Bytes and fields of all header sections together. */
  headerBytes: 1024 * 1024,
  headerFields: 20_000,
  /** Characters of one field that are read as addresses, parameters or encoded words: what is behind them is left out. */
  fieldLength: 128 * 1024,
  /** Of one field; further ones are not read. */
  parameters: 1_000,
  attachments: 1_000,
  /** Of each part of a report, in whose headers stands what is looked for. */
  reportPartBytes: 256 * 1024,
  /** Our messages have one recipient each; a list on the way may have made more of it. */
  reportRecipients: 100,
} as const;

/** What may still be read of headers; each section takes its part. */
export type HeaderAllowance = { bytes: number; fields: number };

export const headerAllowance = (bytes: number = mimeLimits.headerBytes): HeaderAllowance => ({
  bytes,
  fields: mimeLimits.headerFields,
});
