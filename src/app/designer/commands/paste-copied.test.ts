import { expect, it } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { pasteCopied } from './paste-copied.ts';

const widget = {
  name: 'pasted',
  type: 'set-variables',
  transitions: [{ event: 'next' }],
  properties: { variables: [] },
};
const json = JSON.stringify({ states: [widget] });
const paste = (text: string) => pasteCopied(() => emptyDefinition('Flow'), text, null);

it.each([
  ['JSON', json],
  ['JSON in a fence', `\`\`\`json\n${json}\n\`\`\``],
  ['JSON in sentences', `Try this one:\n\n${json}\n\nIt sets a variable.`],
  [
    'a resource of the API',
    JSON.stringify({ sid: 'FW1', friendly_name: 'Pasted', definition: JSON.parse(json) }),
  ],
  ['a resource with its definition as text', JSON.stringify({ sid: 'FW1', definition: json })],
  ['JSON behind a byte order mark', `\ufeff${json}`],
  ['a list of widgets', JSON.stringify([widget])],
  ['one widget', JSON.stringify(widget)],
])('what can be imported as a file can be pasted: %s', async (_, text) => {
  expect(await paste(text)).toMatchObject({ ok: true, ids: ['pasted'] });
});

it.each(['', 'hello', '{"a":1}', '[1]', '{"states":[]}'])('%j cannot', async (text) => {
  expect(await paste(text)).toMatchObject({ ok: false });
});

it('a trigger alone cannot, as a flow has one', async () => {
  const trigger = JSON.stringify({ states: [{ name: 'Trigger', type: 'trigger', transitions: [] }] });
  expect(await paste(trigger)).toEqual({ ok: false, reason: expect.stringContaining('trigger') });
});
