/** Threads, unread marks, mentions and links of comments. */

import { describe, expect, it } from 'vitest';
import type { CommentResource } from '../client/comments.ts';
import { completeMention, openMention, textParts } from './mentions.ts';
import { isUnread, knownNames, mentionsMe, threadsOf } from './thread.ts';

const comment = (number: number, more: Partial<CommentResource> = {}): CommentResource => ({
  sid: `CM${number}`,
  flow_sid: 'FW1',
  account_sid: 'AC1',
  thread_sid: null,
  text: 'Why?',
  widgets: null,
  author: null,
  author_name: 'Ann',
  client: 'ann',
  widget: null,
  widget_name: null,
  x: null,
  y: null,
  status: more.thread_sid == null ? 'open' : null,
  resolved_by_name: null,
  date_created: '2026-11-22T10:00:00Z',
  date_updated: '2026-11-22T10:00:00Z',
  date_edited: null,
  url: '',
  ...more,
});

describe('threads', () => {
  it('have their replies in order, and the one with the newest comment is first', () => {
    const all = [
      comment(4, { thread_sid: 'CM1', text: 'B' }),
      comment(3, { thread_sid: 'CM1', text: 'A' }),
      comment(2),
      comment(1),
    ];
    const threads = threadsOf(all);
    expect(threads.map(({ first }) => first.sid)).toEqual(['CM1', 'CM2']);
    expect(threads[0]?.replies.map(({ text }) => text)).toEqual(['A', 'B']);
    expect(threads[0]?.newest.sid).toBe('CM4');
  });

  it('are unread while somebody else has written something that was not shown', () => {
    const [thread] = threadsOf([comment(2, { thread_sid: 'CM1', client: 'bob' }), comment(1)]);
    if (thread === undefined) throw new Error('There is a thread.');
    expect(isUnread(thread, {}, 'ann')).toBe(true);
    expect(isUnread(thread, { CM1: 'CM1' }, 'ann')).toBe(true);
    expect(isUnread(thread, { CM1: 'CM2' }, 'ann')).toBe(false);
    expect(isUnread(thread, {}, 'bob')).toBe(false);
    expect(isUnread({ ...thread, isResolved: true }, {}, 'ann')).toBe(false);
  });

  it('name who can be mentioned, and say who is', () => {
    const all = [
      comment(1, { text: 'Look, @bob lee!', author_name: 'Ann' }),
      comment(2, { author_name: '' }),
    ];
    expect(knownNames(all, ['Bob Lee', 'Ann'])).toEqual(['Bob Lee', 'Ann']);
    const thread = threadsOf(all).find(({ first }) => first.sid === 'CM1');
    if (thread === undefined) throw new Error('There is a thread.');
    expect(mentionsMe(thread, 'Bob Lee', 'bob')).toBe(true);
    expect(mentionsMe(thread, 'Bob', 'bob')).toBe(true);
    expect(mentionsMe(thread, 'Bo', 'bob')).toBe(false);
    expect(mentionsMe(thread, '', 'bob')).toBe(false);
    expect(mentionsMe(thread, 'Bob Lee', 'ann')).toBe(false);
  });
});

describe('the text of a comment', () => {
  it('has links without the marks behind them', () => {
    expect(textParts('See https://a.example/b?c=1, or (http://d.example).', [])).toEqual([
      { kind: 'text', text: 'See ' },
      { kind: 'link', text: 'https://a.example/b?c=1', url: 'https://a.example/b?c=1' },
      { kind: 'text', text: ', or (' },
      { kind: 'link', text: 'http://d.example', url: 'http://d.example' },
      { kind: 'text', text: ').' },
    ]);
    expect(textParts('javascript:alert(1) <b>no</b>', [])).toEqual([
      { kind: 'text', text: 'javascript:alert(1) <b>no</b>' },
    ]);
  });

  it('mentions known names, the longest first, and nobody in an email address', () => {
    expect(textParts('@ann lee and @Ann, not ann@ann.example or @annabel', ['Ann', 'Ann Lee'])).toEqual([
      { kind: 'mention', text: '@ann lee', name: 'Ann Lee' },
      { kind: 'text', text: ' and ' },
      { kind: 'mention', text: '@Ann', name: 'Ann' },
      { kind: 'text', text: ', not ann@ann.example or @annabel' },
    ]);
  });

  it('completes a mention that is being written', () => {
    const names = ['Ann Lee', 'Bob'];
    expect(openMention('Hi @', 4, names)).toEqual({ at: 3, names });
    expect(openMention('Hi @ann l', 9, names)).toEqual({ at: 3, names: ['Ann Lee'] });
    expect(openMention('Hi @ann x', 9, names)).toBeNull();
    expect(openMention('a@b', 3, names)).toBeNull();
    expect(openMention('Hi @Bob', 7, names)).toBeNull();
    expect(completeMention('Hi @bo there', 6, 3, 'Bob')).toEqual({ text: 'Hi @Bob there', caret: 8 });
  });
});
