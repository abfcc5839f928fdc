/** What is known of an account's resources, gathered from the answers to its requests, to ask for them again. */

import type { Fields, Operation } from '#api/operation/operation.ts';

export class KnownResources {
  /** The SIDs seen, by their prefix, the newest last. */
  readonly sids = new Map<string, string[]>();
  /** Values of other parameters, by the name that the path gives them. */
  readonly values = new Map<string, string>();

  /** Keeps every SID of a response that is the account's. */
  learn(body: string): void {
    for (const [sid] of body.matchAll(/\b[A-Z]{2}[0-9a-f]{32}\b/g)) {
      const prefix = sid.slice(0, 2);
      const list = this.sids.get(prefix) ?? [];
      if (!list.includes(sid)) list.push(sid);
      this.sids.set(prefix, list);
    }
  }

  newest(prefix: string): string {
    return this.sids.get(prefix)?.at(-1) ?? unknownSid(prefix);
  }

  /** The operation's path with its parameters filled in; `given` goes before what was learned. */
  pathOf({ path, params = {} }: Operation, given: Record<string, string> = {}): string {
    return path.replaceAll(/\{(\w+)\}/g, (_, name: string, at: number) => {
      const prefix = prefixOf(params, name);
      const schema = params[name] as { enum?: string[] } | undefined;
      if (schema?.enum?.[0] !== undefined) return encodeURIComponent(given[name] ?? schema.enum[0]);
      const value = prefix === 'XX' ? this.#valueAt(path.slice(0, at - 1), name) : this.newest(prefix);
      return encodeURIComponent(given[name] ?? value);
    });
  }

  /** What a response at `path` or above it called by that name, or simply its id. */
  #valueAt(path: string, name: string): string {
    if (name === 'email') return 'someone@example.org';
    const value = this.values.get(`${path}/${name}`) ?? this.values.get(`${path}/id`);
    if (value !== undefined) return value;
    const parent = path.slice(0, path.lastIndexOf('/'));
    if (parent !== '') return this.#valueAt(parent, name);
    return '1';
  }
}

export const unknownSid = (prefix: string) => `${prefix}${'0'.repeat(32)}`;

/** The kind of SID that a parameter is; XX when it is none. */
export function prefixOf(fields: Fields, name: string): string {
  const schema = fields[name];
  const pattern = schema !== undefined && 'pattern' in schema ? String(schema.pattern) : '';
  return /^\^([A-Z]{2})\[/.exec(pattern)?.[1] ?? 'XX';
}
