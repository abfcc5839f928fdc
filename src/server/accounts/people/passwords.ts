/** Passwords of people: hashed by scrypt (RFC 7914), and refused when they are among the common ones. */

import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import { normalizeText } from '#flow/text/normalize-text.ts';
import { Refusal } from '../../platform/errors.ts';
import { perServer } from '../../platform/per-server.ts';
import type { ServiceContext } from '../../platform/service-context.ts';

/**
 * With `passwordCost` for N: by default 32 MiB and about 0.1 s of one core, what OWASP names for scrypt where memory is shared with
 * other work.
 */
const blockSize = { r: 8, p: 3 };
const hashBytes = 32;

/** So many are computed at once; so many may wait for it. */
const maxRunning = 2;
const maxWaiting = 100;

type Queue = { running: number; waiting: (() => void)[] };

const queueOf = perServer((): Queue => ({ running: 0, waiting: [] }));

/**
 * The hash in the format of PHC strings, with its cost and salt.
 *
 * @throws Refusal unavailable when too many are being computed
 */
export async function hashPassword(ctx: ServiceContext, password: string): Promise<string> {
  const salt = Buffer.from(ctx.ids.token(), 'hex');
  const cost = costOf(ctx);
  const hash = await inQueue(ctx, () => derive(password, salt, cost));
  return `$scrypt$ln=${cost.log2N},r=${cost.r},p=${cost.p}$${salt.toString('base64')}$${hash.toString('base64')}`;
}

/**
 * Whether it is the password of that hash. Without a hash it takes as long and is wrong: the time of an answer must not tell
 * whether there is such a person.
 *
 * @throws Refusal unavailable when too many are being computed
 */
export async function verifyPassword(
  ctx: ServiceContext,
  hash: string | undefined,
  password: string,
): Promise<boolean> {
  const [, log2N, r, p, salt = '', wanted = ''] =
    /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '') ?? [];
  const used = log2N === undefined ? costOf(ctx) : { log2N: Number(log2N), r: Number(r), p: Number(p) };
  const found = await inQueue(ctx, () => derive(password, Buffer.from(salt, 'base64'), used));
  const expected = Buffer.from(wanted, 'base64');
  return expected.length === found.length && timingSafeEqual(expected, found);
}

const costOf = ({ config }: ServiceContext) => ({ log2N: config.passwordCost, ...blockSize });

async function inQueue<T>(ctx: ServiceContext, work: () => Promise<T>): Promise<T> {
  const queue = queueOf(ctx);
  if (queue.running >= maxRunning) {
    if (queue.waiting.length >= maxWaiting) {
      throw new Refusal('unavailable', 'Too many people sign in at this moment: try again in a few seconds');
    }
    await new Promise<void>((resolve) => queue.waiting.push(resolve));
  } else queue.running += 1;
  try {
    return await work();
  } finally {
    const next = queue.waiting.shift();
    // Its place goes to the next one.
    if (next === undefined) queue.running -= 1;
    else next();
  }
}

function derive(
  password: string,
  salt: Buffer,
  { log2N, r, p }: { log2N: number; r: number; p: number },
): Promise<Buffer> {
  const N = 2 ** log2N;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    // Typed in another form, by a keyboard of another system, it is the same password.
    scrypt(normalizeText(password, 'NFKC'), salt, hashBytes, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    );
  });
}

let common: ReadonlySet<string> | null = null;

/** @throws Refusal bad-request for one that is easily guessed; its length is said by the contract */
export function requireUncommon(password: string, { email, name }: { email: string; name: string }): void {
  common ??= new Set(dictionary['passwords-common'].map(String));
  const plain = normalizeText(password, 'NFKC').toLowerCase();
  const letters = plain.replace(/[^\p{L}]/gu, '');
  const isRepeated = /^(.{1,4}?)\1+.{0,3}$/su.test(plain);
  const [mailbox = ''] = email.split('@');
  const own = [mailbox, ...name.toLowerCase().split(/\s+/)].filter((each) => each.length > 2);
  const rest = own.reduce((left, each) => left.replaceAll(each, ''), plain);
  if (common.has(plain) || common.has(letters) || isRepeated || new Set(rest).size < 5) {
    throw new Refusal(
      'bad-request',
      'Password: it is easily guessed; take several words, or one that is made at random',
      {
        field: 'Password',
      },
    );
  }
}
