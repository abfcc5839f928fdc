/** Contexts made to order: values put where templates read them. */

import { newExecution } from '#engine/advance.ts';
import type { TriggerSignal } from '#engine/behaviours/trigger.ts';
import type { Execution } from '#engine/execution.ts';
import { isObject, type Json, type JsonObject } from '#flow/json/json.ts';
import { parseTemplate, renderTemplate } from '#flow/template/template.ts';

/** A variable's path → the text that it shall have. */
export type Seed = ReadonlyMap<string, string>;

/** An execution before its trigger, and the trigger signal that brings the seeded values. */
export type SeededExecution = { execution: Execution; start: TriggerSignal };

const now = Date.UTC(2024, 0, 15, 12);

/** A beginning in which each seeded path has its value; a path that ends in `size` gets a list of that length. */
export function seedExecution(seed: Seed, given: Partial<TriggerSignal> = {}): SeededExecution {
  const execution = newExecution();
  const roots: JsonObject = structuredClone(execution.context);
  for (const [path, value] of seed) put(roots, keysOf(path), value);
  const { flow, trigger, contact, widgets } = roots;
  const read = (root: Json | undefined) => (isObject(root) ? root : {});
  execution.context = { flow: read(flow), trigger: {}, contact: read(contact), widgets: read(widgets) };
  const start: TriggerSignal = {
    kind: 'trigger',
    event: 'incomingMessage',
    flow_sid: textAt(roots, 'flow.flow_sid') || 'FW00000000000000000000000000000001',
    execution_sid: textAt(roots, 'flow.sid') || 'FN00000000000000000000000000000001',
    contact: textAt(roots, 'contact.channel.address') || '+15550100',
    channel: textAt(roots, 'flow.channel.address') || '+15550199',
    trigger: read(trigger),
    data: read(read(flow).data),
    call: null,
    child: false,
    ...given,
  };
  return { execution, start };
}

/** What a template gives at that beginning, as the first widget will read it. */
export function renderSeeded({ execution, start }: SeededExecution, template: string): string {
  const context = {
    ...execution.context,
    flow: {
      ...execution.context.flow,
      sid: start.execution_sid,
      flow_sid: start.flow_sid,
      channel: { address: start.channel },
      data: start.data,
    },
    contact: { channel: { address: start.contact } },
    trigger: start.trigger,
  };
  return renderTemplate(parseTemplate(template), context, { now, timeZone: 'UTC' }).text;
}

/** The keys of a path; brackets with a number or a quoted name are keys, others count as the first item. */
function keysOf(path: string): string[] {
  const plain = path.replace(
    /\[(?:(\d+)|["']([^"']*)["']|[^\]]*)\]/g,
    (_, digits, name) => `.${digits ?? name ?? '0'}`,
  );
  return plain.split('.');
}

function put(object: JsonObject, keys: readonly string[], value: string): void {
  const [key = '', ...rest] = keys;
  if (rest.length === 0) object[key] = value;
  else if (rest.length === 1 && rest[0] === 'size')
    object[key] = Array(Math.min(50, Math.max(0, Number(value) || 0))).fill('x');
  else if (/^\d+$/.test(rest[0] ?? '')) object[key] = listWith(object[key], rest, value);
  else {
    const inner = object[key];
    const next = isObject(inner) ? inner : {};
    object[key] = next;
    put(next, rest, value);
  }
}

function listWith(
  present: Json | undefined,
  [index = '0', ...rest]: readonly string[],
  value: string,
): Json[] {
  const list = Array.isArray(present) ? present : [];
  const nth = Math.min(50, Number(index));
  while (list.length <= nth) list.push({});
  if (rest.length === 0) list[nth] = value;
  else {
    const item = list[nth];
    const next = isObject(item) ? item : {};
    list[nth] = next;
    put(next, rest, value);
  }
  return list;
}

function textAt(roots: JsonObject, path: string): string {
  const value = path
    .split('.')
    .reduce<Json | undefined>((at, key) => (isObject(at) ? at[key] : undefined), roots);
  return typeof value === 'string' ? value : '';
}
