/** The settings, read from the environment once; nothing else reads it. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ipaddr from 'ipaddr.js';
import { isSid } from '#api/sid.ts';

export type LogLevel = (typeof logLevels)[number];

export type Role = (typeof roles)[number];

/** Where backups are kept: a folder, or what is below `prefix` in a bucket of an object store. */
export type BackupPlace =
  | { kind: 'folder'; folder: string }
  | {
      kind: 'bucket';
      origin: string;
      bucket: string;
      prefix: string;
      region: string;
      keyId: string;
      secret: string;
    };

/** What makes speech for the page: the one that is there, one of them by name, or none. */
export type SpeechChoice = (typeof speechChoices)[number];

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
  /** The same PostgreSQL past a pooler that gives a connection to each transaction; null where there is none. */
  databaseNotifyUrl: string | null;
  /** A read replica of it, for lists, statistics and executions; null where there is none. */
  databaseReadUrl: string | null;
  /** Whether a process on a Citus cluster connects to its other nodes as well. */
  databaseNodes: 'coordinator' | 'direct';
  /** How many connections a process opens to PostgreSQL. */
  databasePool: number;
  /** How many jobs, and how many timers, this process runs at once. */
  workerJobs: number;
  workerTimers: number;
  /** What this process does: serve HTTP, run jobs and timers, or both. */
  role: Role;
  /** The key that secrets in the database are encrypted with; null for a key file in the data folder. */
  secretKey: string | null;
  /** The key before it, which decrypts until all secrets are encrypted with the new one; null where that is over. */
  previousSecretKey: string | null;
  /** Whether what contacts said is encrypted in the database. */
  encryptContactData: boolean;
  /** Where `patchbay backup` puts its files when no place is named; null where that is not set. */
  backupTarget: BackupPlace | null;
  /** The key that backups are encrypted with; null where they are not. */
  backupKey: string | null;
  /** The account for automation; null when one is created at the first start. */
  account: { sid: string; token: string } | null;
  /**
   * Host names for inbound email that need no proof, in lower case; `*.` at the beginning stands for any names below the
   * rest.
   */
  inboundHosts: readonly string[];
  /**
   * The SMTP server; `port` is null where it is off, `isExplicit` false where it is the default, which another program
   * may use. `tls` names the files of certificate and key.
   */
  smtp: { host: string; port: number | null; isExplicit: boolean; tls: { cert: string; key: string } | null };
  /** The SMTP relay for sent email; null keeps it in the built-in mailbox. */
  smtpRelay: {
    host: string;
    port: number;
    secure: boolean;
    auth: { user: string; pass: string } | null;
    /** Sends user and password also where the relay offers no TLS. */
    allowsInsecureAuth: boolean;
  } | null;
  /** Delivers to the mail exchangers of recipients; only without a relay. */
  deliversDirectly: boolean;
  /** Emails at once, and emails a minute, to one recipient domain, of each process; 0 for no limit. */
  domainLimits: { connections: number; perMinute: number };
  /** The SPF mechanisms of whatever delivers sent email; null where they follow from the relay. */
  sendingSpf: readonly string[] | null;
  /** Whom invitations and password links are from; null where they are not sent, but shown to who makes them. */
  mailFrom: string | null;
  /** The key of the email service for automation; null when keys are created on the page only. */
  apiKey: string | null;
  /** The host name of the EU region of the email service; null where only the path prefix `/eu` is. */
  euHost: string | null;
  /** Rate limit per minute of an endpoint of the email service that has none of its own. */
  emailRateLimit: number;
  /** Recipients to whom each account may send email in a calendar month of UTC; null for no limit. */
  emailMonthlyLimit: number | null;
  /** Hosts (whole names), addresses and CIDR ranges that may be reached although they are private. */
  outboundAllow: readonly string[];
  /**
   * Speech for calls that are tried on the page. Synthesizers are looked for in the folders of `path`; `voices` is the folder
   * of Piper's models, `url` and `token` those of a voice service.
   */
  speech: {
    engine: SpeechChoice;
    path: string;
    voices: string | null;
    url: string | null;
    token: string | null;
  };
  /** For how many hours live streams and sinks can resume. */
  liveKeepHours: number;
  /** The interval of heartbeats in an idle live stream. */
  liveHeartbeatSeconds: number;
  /** How often what alerts are about is looked at. */
  alertSeconds: number;
  /** IANA name of the zone in which the templates of flows read and write dates. */
  timeZone: string;
  logLevel: LogLevel;
  /** For how long the content of a received email is kept once it was posted, and of how much of them; 0 hours for not at all. */
  keptEmail: { hours: number; megabytes: number };
  /** How long personal data is kept after an execution began, in milliseconds; accounts may have it shorter. */
  retentionMs: number;
  /** How long what remains of an execution is kept after it began, in milliseconds; null until it is deleted. */
  keepExecutionsMs: number | null;
  /** Rate limits: executions that an account may start per second, by REST and by inbound messages; 0 for no limit. */
  startLimits: { rest: number; inbound: number };
  /** Subaccounts that an account may create; 0 for no limit. */
  subaccountLimit: number;
  /** Wrong credentials that a client address may send in a minute; 0 for no limit. */
  wrongCredentialsLimit: number;
  /** The binary logarithm of N, the cost of scrypt for passwords (RFC 7914). */
  passwordCost: number;
  /** Open HTTP connections of each process; 0 for no limit. */
  connectionLimit: number;
  /** Addresses and CIDR ranges of reverse proxies whose X-Forwarded-For names the client. */
  trustedProxies: readonly string[];
  /** Rate limit: messages and new calls per second from one address, in each process; 0 for no limit. */
  addressLimit: number;
  /** Bearer token for the metrics; null for this machine only. */
  metricsToken: string | null;
  /** Lower-case name of the header with the request id of a reverse proxy; null to generate ids here. */
  requestIdHeader: string | null;
  /** The URL of the proxy of `npm run dev`, which also serves the page; null where there is none. */
  devUrl: string | null;
};

