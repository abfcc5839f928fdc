/** Checks markup against the carriers' own builders: which elements stand in which, and the attributes of each. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Element, readMarkup } from '../../../testing/read-markup.ts';

/** An element of a builder: a method for each element that may stand in it, which takes attributes and text. */
type Built = { [method: string]: unknown };

export type Builder = {
  voice: new () => Built;
  messaging: new () => Built;
  attributes: ReadonlyMap<string, ReadonlySet<string>>;
};

const load = createRequire(import.meta.url);

type Builders = { VoiceResponse: Builder['voice']; MessagingResponse: Builder['messaging'] };

/** `declarations` is the folder of their types, which a package need not export. */
function builderOf({ VoiceResponse, MessagingResponse }: Builders, declarations: string): Builder {
  const types = ['VoiceResponse', 'MessagingResponse'].map((name) =>
    readFileSync(join(declarations, `${name}.d.ts`), 'utf8'),
  );
  return { voice: VoiceResponse, messaging: MessagingResponse, attributes: attributesIn(types.join('\n')) };
}

/** The properties of each `…Attributes`, which the builder's types alone have; an element may have several. */
function attributesIn(declarations: string): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const [, element = '', body = ''] of declarations.matchAll(/interface (\w+)Attributes \{([^}]*)\}/g)) {
    const names = [...body.matchAll(/^\s*"?([\w-]+)"?\?:/gm)].map(([, name = '']) => name);
    all.set(element, new Set([...(all.get(element) ?? []), ...names]));
  }
  return all;
}

export const documentedBuilder = builderOf(
  (load('twilio') as { twiml: Builders }).twiml,
  join(dirname(load.resolve('twilio')), 'twiml'),
);

const signalwire = '@signalwire/compatibility-api';

export const signalwireBuilder = builderOf(
  (load(signalwire) as { RestClient: { LaML: Builders } }).RestClient.LaML,
  join(dirname(load.resolve(signalwire)), '../lib/twiml'),
);

/** @throws Error where the builder of `kind` could not have made the document */
export function requireBuildable(document: string, builder: Builder, kind: 'voice' | 'messaging'): void {
  const root = new builder[kind]();
  build(readMarkup(document).children, root, builder);
}

function build(children: readonly Element[], into: Built, builder: Builder): void {
  for (const { name, attributes, children: inner, text } of children) {
    const method = into[name.charAt(0).toLowerCase() + name.slice(1)];
    if (typeof method !== 'function') throw new Error(`The builder has no <${name}> there`);
    const known = builder.attributes.get(name) ?? new Set();
    const wrong = Object.keys(attributes).find((attribute) => !known.has(attribute));
    if (wrong !== undefined) throw new Error(`The builder has no ${wrong} of <${name}>`);
    const arguments_ = text === '' ? [attributes] : [attributes, text];
    build(inner, Reflect.apply(method, into, arguments_) as Built, builder);
  }
}
