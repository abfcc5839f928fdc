/** SIDs: two letters that name the kind, then 32 hexadecimal digits. */

/**
 * AC account, US user, FW flow, FN execution, FT step, FC contact by the service document; the rest are
 * the usual prefixes of carriers: SM message, CA call, WT task, PN address, DG sink, CR carrier, RQ request, CH chat
 * channel, MB its member, SK API key of an account, ET shared object, RE recording, ED delivery of events, EM email to one recipient,
 * PR publish request, EE ending of executions, EB batch of executions, FE test of a flow,
 * CM comment on a flow, IV invitation of a person to an account, PK passkey, AE event of the audit log, IP identity provider,
 * SR rule of signing in, GR group of people, TR run of a draft that was started to test it, AL alert,
 * ER erasure of a contact.
 */
export const sidPrefixes = [
  'AC',
  'SK',
  'US',
  'FW',
  'FN',
  'FT',
  'FC',
  'SM',
  'CA',
  'WT',
  'PN',
  'DG',
  'CR',
  'RQ',
  'CH',
  'MB',
  'ET',
  'EM',
  'RE',
  'ED',
  'PR',
  'EE',
  'EB',
  'FE',
  'CM',
  'IV',
  'PK',
  'AE',
  'IP',
  'SR',
  'GR',
  'TR',
  'AL',
  'ER',
] as const;

export type SidPrefix = (typeof sidPrefixes)[number];

/** True for a SID of that kind, exactly 34 characters. */
export function isSid(prefix: SidPrefix, value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(prefix) && /^[A-Z]{2}[0-9a-fA-F]{32}$/.test(value);
}