const roles = ['all', 'api', 'worker'] as const;
const speechChoices = ['auto', 'espeak-ng', 'piper', 'service', 'off'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/** The settings are invalid; the message lists every reason, one a line. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one setting after the other; what is wrong with them is added to `faults`. */
function settingsIn(environment: Environment, faults: string[]) {
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, want: string): T => {
    const text = environment[name]?.trim();
    if (text === undefined || text === '') return fallback;
    const value = parse(text);
    if (value === undefined)
      faults.push(`${name} must be ${want}, not "${secrets.includes(name) ? '…' : text}".`);
    return value === undefined ? fallback : value;
  };
  return {
    read,
    has: (name: string) => (environment[name] ?? '').trim() !== '',
    /** Null where it is not set. */
    optional: <T>(name: string, parse: (text: string) => T | undefined, want: string) =>
      read<T | null>(name, null, parse, want),
    oneOf: <T extends string>(name: string, fallback: T, choices: readonly T[]) =>
      read(
        name,
        fallback,
        (text) => choices.find((choice) => choice === text.toLowerCase()),
        `one of ${choices.join(', ')}`,
      ),
    isOn: (name: string) => read(name, false, parseSwitch, '1 or 0'),
    number: <F extends number | null>(
      name: string,
      fallback: F,
      [least, most]: readonly [number, number],
      unit = '',
    ) =>
      read<number | F>(name, fallback, numberWithin(least, most), `a number${unit} from ${least} to ${most}`),
  };
}

/**
 * Reads the settings of `variables`; empty values count as not set. What is a secret may stand in a file instead, which the
 * name with `_FILE` gives.
 *
 * @throws ConfigError that lists every invalid setting
 */
