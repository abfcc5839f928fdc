/** The clock and the id source, the only place that reads time and randomness, and the service context built on them. */

import { randomBytes } from 'node:crypto';
import { type DestinationStream, pino } from 'pino';
import type { SidPrefix } from '#api/sid.ts';
import { noteMade, recordingDatabase } from './audit/recording.ts';
import { ChangeNotifier } from './change-notifier.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import { exportLog } from './exported-log.ts';
import { createSecretCipher } from './secrets.ts';
import type { ServiceContext } from './service-context.ts';
import { WorkSignals } from './work-signals.ts';

export type ServiceRuntime = {
  ctx: ServiceContext;
  /** Sets where the server listens; its base URL where PUBLIC_URL is not set. */
  setListeningUrl(address: string): void;
};

/** Epoch milliseconds, now. */
export const systemTime = (): number => Date.now();

/** So many random bytes. */
export const systemRandom = (bytes: number): Buffer => randomBytes(bytes);

/** `now` gives epoch milliseconds; tests pass their own. The log goes to stderr by default. */
export function createServiceRuntime(
  config: Config,
  database: Database,
  now: () => number = systemTime,
  logTo: DestinationStream = pino.destination(2),
): ServiceRuntime {
  const work = new WorkSignals();
  let address = `http://127.0.0.1:${config.port}`;
  const ids = createIds(now);
  const secrets = createSecretCipher(config, randomBytes);
  const ctx: ServiceContext = {
    database: recordingDatabase(database, {
      now,
      sid: () => ids.sid('AE'),
      recorded: () => ctx.wake('audit'),
    }),
    config,
    clock: { now },
    ids,
    log: createLog(config, logTo),
    changes: new ChangeNotifier((channel) => database.listen(channel)),
    secrets,
    random: createRandom(),
    work,
    wake: (...kinds) => work.signal(...kinds),
    publicUrl: () => config.publicUrl ?? address,
  };
  database.cells.use({
    encrypts: config.encryptContactData,
    decryptKey: (encrypted) => secrets.decrypt(encrypted),
    random: randomBytes,
    onDamage: (problem) => ctx.log.error(problem),
  });
  return {
    ctx: ctx,
    setListeningUrl: (where) => {
      address = where;
    },
  };
}

/**
 * SIDs are time-ordered, like UUIDv7, so that an index over them grows at its end: 12 hexadecimal digits of milliseconds,
 * 4 of a counter within one, 16 random ones.
 */
function createIds(now: () => number): ServiceContext['ids'] {
  const randomDigits = createRandomDigits();
  let time = 0;
  let count = 0;
  const orderedToken = () => {
    const present = now();
    if (present > time) [time, count] = [present, 0];
    else if (++count > 0xffff) [time, count] = [time + 1, 0];
    return hexDigits(time, 12) + hexDigits(count, 4) + randomDigits();
  };
  return {
    sid(prefix: SidPrefix) {
      const sid = prefix + orderedToken();
      noteMade(prefix, sid);
      return sid;
    },
    token: () => randomBytes(16).toString('hex'),
    orderedToken,
  };
}

/** Returns 16 random hexadecimal digits per call, drawn from the system in blocks, as each call of it is slow. */
function createRandomDigits(): () => string {
  let drawn = '';
  let used = 0;
  return () => {
    if (used === drawn.length) [drawn, used] = [randomBytes(4096).toString('hex'), 0];
    used += 16;
    return drawn.slice(used - 16, used);
  };
}

/** Random numbers for what need not be unpredictable: 32 bits each, drawn from the system in blocks. */
function createRandom(): () => number {
  let drawn = Buffer.alloc(0);
  let used = 0;
  return () => {
    if (used === drawn.length) [drawn, used] = [randomBytes(1024), 0];
    used += 4;
    return drawn.readUInt32LE(used - 4) / 2 ** 32;
  };
}

function hexDigits(value: number, length: number): string {
  return value.toString(16).padStart(length, '0');
}

/** Credentials and personal data are redacted in the log. */
const redactedNames = [
  'token',
  'auth_token',
  'authToken',
  'authorization',
  'cookie',
  'body',
  'context',
  'query',
];

function createLog(config: Config, destination: DestinationStream): ServiceContext['log'] {
  const paths = redactedNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.*["${name}"]`]);
  return pino(
    { level: config.logLevel, base: null, redact: { paths: [...new Set(paths)], censor: '[kept back]' } },
    exportLog(destination),
  );
}
