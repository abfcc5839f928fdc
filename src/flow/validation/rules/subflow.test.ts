import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { flowOf, said, state } from '../../testing/said-by-rule.ts';
import { subflowCycle, subflowRevision, subflowSid } from './subflow.ts';

const sid = `FW${'0123456789abcdef'.repeat(2)}`;
const run = (properties: JsonObject, type = 'run-subflow') => flowOf([state('sub', type, properties)]);

describe('the flow of a subflow', () => {
  it.each([
    ...[sid, sid.toUpperCase(), `FW${'X'.repeat(32)}`, `FW${'x'.repeat(32)}`, '', ' ', '${' + 'sid}'],
    ...['YOUR_FLOW_SID', '<sid>'],
  ])('may be %j', (flow_sid) => expect(said(subflowSid, run({ flow_sid }))).toEqual([]));

  it.each(['{{flow.data.sid}}', `${sid}0`, `x${sid}`, sid.slice(1), sid.replace('a', 'g'), ` ${sid}`, 'FW'])(
    'is not %j',
    (flow_sid) => {
      expect(said(subflowSid, run({ flow_sid }))).toEqual([
        'error #/states/1/properties/flow_sid Flow must be a valid, non-liquid flow sid: FW and 32 hexadecimal digits, no variables.',
      ]);
      expect(said(subflowSid, run({ flow_sid }, 'send-message'))).toEqual([]);
      expect(said(subflowSid, run({ flow_sid }, 'an-unknown-type'))).toEqual([]);
    },
  );

  it('is not a number', () => expect(said(subflowSid, run({ flow_sid: 5 }))).toEqual([]));
});

describe('the revision of a subflow', () => {
  it.each(['LatestPublished', 'LatestRevision', '1', '10', '205', '', '${' + 'revision}'])(
    'may be %j',
    (revision) => expect(said(subflowRevision, run({ flow_revision: revision }))).toEqual([]),
  );

  it.each([
    ...[
      '0',
      '01',
      '1a',
      'a1',
      '-1',
      'latestpublished',
      'xLatestPublished',
      'LatestPublishedx',
      'xLatestRevision',
    ],
    ...['LatestRevisionx', '{{flow.data.a}}'],
  ])('should not be %j', (revision) =>
    expect(said(subflowRevision, run({ flow_revision: revision }))).toEqual([
      'warning #/states/1/properties/flow_revision Revision should be LatestPublished or a revision number.',
    ]),
  );
});

it('a flow that runs itself is known by its SID', () => {
  const flow = run({ flow_sid: sid });
  expect(said(subflowCycle, flow, { sid })).toEqual([
    'warning #/states/1/properties/flow_sid The flow runs itself as a subflow, which fails: choose another flow.',
  ]);
  expect(said(subflowCycle, flow, { sid: sid.replace('a', 'b') })).toEqual([]);
  expect(said(subflowCycle, flow)).toEqual([]);
  for (const type of ['send-message', 'an-unknown-type'])
    expect(said(subflowCycle, run({ flow_sid: sid }, type), { sid })).toEqual([]);
});