export function readConfig(variables: Environment, devUrl: string | null = null): Config {
  const faults: string[] = [];
  const environment = withSecretFiles(variables, faults);
  const settings = settingsIn(environment, faults);
  const { read, has, optional, oneOf, isOn, number } = settings;
  const sid = optional('PATCHBAY_ACCOUNT_SID', parseAccountSid, 'AC followed by 32 hexadecimal digits');
  const token = optional('PATCHBAY_AUTH_TOKEN', parseSecret, secretForm);
  const databaseUrl = optional('DATABASE_URL', parseDatabaseUrl, 'a postgres:// URL');
  const databasePool = number('DATABASE_POOL', 10, [2, 500]);
  const workers = defaultWorkers(databaseUrl === null ? null : databasePool);
  const config: Config = {
    host: read('HOST', '127.0.0.1', parseHost, 'a host name or an address'),
    port: number('PORT', 4000, ports),
    publicUrl: optional('PUBLIC_URL', parsePublicUrl, 'an http or https URL without a query'),
    dataDir: resolve(read('DATA_DIR', './data', asItIs, 'a folder')),
    databaseUrl,
    databaseNotifyUrl: optional('DATABASE_NOTIFY_URL', parseDatabaseUrl, 'a postgres:// URL'),
    databaseReadUrl: optional('DATABASE_READ_URL', parseDatabaseUrl, 'a postgres:// URL'),
    databaseNodes: oneOf('DATABASE_NODES', 'coordinator', ['coordinator', 'direct']),
    databasePool,
    workerJobs: number('WORKER_JOBS', workers.jobs, [1, 10_000]),
    workerTimers: number('WORKER_TIMERS', workers.timers, [1, 500]),
    role: oneOf('ROLE', 'all', roles),
    secretKey: optional('SECRET_KEY', parseSecret, secretForm),
    previousSecretKey: optional('SECRET_KEY_PREVIOUS', parseSecret, secretForm),
    encryptContactData: isOn('ENCRYPT_CONTACT_DATA'),
    backupTarget: optional('BACKUP_TARGET', parseBackupPlace, backupPlaceForm),
    backupKey: optional('BACKUP_KEY', parseSecret, secretForm),
    account: sid === null || token === null ? null : { sid, token },
    ...emailSettings(settings),
    outboundAllow: read(
      'OUTBOUND_ALLOW',
      [],
      parseAllowed,
      'a comma list of whole host names, addresses and CIDR ranges',
    ),
    speech: {
      engine: oneOf('SPEECH_ENGINE', 'auto', speechChoices),
      path: read('SPEECH_PATH', '/usr/local/bin:/usr/bin:/bin', asItIs, 'folders'),
      voices: optional('SPEECH_VOICES', (text) => resolve(text), 'a folder'),
      url: optional('SPEECH_URL', parseHttpUrl, 'an http or https URL'),
      token: optional('SPEECH_TOKEN', asItIs, 'a token'),
    },
    liveKeepHours: number('LIVE_KEEP', 24, [1, 720], ' of hours'),
    liveHeartbeatSeconds: number('LIVE_HEARTBEAT', 15, [1, 300], ' of seconds'),
    alertSeconds: number('ALERT_INTERVAL', 60, [1, 3_600], ' of seconds'),
    timeZone: read('TIME_ZONE', 'UTC', parseTimeZone, 'the IANA name of a time zone, such as Europe/Paris'),
    logLevel: oneOf('LOG_LEVEL', 'info', logLevels),
    retentionMs: read('RETENTION_DAYS', 30 * dayMs, parseDays, days),
    keepExecutionsMs: optional('KEEP_EXECUTIONS_DAYS', parseDays, days),
    startLimits: {
      rest: number('START_LIMIT_REST', 20, [0, million]),
      inbound: number('START_LIMIT_INBOUND', 100, [0, million]),
    },
    subaccountLimit: number('SUBACCOUNT_LIMIT', 1000, [0, million]),
    wrongCredentialsLimit: number('WRONG_CREDENTIALS_LIMIT', 20, [0, million]),
    passwordCost: number('PASSWORD_COST', 15, [14, 20]),
    connectionLimit: number('CONNECTION_LIMIT', 4000, [0, million]),
    trustedProxies: read('TRUSTED_PROXIES', [], parseProxies, 'a comma list of addresses and CIDR ranges'),
    addressLimit: number('INBOUND_LIMIT_ADDRESS', 10, [0, million]),
    metricsToken: optional('METRICS_TOKEN', parseSecret, secretForm),
    requestIdHeader: optional('REQUEST_ID_HEADER', parseHeaderName, 'the name of a header'),
    devUrl,
  };
  faults.push(...contradictions(config, has));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

/** The settings of the email service, and of how email comes and goes. */
function emailSettings({ read, has, optional, isOn, number }: ReturnType<typeof settingsIn>) {
  const cert = optional('SMTP_TLS_CERT', (text) => resolve(text), 'a file');
  const key = optional('SMTP_TLS_KEY', (text) => resolve(text), 'a file');
  const allowsInsecureAuth = isOn('SMTP_RELAY_INSECURE');
  const deliversDirectly = read('SMTP_DELIVERY', false, parseDelivery, 'relay or direct');
  return {
    inboundHosts: read('INBOUND_HOSTS', [], parseHostPatterns, 'a comma list of host names and *.suffixes'),
    smtp: {
      host: read('SMTP_HOST', '127.0.0.1', parseHost, 'a host name or an address'),
      port: read<number | null>('SMTP_PORT', 2525, parseSmtpPort, 'a number from 0 to 65535, or off'),
      isExplicit: has('SMTP_PORT'),
      tls: cert === null || key === null ? null : { cert, key },
    },
    smtpRelay: optional(
      'SMTP_RELAY_URL',
      (text) => parseRelay(text, allowsInsecureAuth),
      'smtp:// or smtps:// with a host, and a user and password where the relay wants them',
    ),
    deliversDirectly,
    domainLimits: {
      connections: number('SMTP_DOMAIN_CONNECTIONS', deliversDirectly ? 10 : 0, [0, 1_000]),
      perMinute: number('SMTP_DOMAIN_RATE', 0, [0, million]),
    },
    sendingSpf: optional(
      'SENDING_SPF',
      parseSpfMechanisms,
      'SPF mechanisms such as include:_spf.example.com or ip4:192.0.2.1, separated by spaces',
    ),
    mailFrom: optional('MAIL_FROM', parseAddress, 'an email address'),
    apiKey: optional('PATCHBAY_API_KEY', parseKey, 'a string of at least 16 characters without spaces'),
    euHost: optional('EU_HOST', (text) => parseHost(text)?.toLowerCase(), 'a host name'),
    emailRateLimit: number('EMAIL_RATE_LIMIT', 600, [1, million]),
    emailMonthlyLimit: number('EMAIL_MONTHLY_LIMIT', null, [0, 1_000_000_000]),
    keptEmail: {
      hours: number('RECEIVED_EMAIL_HOURS', 72, [0, 8_760], ' of hours'),
      megabytes: number('RECEIVED_EMAIL_MB', 512, [1, million]),
    },
  } satisfies Partial<Config>;
}

/** What is wrong with settings that are each right. */
function contradictions(config: Config, has: (name: string) => boolean): string[] {
  const { databaseUrl, publicUrl, smtpRelay, deliversDirectly } = config;
  const together = [
    ['PATCHBAY_ACCOUNT_SID', 'PATCHBAY_AUTH_TOKEN'],
    ['SMTP_TLS_CERT', 'SMTP_TLS_KEY'],
  ] as const;
  const onDatabase = {
    DATABASE_NOTIFY_URL: config.databaseNotifyUrl,
    DATABASE_READ_URL: config.databaseReadUrl,
  };
  const leaves = smtpRelay !== null || deliversDirectly;
  const faults: [boolean, string][] = [
    ...together.map(([one, other]): [boolean, string] => [
      has(one) !== has(other),
      `${one} and ${other} must be set together.`,
    ]),
    [
      config.secretKey !== null && config.secretKey === config.previousSecretKey,
      'SECRET_KEY_PREVIOUS must be the key before SECRET_KEY, not the same.',
    ],
    [
      config.speech.engine === 'service' && config.speech.url === null,
      'SPEECH_ENGINE can only be service together with SPEECH_URL.',
    ],
    [
      config.keepExecutionsMs !== null && config.keepExecutionsMs < config.retentionMs,
      'KEEP_EXECUTIONS_DAYS must not be less than RETENTION_DAYS.',
    ],
    [
      config.mailFrom !== null && (!leaves || publicUrl === null),
      'MAIL_FROM must be set together with SMTP_RELAY_URL (or SMTP_DELIVERY=direct) and PUBLIC_URL.',
    ],
    [deliversDirectly && smtpRelay !== null, 'SMTP_DELIVERY can only be direct without SMTP_RELAY_URL.'],
    ...Object.entries(onDatabase).map(([name, url]): [boolean, string] => [
      url !== null && databaseUrl === null,
      `${name} must be set together with DATABASE_URL.`,
    ]),
    [
      config.databaseNodes === 'direct' && databaseUrl === null,
      'DATABASE_NODES can only be direct together with DATABASE_URL.',
    ],
    [
      config.role !== 'all' && databaseUrl === null,
      'ROLE can only be all without DATABASE_URL: one process has the embedded database for itself.',
    ],
  ];
  return faults.flatMap(([isWrong, fault]) => (isWrong ? [fault] : []));
}

/** The settings of this process. */
export function environmentConfig(devUrl: string | null = null): Config {
  return readConfig(process.env, devUrl);
}

/**
 * Jobs wait for the network most of the time, so several share a connection; each timer has one for its transaction, and
 * leaves half of the pool to requests. On the embedded file (null) there are as many timers as one group commit holds.
 */
function defaultWorkers(pool: number | null): { jobs: number; timers: number } {
  return pool === null ? { jobs: 128, timers: 64 } : { jobs: 12 * pool, timers: Math.floor(pool / 2) };
}

/** Settings that are, or hold, a secret. */
const secrets: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_NOTIFY_URL',
  'DATABASE_READ_URL',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'BACKUP_TARGET',
  'BACKUP_KEY',
  'PATCHBAY_AUTH_TOKEN',
  'PATCHBAY_API_KEY',
  'SMTP_RELAY_URL',
  'METRICS_TOKEN',
  'SPEECH_TOKEN',
];

