import { describe, expect, it } from 'vitest';
import type { SendRequest } from '#api/email/message.ts';
import type { TrackingLinks } from '../tracking/signed-links.ts';
import { renderMessage } from './render.ts';

const links: TrackingLinks = {
  open: 'https://here.test/open?t=1',
  subscriptions: 'https://here.test/subscriptions?t=2',
  click: (url, index, part) => `https://here.test/click?t=${part}${index}:${encodeURIComponent(url)}`,
};

function render(html: string, more: Partial<SendRequest> = {}, substitutions: Record<string, string> = {}) {
  const mail = {
    from: { email: 'a@b.test' },
    subject: 'S',
    content: [{ type: 'text/html', value: html }],
    ...more,
  };
  const { parts, headers, subject } = renderMessage(
    { shared: mail, personalization: { to: [], substitutions } },
    links,
  );
  return { html: parts.at(-1)?.value ?? '', text: parts[0]?.value ?? '', headers, subject };
}
const noOpens = { open_tracking: { enable: false } };
const quiet = { tracking_settings: { ...noOpens, click_tracking: { enable: false } } };
const clicksOnly = { tracking_settings: noOpens };

describe('links', () => {
  it('are rewritten with any quotes, web URLs only', () => {
    const html = `<a href="https://x.test/?a=1&amp;b=2">1</a><a class=y HREF='http://y.test'>2</a><a href=https://z.test>3</a><a href="mailto:a@b.test">4</a><a href="#top">5</a>`;
    const led = render(html, clicksOnly).html;
    expect(led).toContain('href="https://here.test/click?t=html0:https%3A%2F%2Fx.test%2F%3Fa%3D1%26b%3D2"');
    expect(led).toContain('html1:http%3A%2F%2Fy.test');
    expect(led).toContain('html2:https%3A%2F%2Fz.test');
    expect(led).toContain('href="mailto:a@b.test"');
    expect(led).toContain('href="#top"');
  });

  it('are kept where the settings or the link disable tracking', () => {
    const html = '<a href="https://x.test">1</a>';
    expect(render(html, quiet).html).toBe(html);
    expect(render('<a clicktracking="off" href="https://x.test">1</a>', clicksOnly).html).toBe(html);
  });

  it('in plain text are tracked only if enabled, without trailing punctuation', () => {
    const content = [{ type: 'text/plain', value: 'See https://x.test/a.' }];
    expect(render('', { content }).text).toBe('See https://x.test/a.');
    const tracking_settings = { click_tracking: { enable: true, enable_text: true } };
    const led = 'See https://here.test/click?t=text0:https%3A%2F%2Fx.test%2Fa.';
    expect(render('', { content, tracking_settings }).text).toBe(led);
  });

  it('get the campaign parameters', () => {
    const tracking_settings = {
      ...quiet.tracking_settings,
      ganalytics: { enable: true, utm_source: 'mail' },
    };
    const { html } = render('<a href="https://x.test/?a=1">1</a>', { tracking_settings });
    expect(html).toContain('href="https://x.test/?a=1&amp;utm_source=mail"');
  });
});

describe('added content', () => {
  it('is inserted before the end of the body', () => {
    const mail_settings = { footer: { enable: true, html: '<p>Bye</p>', text: 'Bye' } };
    const { html } = render('<body><p>Hi</p></body>', { mail_settings });
    expect(html).toMatch(/<p>Hi<\/p><p>Bye<\/p><img src="https:\/\/here.test\/open\?t=1"[^>]*><\/body>/);
  });

  it('replaces its tags', () => {
    const tracking_settings = {
      ...{ open_tracking: { enable: true, substitution_tag: '%open%' } },
      subscription_tracking: { enable: true, substitution_tag: '[leave]' },
    };
    const { html, headers } = render('%open%<a href="[leave]">leave</a>', { tracking_settings });
    expect(html).toMatch(
      /^<img src="https:\/\/here.test\/open\?t=1"[^>]*><a href="https:\/\/here.test\/sub[^"]*">leave<\/a>$/,
    );
    expect(headers['List-Unsubscribe']).toBe('<https://here.test/subscriptions?t=2>');
  });

  it('includes an unsubscribe link where the content has none', () => {
    const { html } = render('<p>Hi</p>', { ...clicksOnly, asm: { group_id: 1 } });
    expect(html).toContain('<a href="https://here.test/subscriptions?t=2">unsubscribe</a>');
    expect(render('<p>Hi</p>', quiet).headers).toEqual({});
  });
});

it('substitutes in one pass, also in the subject', () => {
  const { html, subject } = render(
    '-a- -b-',
    { ...quiet, subject: 'For -a-' },
    { '-a-': '-b-', '-b-': '$&' },
  );
  expect([html, subject]).toEqual(['-b- $&', 'For -b-']);
});

