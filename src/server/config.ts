/** The settings, read from the environment once; nothing else reads it. */

import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { isSid } from '#api/sid.ts';

export type LogLevel = (typeof logLevels)[number];

export type Config = {
  host: string;
  /** 0 takes any free port. */
  port: number;
  /** Without a slash at the end; null when not set. */
  publicUrl: string | null;
  /** Absolute path of the folder that holds the embedded database. */
  dataDir: string;
  /** PostgreSQL; null for the embedded database. */
  databaseUrl: string | null;
  /** What secrets in the database are sealed with; null for a key file in the data folder. */
  secretKey: string | null;
  /** The account for automation; null when one is made at the first start. */
  account: { sid: string; token: string } | null;
  /** Hosts (whole names), addresses and CIDR ranges that may be reached although they are private. */
  outboundAllow: readonly string[];
  logLevel: LogLevel;
  /** How long personal data is kept after an execution began, in milliseconds; accounts may have it shorter. */
  retentionMs: number;
  /** How long what remains of an execution is kept after it began, in milliseconds; null until it is deleted. */
  keepExecutionsMs: number | null;
  /** Who bears it may read the metrics; null for this machine only. */
  metricsToken: string | null;
  /** Lower-case name of the header in which a proxy in front hands on its request id; null to make ids here. */
  requestIdHeader: string | null;
  /** Serves the page from its sources. */
  dev: boolean;
};

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings cannot be used; the message lists every reason, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the settings of `environment`; empty values count as not set.
 *
 * @throws ConfigError naming everything that is wrong
 */
export function readConfig(environment: Readonly<Record<string, string | undefined>>, dev = false): Config {
  const faults: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, want: string): T => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value === undefined) faults.push(`${name} must be ${want}, not "${hidden(name) ? '…' : text}".`);
    return value ?? fallback;
  };
  const sid = read('PATCHBAY_ACCOUNT_SID', null, parseAccountSid, 'AC followed by 32 hexadecimal digits');
  const token = read<string | null>('PATCHBAY_AUTH_TOKEN', null, (text) => text, 'a text');
  const has = (name: string) => (environment[name] ?? '').trim() !== '';
  if (has('PATCHBAY_ACCOUNT_SID') !== has('PATCHBAY_AUTH_TOKEN')) {
    faults.push('PATCHBAY_ACCOUNT_SID and PATCHBAY_AUTH_TOKEN must be set together.');
  }
  const config: Config = {
    host: read('HOST', '127.0.0.1', parseHost, 'a host name or an address'),
    port: read('PORT', 4000, parsePort, 'a number from 0 to 65535'),
    publicUrl: read<string | null>(
      'PUBLIC_URL',
      null,
      parsePublicUrl,
      'an http or https URL without a query',
    ),
    dataDir: resolve(read('DATA_DIR', './data', (text) => text, 'a folder')),
    databaseUrl: read<string | null>('DATABASE_URL', null, parseDatabaseUrl, 'a postgres:// URL'),
    secretKey: read<string | null>('SECRET_KEY', null, parseSecret, 'a text of at least 16 letters'),
    account: sid === null || token === null ? null : { sid, token },
    outboundAllow: read(
      'OUTBOUND_ALLOW',
      [],
      parseAllowed,
      'a comma list of whole host names, addresses and CIDR ranges',
    ),
    logLevel: read<LogLevel>('LOG_LEVEL', 'info', parseLogLevel, `one of ${logLevels.join(', ')}`),
    retentionMs: read('RETENTION_DAYS', 30 * dayMs, parseDays, days),
    keepExecutionsMs: read<number | null>('KEEP_EXECUTIONS_DAYS', null, parseDays, days),
    metricsToken: read<string | null>('METRICS_TOKEN', null, parseSecret, 'a text of at least 16 letters'),
    requestIdHeader: read<string | null>('REQUEST_ID_HEADER', null, parseHeaderName, 'the name of a header'),
    dev: dev || environment.NODE_ENV === 'development',
  };
  if (config.keepExecutionsMs !== null && config.keepExecutionsMs < config.retentionMs) {
    faults.push('KEEP_EXECUTIONS_DAYS must not be less than RETENTION_DAYS.');
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

/** The settings of this process. `dev` serves the page from its sources. */
export function environmentConfig(dev: boolean): Config {
  return readConfig(process.env, dev);
}

/** A database URL holds a password. */
function hidden(name: string): boolean {
  return name === 'DATABASE_URL' || name === 'SECRET_KEY' || name === 'METRICS_TOKEN';
}

const dayMs = 86_400_000;
const days = 'a number of days above 0, up to 36500';

function parseDays(text: string): number | undefined {
  const value = Number(text);
  return /^\d*\.?\d+$/.test(text) && value > 0 && value <= 36_500 ? Math.ceil(value * dayMs) : undefined;
}

function parseHeaderName(text: string): string | undefined {
  return /^[\w-]{1,64}$/.test(text) ? text.toLowerCase() : undefined;
}

function parseSecret(text: string): string | undefined {
  return text.length >= 16 ? text : undefined;
}

function parseAccountSid(text: string): string | undefined {
  return isSid('AC', text) ? text : undefined;
}

function parseHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined;
}

function parsePort(text: string): number | undefined {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65_535 ? port : undefined;
}

function parsePublicUrl(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined;
  if (url.search !== '' || url.hash !== '' || url.username !== '') return undefined;
  return url.href.replace(/\/+$/, '');
}

function parseDatabaseUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) ? text : undefined;
}

function parseAllowed(text: string): string[] | undefined {
  const entries = text.split(',').map((each) => each.trim().toLowerCase());
  const given = entries.filter((each) => each !== '');
  return given.every(isAllowedEntry) ? given : undefined;
}

function isAllowedEntry(entry: string): boolean {
  if (entry.includes('/')) return ipaddr.isValidCIDR(entry);
  return ipaddr.isValid(entry) || /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_-]+)*$/.test(entry);
}

function parseLogLevel(text: string): LogLevel | undefined {
  return logLevels.find((level) => level === text.toLowerCase());
}