/** Larger files are no secrets: a mistaken path is not read whole. */
const maxSecretFile = 64 * 1024;

/**
 * That of a worker thread: without what NODE_OPTIONS loads into the process, such as an SDK for telemetry, for which the threads'
 * limits of memory have no room.
 */
export const threadEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, NODE_OPTIONS: '' });

/** The environment with the content of the files that `…_FILE` names, as containers and service managers give secrets. */
function withSecretFiles(variables: Environment, faults: string[]): Environment {
  const contents: Record<string, string> = {};
  for (const name of secrets) {
    const path = variables[`${name}_FILE`]?.trim() ?? '';
    if (path === '') continue;
    if ((variables[name] ?? '').trim() !== '')
      faults.push(`${name} and ${name}_FILE must not be set together.`);
    try {
      const content = readFileSync(path, 'utf8');
      if (content.trim() === '' || content.length > maxSecretFile)
        faults.push(`The file that ${name}_FILE names must hold one line.`);
      else contents[name] = content;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      faults.push(`${name}_FILE must be a file that can be read, not "${path}" (${code}).`);
    }
  }
  return { ...variables, ...contents };
}

const asItIs = (text: string): string => text;

const dayMs = 86_400_000;
const days = 'a number of days above 0, up to 36500';

function parseDays(text: string): number | undefined {
  const value = Number(text);
  return /^\d*\.?\d+$/.test(text) && value > 0 && value <= 36_500 ? Math.ceil(value * dayMs) : undefined;
}