describe('what tracking adds', () => {
  const growth = 512 * 1024;

  it('is limited: links and tags beyond it stay as they are', () => {
    const html = '<a href=http://a>x</a>'.repeat(100_000);
    const tracked = render(html, clicksOnly).html;
    expect(tracked.length).toBeLessThan(html.length + growth + 1_000);
    expect(tracked.startsWith('<a href="https://here.test/click?t=html0:')).toBe(true);
    expect(tracked.endsWith('<a href=http://a>x</a>')).toBe(true);

    const tracking_settings = {
      ...quiet.tracking_settings,
      subscription_tracking: { enable: true, substitution_tag: 'x' },
    };
    const tagged = render('x'.repeat(500_000), { tracking_settings }).html;
    expect(tagged.length).toBeLessThan(500_000 + growth + 1_000);
    expect(tagged.endsWith('xx')).toBe(true);
  });

  it('takes linear time for tags that are never closed', () => {
    const open = '<a <a '.repeat(100_000);
    expect(render(open, clicksOnly).html).toBe(open);
    const html = '<% '.repeat(100_000);
    const tracking_settings = { ...quiet.tracking_settings, subscription_tracking: { enable: true, html } };
    expect(render('x', { tracking_settings }).html).toBe(`x${html}`);
  });
});

describe('what is made of the parts of a request', () => {
  const template = (html: string) => ({
    template: { id: 'd-1', name: 'News', version: { id: '1', name: 'one' }, subject: 'S', html, plain: null },
    asm: { group_id: 1 },
  });
  const made = (html: string, more: Partial<SendRequest> = {}) =>
    render(html, { ...template(html), ...quiet, ...more });

  it.each([
    ['<a href="<%asm_group_unsubscribe_raw_url%>">Leave</a>', 'Leave (https://here.test/subscriptions?t=2)'],
    [
      "<p>Or <a class=x href='<%asm_preferences_raw_url%>'>choose</a></p>",
      'Or choose (https://here.test/subscriptions?t=2)',
    ],
    [
      '<p><%asm_group_unsubscribe_url%></p>',
      'Unsubscribe from this list (https://here.test/subscriptions?t=2)',
    ],
    ['<p>Read: <%asm_global_unsubscribe_raw_url%></p>', 'Read: https://here.test/subscriptions?t=2'],
  ])('a text that is made of %s has its links', (html, text) => {
    expect(made(html).text).toBe(text);
  });

  it('a text that is made of HTML without a link gets one', () => {
    expect(made('<p>News</p>').text).toBe(
      'News\n\nTo get no more of these mails: https://here.test/subscriptions?t=2',
    );
  });

  it.each([
    [{ 'x-case': '1' }, { 'X-Case': '2' }, { 'X-Case': '2' }],
    [{ 'X-A': '1', 'X-CASE': '1' }, { 'x-case': '2' }, { 'X-A': '1', 'x-case': '2' }],
    [{ 'Message-ID': '<a@b>', date: 'x', 'Mime-Version': '1.1' }, {}, {}],
  ])('headers %j and of the recipient %j are sent once', (headers, own, sent) => {
    const shared = {
      from: { email: 'a@b.test' },
      subject: 'S',
      content: [{ type: 'text/plain', value: 'x' }],
      headers,
    };
    expect(renderMessage({ shared, personalization: { to: [], headers: own } }, links).headers).toEqual(sent);
  });

  it('the link of the server replaces one of the request, whatever its case', () => {
    const { headers } = made('<p>x</p>', { headers: { 'list-unsubscribe': '<https://x.test>' } });
    expect(Object.keys(headers)).toEqual(['List-Unsubscribe', 'List-Unsubscribe-Post']);
  });

  it.each([
    ['<a title="see href=https://x.test" href="https://y.test">go</a>', 'title="see href=https://x.test"'],
    ['<a data-href="https://x.test" href="https://y.test">go</a>', 'data-href="https://x.test"'],
    ["<a title='1 > 0' href=https://y.test>go</a>", "title='1 > 0'"],
    ['<a\nhref = "https://y.test" alt=\'href="https://x.test"\'>go</a>', 'alt=\'href="https://x.test"\''],
    ['<img alt="<a href=https://x.test>"><a href="https://y.test">go</a>', 'alt="<a href=https://x.test>"'],
  ])('of %s the address alone is tracked', (html, kept) => {
    const tracked = render(html, clicksOnly).html;
    expect(tracked).toContain(kept);
    expect(tracked).toContain('click?t=html0:https%3A%2F%2Fy.test');
    expect(tracked.match(/click\?t=/g)).toHaveLength(1);
  });
});
