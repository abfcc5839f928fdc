/** Where alerts go: read from what a caller gives, and kept encrypted. */

import { maxTargets } from '#api/alerts/kinds.ts';
import { httpUrl } from '#api/operation/operation.ts';
import type { Permission } from '#api/people/roles.ts';
import { personEmail } from '#api/people/schemas.ts';
import { isSid } from '#api/sid.ts';
import { Refusal } from '../platform/errors.ts';
import type { ServiceContext } from '../platform/service-context.ts';

export const languages = ['en', 'de'] as const;

/** `language` is the one of its texts; `acts_for` is of who set it, null the account itself (`ActsFor`). */
export type Target = { language: (typeof languages)[number]; acts_for?: string | null } & (
  | { kind: 'email'; to: string }
  | { kind: 'webhook'; to: string; secret: string | null }
  | { kind: 'flow'; flow: string; to: string; from: string }
);

/** What who sets a target must be allowed: it is told of alerts, and a flow is started. */
export function permissionsToTell({ kind }: Pick<Target, 'kind'>): Permission[] {
  return kind === 'flow' ? ['alerts.read', 'executions.create'] : ['alerts.read'];
}

export function openTargets(ctx: ServiceContext, sealed: string | null): Target[] {
  return sealed === null ? [] : (JSON.parse(ctx.secrets.decrypt(sealed)) as Target[]);
}

export function sealTargets(ctx: ServiceContext, targets: readonly Target[]): string {
  return ctx.secrets.encrypt(JSON.stringify(targets));
}

/** Of a webhook without a secret, that of `before` with the same URL is kept. @throws Refusal (bad-request) that names what is wrong */
export function readTargets(given: unknown, before: readonly Target[]): Target[] {
  if (!Array.isArray(given)) throw wrong('must be a list of targets, or null');
  if (given.length > maxTargets) throw wrong(`must have at most ${maxTargets} targets`);
  const targets = given.map((each, index) => readTarget(each, index + 1, before));
  const texts = new Set(targets.map(({ kind, to }) => `${kind} ${to}`));
  if (texts.size < targets.length) throw wrong('must not have a target twice');
  return targets;
}

function readTarget(given: unknown, number: number, before: readonly Target[]): Target {
  const fail = (what: string) => wrong(`has ${what} in target ${number}`);
  if (typeof given !== 'object' || given === null) throw fail('no object');
  const fields = given as Record<string, unknown>;
  const text = (name: string, pattern: string, most: number) => {
    const value = fields[name];
    const isRight = typeof value === 'string' && value.length <= most && new RegExp(pattern, 'u').test(value);
    if (!isRight) throw fail(`no valid ${name}`);
    return value;
  };
  const language = fields.language ?? 'en';
  if (!languages.includes(language as 'en')) throw fail('an unknown language');
  const common = { language: language as Target['language'] };
  switch (fields.kind) {
    case 'email':
      return { ...common, kind: 'email', to: text('to', plainEmail, 254) };
    case 'webhook': {
      const to = text('to', patternOf(httpUrl('')), 2_000);
      if (!URL.canParse(to)) throw fail('no valid to');
      const { secret } = fields;
      if (secret === undefined || secret === null) {
        const same = before.find((target) => target.kind === 'webhook' && target.to === to);
        return { ...common, kind: 'webhook', to, secret: same?.kind === 'webhook' ? same.secret : null };
      }
      const value = secret === '' ? null : text('secret', '^[^\\p{Cc}]{16,}$', 200);
      return { ...common, kind: 'webhook', to, secret: value };
    }
    case 'flow': {
      const { flow_sid: flow } = fields;
      if (!isSid('FW', flow)) throw fail('no valid flow_sid');
      return {
        ...common,
        kind: 'flow',
        flow,
        to: text('to', address, 200),
        from: text('from', address, 200),
      };
    }
    default:
      throw fail('an unknown kind');
  }
}

const patternOf = (schema: object) => ('pattern' in schema ? String(schema.pattern) : '');

const plainEmail = patternOf(personEmail);
const address = '^\\P{Cc}*[^\\s\\p{Cc}]\\P{Cc}*$';

function wrong(what: string): Refusal {
  return new Refusal('bad-request', `Targets ${what}`, { field: 'Targets' });
}