function parseHeaderName(text: string): string | undefined {
  return /^[\w-]{1,64}$/.test(text) ? text.toLowerCase() : undefined;
}

function parseHttpUrl(text: string): string | undefined {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) ? text : undefined;
}

const secretForm = 'a string of at least 16 characters';

/** Too many to be guessed, where they are random. */
function parseSecret(text: string): string | undefined {
  return text.length >= 16 ? text : undefined;
}

function parseKey(text: string): string | undefined {
  return /^[\x21-\x7e]{16,}$/.test(text) ? text : undefined;
}

function parseAddress(text: string): string | undefined {
  return /^[^\s@<>"]+@[^\s@<>"]+$/.test(text) && text.length <= 254 ? text : undefined;
}

function parseAccountSid(text: string): string | undefined {
  return isSid('AC', text) ? text : undefined;
}

function parseHost(text: string): string | undefined {
  return /^[\w.:-]+$/.test(text) ? text : undefined;
}

const ports = [0, 65_535] as const;
const million = 1_000_000;

function numberWithin(least: number, most: number) {
  return (text: string): number | undefined => {
    const number = Number(text);
    return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
  };
}

function parseSmtpPort(text: string): number | null | undefined {
  return text.toLowerCase() === 'off' ? null : numberWithin(...ports)(text);
}

