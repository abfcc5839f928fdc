/** Masking by schema: what stays, what does not, and that no operation shows a text that nobody has looked at. */

import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { executionSchema, executionViewSchema } from '../executions/schemas.ts';
import * as streams from '../live/stream-schemas.ts';
import { dateTime, nullable, resource, sid } from '../operation/operation.ts';
import { operations } from '../operations.ts';
import { isAllowed } from '../people/roles.ts';
import { harmlessFields, isHarmless } from './harmless-fields.ts';
import { isOpen, maskResponse, undescribedFields } from './mask-response.ts';

const number = '+447700900142';
const sidOf = (prefix: string) => `${prefix}0123456789abcdef0123456789abcdef`;

it('shows nothing of a message of a contact but how it stands', () => {
  const list = operations.find(({ id }) => id === 'ListMessage');
  const message = {
    ...{
      sid: sidOf('SM'),
      direction: 'inbound',
      status: 'received',
      from: number,
      to: number,
      body: 'Hello',
    },
    ...{ media: [`https://files.example/${number}.jpg`], date_created: '2026-01-01T00:00:00Z' },
    content: { sid: 'HX1', variables: { 1: 'Jane' } },
  };
  const shown = JSON.stringify(maskResponse(list?.responses[200]?.schema ?? {}, { messages: [message] }));
  expect(shown).toContain('"status":"received"');
  for (const secret of [number, 'Hello', 'files.example', 'Jane']) expect(shown).not.toContain(secret);
});

describe('by kind', () => {
  const mask = (schema: object, value: unknown) => maskResponse(schema, value);

  it('masks addresses, texts and names of keys', () => {
    expect(mask(Type.String({ personal: 'address' }), number)).toBe('+44 ••• ••42');
    expect(mask(Type.String({ personal: 'text' }), 'My number is 12')).toBe('•••••');
    expect(mask(nullable(Type.String({ personal: 'text' })), null)).toBeNull();
    expect(mask(Type.Array(Type.String({ personal: 'keys' })), ['flow', 'data', number])).toEqual([
      'flow',
      'data',
      '•••••1',
    ]);
    expect(mask({ ...sid('FC'), personal: 'id' }, sidOf('FC'))).toBeNull();
  });

  it('masks JSON value by value and keeps its keys', () => {
    const context = {
      contact: { channel: { address: number } },
      widgets: { ask: { inbound: { Body: 'yes', NumMedia: 0, MessageSid: sidOf('SM') } } },
      flow: { data: { [number]: true, list: ['jane@home.example', null, 12, ''] } },
    };
    expect(mask(Type.Unsafe({ type: 'object', personal: 'json' }), context)).toEqual({
      contact: { channel: { address: '+44 ••• ••42' } },
      widgets: { ask: { inbound: { Body: '•••••', NumMedia: '•••••', MessageSid: sidOf('SM') } } },
      flow: { data: { '•••••1': '•••••', list: ['j•••@•••.example', null, '•••••', ''] } },
    });
  });
});

describe('by default', () => {
  const schema = resource('Unheard', {
    sid: sid('FN'),
    forgotten: Type.String(),
    anything: Type.Unsafe({}),
    either: Type.Union([Type.Object({ a: Type.String() }), Type.String()]),
    count: Type.Integer(),
    date_created: dateTime(),
    status: Type.Unsafe<string>({ type: 'string', enum: ['active'] }),
    by_name: Type.Record(Type.String(), Type.Integer()),
  });
  const value = {
    sid: sidOf('FN'),
    forgotten: 'words',
    anything: { a: 1 },
    either: 'words',
    count: 3,
    date_created: '2026-01-02T03:04:05Z',
    status: 'active',
    by_name: { [number]: 2 },
    beside: { word: number },
  };

  it('masks what nobody has described', () => {
    expect(maskResponse(schema, value)).toEqual({
      ...value,
      forgotten: '•••••',
      anything: { a: '•••••' },
      either: '•••••',
      by_name: { '•••••1': 2 },
      beside: { word: '+44 ••• ••42' },
    });
    expect(undescribedFields(schema)).toEqual(
      ['forgotten', 'anything', 'either'].map((field) => ({ owner: 'Unheard', field })),
    );
  });

  it('masks a value that is not what its schema says', () => {
    const wrong = { ...value, sid: number, count: number, date_created: { number }, by_name: [number] };
    expect(JSON.stringify(maskResponse(schema, wrong))).not.toContain('7700');
  });

  it('leaves what members wrote, but for what is annotated', () => {
    const written = resource('Written', { name: Type.String(), users: Type.String({ personal: 'address' }) });
    expect(maskResponse(written, { name: 'Hotline', users: number }, { open: true })).toEqual({
      name: 'Hotline',
      users: '+44 ••• ••42',
    });
  });
});

