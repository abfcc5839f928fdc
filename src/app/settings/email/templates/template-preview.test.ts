import { expect, it } from 'vitest';
import { previewTemplate } from './template-preview.ts';

const texts = {
  subject: 'Visit on {{day}}',
  html: '<p>Hello {{name}},</p>\n<p>{{clinic.room}}</p>',
  plain: '',
  generatesPlain: true,
  testData: '{"day": "Wednesday", "name": "<Ann>"}',
};

it('renders the email, and says where values are missing', () => {
  expect(previewTemplate(texts)).toEqual({
    rendered: {
      subject: 'Visit on Wednesday',
      html: '<p>Hello &lt;Ann&gt;,</p>\n<p></p>',
      text: 'Hello <Ann>,',
    },
    problems: [{ kind: 'missing', field: 'html', text: 'clinic.room', line: 2, column: 4 }],
  });
});

it('says once what is missing in each item of a list', () => {
  const html = '{{#each items}}{{price}}{{/each}}';
  const { problems } = previewTemplate({ ...texts, html, testData: '{"day": 1, "items": [1, 2, 3]}' });
  expect(problems).toEqual([{ kind: 'missing', field: 'html', text: 'price', line: 1, column: 16 }]);
});

it('says what does not compile, at its place, in each text', () => {
  const { rendered, problems } = previewTemplate({
    ...texts,
    subject: '{{#if day}}',
    html: '<p>\n  {{/each}}</p>',
  });
  expect(rendered).toBeNull();
  expect(problems).toMatchObject([
    { kind: 'syntax', field: 'subject', line: 1 },
    { kind: 'syntax', field: 'html', line: 2, column: 3 },
  ]);
});

it('takes its own plain text, and no data as none', () => {
  const own = previewTemplate({ ...texts, plain: 'Hi {{name}}', generatesPlain: false, testData: ' ' });
  expect(own.rendered?.text).toBe('Hi ');
});

it.each(['[]', 'null', '{"a": }', '12'])('says that %s is no test data', (testData) => {
  const { rendered, problems } = previewTemplate({ ...texts, testData });
  expect(rendered).toBeNull();
  expect(problems).toMatchObject([{ kind: 'data', field: 'testData' }]);
});

it('says where a template makes too much', () => {
  const items = JSON.stringify({ items: Array.from({ length: 2_000 }, () => 1) });
  const html = '{{#each items}}{{#each @root.items}}x{{/each}}{{/each}}';
  const { rendered, problems } = previewTemplate({ ...texts, html, testData: items });
  expect(rendered).toBeNull();
  expect(problems).toMatchObject([{ kind: 'limit' }]);
});
