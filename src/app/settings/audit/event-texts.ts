/** An event in words: who, what was done to which object, and the change that matters most. */

import type { AuditEventResource } from '#api/audit/operations.ts';
import { numberText } from '../../words/locale.ts';
import { i18n } from '../../words/translator.ts';
import type { useWords } from '../../words/use-words.ts';

type Words = ReturnType<typeof useWords<'audit'>>;
type Change = AuditEventResource['changes'][number];

/** What is told apart of an operation, by what changed. */
export function didOf({ operation, changes }: Pick<AuditEventResource, 'operation' | 'changes'>): string {
  const changed = (field: string) => changes.find((each) => each.field === field);
  if (operation === 'UpdateFlow' || operation === 'CreateFlow') {
    if (changed('SourceRevision') !== undefined) return 'FlowRestored';
    if (changed('PublishedRevision') !== undefined) return 'FlowPublished';
  }
  if (operation === 'UpdateMember') {
    if (changed('Status')?.after === 'blocked') return 'MemberBlocked';
    if (changed('Role') !== undefined) return 'MemberRole';
  }
  return operation;
}

/** The sentence around the name of the object; of an operation that this page does not know its name. */
export function sentenceOf(event: AuditEventResource): { before: string; object: string; after: string } {
  const object = event.object_name ?? shortSid(event.object_sid);
  const text = i18n.find('audit', `did.${didOf(event)}`, { object: '\u0000' }) ?? event.operation;
  const [before = '', after] = text.split('\u0000');
  return after === undefined ? { before, object: '', after: '' } : { before, object, after };
}

export function whoOf(t: Words, { by, actor_name, actor_sid }: AuditEventResource): string {
  if (actor_name !== null) return actor_name;
  if (by === 'operator' || by === 'server') return t(by);
  return actor_sid?.startsWith('AC') ? t('account') : t('someone');
}

/** First those that a person looks for. */
const telling = ['Role', 'PublishedRevision', 'TestUsers', 'Executions', 'Status', 'Revision'];

/** The change that the list shows. */
export function briefOf(t: Words, { changes, reason, operation }: AuditEventResource): string {
  if (reason !== null) return t('reasonGiven');
  const isNew = operation.startsWith('Create');
  const rank = ({ field }: Change) => (telling.includes(field) ? telling.indexOf(field) : telling.length);
  const [first] = changes
    .filter(({ before, is_secret }) => !isNew || before !== null || is_secret)
    .toSorted((one, other) => rank(one) - rank(other));
  if (first === undefined) return '';
  if (first.is_secret) return t('neverShown');
  const [before, after] = [first.before, first.after].map((value) => valueText(first.field, value));
  return before && after ? t('changed', { before, after }) : (after ?? before ?? '');
}

/** Roles and states in words, everything else as it is. */
export function valueText(field: string, value: string | null): string | null {
  if (value === null || (field !== 'Role' && field !== 'Status')) return value;
  return (
    (field === 'Role' ? i18n.find('shell', `roles.${value}`) : i18n.find('audit', `statuses.${value}`)) ??
    value
  );
}

/** `PublishedRevision` in words; of a field that this page does not know, the parts of its name. */
export function fieldText(field: string): string {
  const known = i18n.find('audit', `fields.${field}`);
  if (known !== undefined) return known;
  const words = field
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** `4be19a…72f0`. */
export const shortHash = (hash: string): string => `${hash.slice(0, 6)}…${hash.slice(-4)}`;

export const shortSid = (sid: string | null): string =>
  sid === null ? '' : sid.length > 20 ? `${sid.slice(0, 8)}…${sid.slice(-4)}` : sid;

export const numberOf = (sequence: number | null): string => (sequence === null ? '' : numberText(sequence));