const ofViewers = operations.filter(
  ({ permission }) => permission !== undefined && isAllowed('viewer', permission),
);
const closed = ofViewers.filter((operation) => !isOpen(operation));

/** The schemas of what succeeds; undefined where it is no JSON that a schema describes. */
const successes = closed.flatMap(({ id, masksItself, responses }) =>
  Object.entries(responses).flatMap(([status, { schema, type = 'application/json' }]) =>
    Number(status) < 300 && status !== '204' && (masksItself === undefined || type === 'application/json')
      ? [{ id, schema: type === 'application/json' ? schema : undefined }]
      : [],
  ),
);
const streamed = Object.entries(streams).map(([id, schema]) => ({ id, schema }));

describe('every operation that a viewer may call', () => {
  it('is described by a schema, or masks each of its parts by one', () => {
    expect(successes.length).toBeGreaterThan(40);
    expect(successes.filter(({ schema }) => schema === undefined)).toEqual([]);
    expect(closed.filter(({ masksItself }) => masksItself).map(({ id }) => id)).toEqual([
      'ExportAccountExecution',
      'FollowAccount',
      'FollowFlow',
      'FollowExecution',
      'ListMyExecution',
      'ListMyFailingWebhook',
      // It shows what the caller sent.
      'ShowMailTemplatePreview',
    ]);
  });

  it('says of each text whether it is about a contact', () => {
    const undescribed = [...successes, ...streamed].flatMap(({ id, schema }) =>
      undescribedFields(schema ?? {}).map(({ owner, field }) => `${id}: ${owner}.${field}`),
    );
    expect(undescribed).toEqual([]);
  });

  it('has every field of the list of harmless ones', () => {
    const used = new Set<string>();
    const collect = (schema: unknown, owner: string): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { title = owner, properties = {}, ...rest } = schema as { title?: string; properties?: object };
      for (const [field, each] of Object.entries(properties)) {
        if (isHarmless({ owner: title, field })) used.add(`${title}.${field}`);
        collect(each, title);
      }
      for (const each of Object.values(rest)) collect(each, title);
    };
    for (const { schema } of [...successes, ...streamed]) collect(schema, '');
    expect(harmlessFields.filter((each) => !used.has(each))).toEqual([]);
  });

  it('names the parameter of its execution, where it has one', () => {
    for (const { id, ofExecution, params, query } of operations)
      if (ofExecution !== undefined) expect({ ...params, ...query }[ofExecution], id).toBeDefined();
  });
});

it('keeps the shape of an execution and of its view', () => {
  const execution = {
    sid: sidOf('FN'),
    contact_channel_address: number,
    contact_sid: sidOf('FC'),
    context: { contact: number },
    initiated_by: sidOf('SM'),
    links: { steps: 'http://flows.test/v2/Flows' },
  };
  expect(maskResponse(executionSchema, execution)).toEqual({
    ...execution,
    contact_channel_address: '+44 ••• ••42',
    contact_sid: null,
    context: { contact: '+44 ••• ••42' },
  });
  const change = { path: ['widgets', 'ask', 'Body'], value: 'My words' };
  const view = {
    at: 'ask',
    steps: [{ name: 'match', changes: [change], notes: [{ code: 1, message: 'Of words' }] }],
  };
  expect(maskResponse(executionViewSchema, view)).toEqual({
    at: 'ask',
    steps: [
      {
        name: 'match',
        changes: [{ ...change, value: '•••••' }],
        notes: [{ code: 1, message: '•••••' }],
      },
    ],
  });
});
