/** Each audited operation has its sentence in both languages, and an event says the change that matters most. */

import { describe, expect, it } from 'vitest';
import type { AuditEventResource } from '#api/audit/operations.ts';
import { serverEvents } from '#api/operation/audit.ts';
import { operations } from '#api/operations.ts';
import '../../words/chunks/audit-words.ts';
import { audit as english } from '../../words/english/settings/audit.ts';
import { audit as german } from '../../words/german/settings/audit.ts';
import { wordsOf } from '../../words/use-words.ts';
import { briefOf, didOf, fieldText, sentenceOf, whoOf } from './event-texts.ts';

const toldApart = ['FlowPublished', 'FlowRestored', 'MemberRole', 'MemberBlocked'];

it('each audited operation has a sentence, and there is no other', () => {
  const audited = operations.flatMap(({ id, audit }) => (audit && 'object' in audit ? [id] : []));
  const wanted = [...audited, ...serverEvents, ...toldApart].sort();
  expect(Object.keys(english.did).sort()).toEqual(wanted);
  expect(Object.keys(german.did).sort()).toEqual(wanted);
});

const event = (more: Partial<AuditEventResource>) => ({
  ...({ operation: 'UpdateFlow', by: 'session', actor_sid: 'US1', actor_name: 'Ann' } as const),
  ...{ object_sid: 'FW1', object_name: 'Survey', changes: [], reason: null, ...more },
});
const change = (field: string, before: string | null, after: string | null, is_secret = false) => ({
  ...{ field, before, after, is_secret },
});
const t = wordsOf('audit');

describe('an event in words', () => {
  it('tells a publish, a restore and a change of role apart', () => {
    expect(didOf(event({ changes: [change('PublishedRevision', '1', '2')] }))).toBe('FlowPublished');
    expect(didOf(event({ changes: [change('SourceRevision', null, '1')] }))).toBe('FlowRestored');
    expect(didOf(event({ operation: 'UpdateMember', changes: [change('Role', 'author', 'viewer')] }))).toBe(
      'MemberRole',
    );
  });

  it('has the name of the object inside', () => {
    expect(sentenceOf(event({}) as AuditEventResource)).toEqual({
      ...{ before: 'saved ', object: 'Survey', after: '' },
    });
    expect(sentenceOf(event({ operation: 'Unknown' }) as AuditEventResource).before).toBe('Unknown');
  });

  it('shows the change that a person looks for, and no secret', () => {
    const brief = (more: Partial<AuditEventResource>) => briefOf(t, event(more) as AuditEventResource);
    const changes = [change('Revision', '1', '2'), change('PublishedRevision', '1', '2')];
    expect(brief({ changes })).toBe('1 to 2');
    expect(brief({ changes: [change('AuthToken', null, null, true)] })).toBe('Never shown');
    expect(brief({ changes: [], reason: 'A call' })).toBe('Reason given');
    expect(brief({ changes: [change('Role', 'author', 'viewer')] })).toBe('Author to Viewer');
    expect(brief({ changes: [change('Status', 'active', 'of another version')] })).toBe(
      'active to of another version',
    );
    expect(fieldText('spam_check')).toBe('Spam check');
  });

  it('names what is no person', () => {
    const who = (more: Partial<AuditEventResource>) => whoOf(t, event(more) as AuditEventResource);
    expect(who({})).toBe('Ann');
    expect(who({ by: 'token', actor_name: null, actor_sid: 'AC1' })).toBe('The account');
    expect(who({ by: 'server', actor_name: null, actor_sid: null })).toBe('Patchbay');
  });
});