function parseSwitch(text: string): boolean | undefined {
  return text === '1' ? true : text === '0' ? false : undefined;
}

function parseDelivery(text: string): boolean | undefined {
  return text === 'direct' ? true : text === 'relay' ? false : undefined;
}

function parseRelay(text: string, allowsInsecureAuth: boolean): Config['smtpRelay'] | undefined {
  const url = URL.parse(text);
  if (url === null || !['smtp:', 'smtps:'].includes(url.protocol) || url.hostname === '') return undefined;
  const secure = url.protocol === 'smtps:';
  const port = url.port === '' ? (secure ? 465 : 587) : Number(url.port);
  const [user, pass] = [url.username, url.password].map(decodeOrUndefined);
  if (user === undefined || pass === undefined || port === 0) return undefined;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port,
    secure,
    auth: user === '' ? null : { user, pass },
    allowsInsecureAuth,
  };
}

export const backupPlaceForm =
  'a folder, or s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=REGION (s3+http:// without TLS)';

const bucketSchemes: Readonly<Record<string, string>> = { 's3:': 'https', 's3+http:': 'http' };

/** A text without a scheme is a folder. */
export function parseBackupPlace(text: string): BackupPlace | undefined {
  if (!/^[\w+.-]+:\/\//.test(text)) return { kind: 'folder', folder: resolve(text) };
  const url = URL.parse(text);
  const scheme = bucketSchemes[url?.protocol ?? ''];
  if (url === null || scheme === undefined || url.host === '' || url.hash !== '') return undefined;
  const [keyId, secret, path] = [url.username, url.password, url.pathname].map(decodeOrUndefined);
  const [bucket, ...folders] = path?.split('/').filter((each) => each !== '') ?? [];
  if (bucket === undefined || !keyId || !secret) return undefined;
  const prefix = folders.map((each) => `${each}/`).join('');
  const region = url.searchParams.get('region') ?? 'us-east-1';
  return { kind: 'bucket', origin: `${scheme}://${url.host}`, bucket, prefix, region, keyId, secret };
}

const spfMechanism =
  /^((a|mx)(:[\w.-]+)?(\/\d{1,3})?|(include|exists):[\w.%{}-]+|ip4:[\d.]+(\/\d{1,2})?|ip6:[\da-f:.]+(\/\d{1,3})?)$/i;

function parseSpfMechanisms(text: string): string[] | undefined {
  const mechanisms = text.trim().split(/\s+/);
  return mechanisms.length <= 10 && mechanisms.every((each) => spfMechanism.test(each))
    ? mechanisms
    : undefined;
}

function decodeOrUndefined(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
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

/** The parts between commas, in lower case, where each of them is as it should be. */
const listOf = (isRight: (part: string) => boolean) => (text: string) => {
  const parts = text.split(',').map((each) => each.trim().toLowerCase());
  const given = parts.filter((each) => each !== '');
  return given.every(isRight) ? given : undefined;
};

const parseAllowed = listOf(isAllowedEntry);
const parseProxies = listOf((each) => ipaddr.isValid(each) || ipaddr.isValidCIDR(each));
const parseHostPatterns = listOf((each) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(each));

function isAllowedEntry(entry: string): boolean {
  if (entry.includes('/')) return ipaddr.isValidCIDR(entry);
  return ipaddr.isValid(entry) || /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_-]+)*$/.test(entry);
}

function parseTimeZone(text: string): string | undefined {
  // Offsets such as +02:00 are no zones: they know no summer time.
  if (!/^[A-Za-z]/.test(text)) return undefined;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
