import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalDefinition, canonicalText } from '../canonical/canonical.ts';
import { emptyDefinition } from '../definition.ts';
import { exportFileName } from './export-definition.ts';
import { readDefinition } from './read-definition.ts';

const flow = emptyDefinition('Greets people');
const resource = { sid: 'FW1', friendly_name: 'Greeting', definition: flow, status: 'draft' };

/** The sentence that a refused input gets, null when it opens. */
function refusal(input: unknown): string | null {
  const read = readDefinition(input);
  return read.ok ? null : read.sentence;
}

describe('a file with a flow opens', () => {
  it('as it was exported, unchanged', () => {
    expect(readDefinition(canonicalText(flow))).toEqual({
      ok: true,
      definition: canonicalDefinition(flow),
      name: null,
      notes: [],
    });
  });

  it('with a byte order mark', () => {
    expect(readDefinition(`\uFEFF${canonicalText(flow)}`)).toMatchObject({
      ok: true,
      definition: canonicalDefinition(flow),
    });
  });

  it.each([
    ['a flow resource', JSON.stringify(resource)],
    [
      'a resource whose definition is text',
      JSON.stringify({ ...resource, definition: JSON.stringify(flow) }),
    ],
    ['a list with one flow', JSON.stringify([resource])],
    ['a page of revisions', JSON.stringify({ revisions: [resource], meta: { key: 'revisions' } })],
    [
      'a template as JSON',
      JSON.stringify({
        resource: { studio_flow: { main: { ...resource, definition: JSON.stringify(flow) } } },
      }),
    ],
  ])('inside %s, with its name', (_, text) => {
    const read = readDefinition(text);
    expect(read).toMatchObject({ ok: true, definition: flow, name: 'Greeting' });
    expect(read.ok && read.notes).toEqual(['The flow was taken out of the resource around it.']);
  });

  it.each([
    ['a script', `// made by hand\nmodule.exports = ${JSON.stringify(flow, null, 2)};\n`],
    ['a module', `import x from 'y';\nexport default ${JSON.stringify(flow)}`],
    [
      'a template',
      `resource "flow" "main" {\n  status = "draft"\n  definition = jsonencode(${JSON.stringify(flow)})\n}\n`,
    ],
    [
      'a document',
      `# The flow\n\nUse {braces} so:\n\n\`\`\`json\n${JSON.stringify(flow, null, 2)}\n\`\`\`\n`,
    ],
  ])('inside %s', (_, text) => {
    expect(readDefinition(text)).toMatchObject({
      ...{ ok: true, definition: canonicalDefinition(flow) },
      notes: ['The flow was taken out of the text around it.'],
    });
  });

  it.each<[string, string, string | null]>([
    ['a resource in a text', `x = ${JSON.stringify({ friendlyName: 'A', definition: flow })};`, 'A'],
    ['braces and quotes in texts', `{ "states" : ${JSON.stringify(flow)} } {"a": "}\\"{"} "`, null],
    ['other objects before it', `${'{} '.repeat(48)}${JSON.stringify(flow)} {`, null],
    ['an object that encloses it and is no JSON', `{a: {b: ${JSON.stringify(flow)}}`, null],
  ])('out of a text with %s', (_, text, name) => {
    expect(readDefinition(text)).toEqual({
      ...{ ok: true, definition: flow, name },
      notes: ['The flow was taken out of the text around it.'],
    });
  });

  it.each<[string, unknown, string | null]>([
    ['FriendlyName', { FriendlyName: 'A', a: flow }, 'A'],
    ['friendlyName', { friendly_name: ' ', friendlyName: 'A', a: flow }, 'A'],
    ['none that is no text', { friendly_name: 7, a: flow }, null],
    ['that next to it', { friendly_name: 'Outer', a: { friendly_name: 'Inner', b: [flow] } }, 'Inner'],
    ['that around it', { friendly_name: 'Outer', a: { friendly_name: '', b: [flow] } }, 'Outer'],
    ['that in a text', { a: `\uFEFF${JSON.stringify({ friendly_name: 'A', b: flow })}` }, 'A'],
  ])('with a name: %s', (_, value, name) => {
    expect(readDefinition(value)).toMatchObject({ ok: true, definition: flow, name });
  });

  it('when it is at most six levels deep', () => {
    const nested = (levels: number): object => (levels === 0 ? flow : { a: nested(levels - 1) });
    expect([1, 6, 7].map((levels) => readDefinition(nested(levels)).ok)).toEqual([true, true, false]);
  });

  it.each([
    [{ a: { states: [] } }, false],
    [{ a: { states: [], initial_state: 7 } }, false],
    [{ a: { states: [], initial_state: 'x' } }, true],
    [{ a: { states: [{}, { transitions: [] }] } }, true],
    [{ a: { states: [{ transitions: 'none' }] } }, false],
    [{ a: { states: ['no', null] } }, false],
    [{ b: { c: { states: [] } }, a: { d: { states: [{ transitions: [] }] } } }, true],
  ])('inside another object when it looks like one: %j', (value, opens) => {
    expect(readDefinition(value).ok).toBe(opens);
  });

  it('with targets that only resemble identifiers of an older format', () => {
    const id = `FF${'0'.repeat(32)}`;
    const transitions = [null, { next: 7 }, { next: `x${id}` }, { next: `${id}0` }, { next: 'FF0' }];
    expect(readDefinition({ states: [{ type: 'a', transitions }, { type: 'b' }] }).ok).toBe(true);
    expect(readDefinition({ states: [{ transitions: [{ next: 'a' }, { next: id }] }] }).ok).toBe(false);
  });

  it('with errors, which validation reports', () => {
    const draft = {
      states: [
        { type: 'endCall', colour: 'red' },
        { name: 'a', type: 'say-play', transitions: 'none' },
      ],
    };
    expect(readDefinition(JSON.stringify(draft))).toEqual({
      ok: true,
      definition: draft,
      name: null,
      notes: [],
    });
  });

  it('with no states at all', () => {
    expect(readDefinition('{"states":[]}')).toMatchObject({ ok: true, definition: { states: [] } });
  });
});

describe('a file that is not a flow is rejected with what it is', () => {
  const former = { states: [{ type: 'InitialState', name: 'Trigger', transitions: [] }] };
  const formerLink = {
    states: [{ type: 'Other', transitions: [{ event: 'x', next: `FF${'0'.repeat(32)}` }] }],
  };
  it.each([
    ['', 'This file is empty.'],
    [' \n ', 'This file is empty.'],
    ['hello there', 'This file is no JSON: it breaks off at line 1.'],
    ['{\n  "states": [\n    oops\n  ]\n}', 'This JSON is broken at line 3.'],
    ['<!DOCTYPE html><html></html>', 'This is a web page: a flow is a JSON file.'],
    ['<?xml version="1.0"?><a/>', 'This is XML or another markup: a flow is a JSON file.'],
    ['PK\u0003\u0004\uFFFD', 'This file is no text: a flow is a JSON file.'],
    [' <html>', 'This is a web page: a flow is a JSON file.'],
    ['a <html>', 'This file is no JSON: it breaks off at line 1.'],
    ['a {', 'This file is no JSON: it breaks off at line 1.'],
    ['{"states": [1}', 'This JSON is broken at line 1.'],
    ['"a', 'This JSON is broken at line 1.'],
    [`${' '.repeat(2_000)}\uFFFD`, 'This file is no JSON: it breaks off at line 1.'],
    [`\n${'x '.repeat(1_000)}\u0000`, 'This file is no JSON: it breaks off at line 2.'],
    ['[1]', 'This is a list of 1 entry, not a flow: a flow is one object with a list of states.'],
    ['7', 'This file holds only a number, not a flow.'],
    ['false', 'This file holds only true or false, not a flow.'],
    ['{"states":7}', 'The states of this file are a number; those of a flow are a list.'],
    ['{"states":null}', 'The states of this file are null; those of a flow are a list.'],
    ['{"a":1,"b":2,"c":3}', 'This object has no states, so it is no flow: it has a, b, c.'],
    ['{"type":1}', 'This object has no states, so it is no flow: it has type.'],
    ['{"transitions":1}', 'This object has no states, so it is no flow: it has transitions.'],
    ['{"name":1,"version":1}', 'This object has no states, so it is no flow: it has name, version.'],
    ['{"name":"x","version":"1.0.0","dependencies":{}}', 'This is a package manifest, not a flow.'],
    ['{"name":"x","devDependencies":{}}', 'This is a package manifest, not a flow.'],
    ['{"lockfileVersion":3}', 'This is a package lock file, not a flow.'],
    ['{"compilerOptions":{}}', 'This is a compiler configuration, not a flow.'],
    ['{"openapi":"3.1.0"}', 'This is a description of an API, not a flow.'],
    ['{"swagger":"2.0"}', 'This is a description of an API, not a flow.'],
    ['{"StartAt":"a","States":{}}', 'This is a state machine of another language, not a flow.'],
    ['{"nodes":[],"connections":{}}', 'This is a workflow of another tool, not a flow.'],
    ['{"nodes":[],"edges":[]}', 'This is a graph of another tool, not a flow.'],
    ['{"code":1,"message":"x","status":404}', 'This is an error answer of an API, not a flow.'],
    ['[1, 2]', 'This is a list of 2 entries, not a flow: a flow is one object with a list of states.'],
    ['"states"', 'This file holds only a text, not a flow.'],
    ['null', 'This file holds only null, not a flow.'],
    ['{}', 'This is an empty object, not a flow.'],
    ['{"a":1,"b":2,"c":3,"d":4}', 'This object has no states, so it is no flow: it has a, b, c ….'],
    ['{"name":"x","version":"1.0.0","scripts":{}}', 'This is a package manifest, not a flow.'],
    ['{"states":{"a":{}}}', 'The states of this file are an object; those of a flow are a list.'],
    [
      '{"states":[{"type":"trigger"},"x"]}',
      'Entry 2 of its states is no object, so this is no flow that can be drawn.',
    ],
    [
      '{"type":"say-play","transitions":[]}',
      'This is a single widget, not a flow: paste it onto the canvas of a flow.',
    ],
    [
      '{"sid":"FW1","definition":null}',
      'This is a flow from a list: its definition was left out. Fetch the flow itself.',
    ],
    [
      '{"definition":"{\\n oops"}',
      'The definition in this file is text that is no JSON: it breaks off at line 2.',
    ],
    ['{"definition":"{}"}', 'The definition in this file has no states, so it is no flow.'],
  ])('%j', (text, sentence) => {
    expect(refusal(text)).toBe(sentence);
  });

  it.each([[former], [formerLink]])('in an older export format', (value) => {
    expect(refusal(JSON.stringify(value))).toBe(
      'This is a flow in an older export format, with types such as InitialState. Export it again from where it came, in the current format.',
    );
  });

  it('longer than a flow may be', () => {
    expect(refusal(' '.repeat(10) + JSON.stringify('x'.repeat(1_200_000)))).toBe(
      'This file has 1.2 million characters; a flow has at most one million.',
    );
    expect(refusal(`"${'x'.repeat(999_998)}"`)).toBe('This file holds only a text, not a flow.');
  });

  it('that is nothing', () => {
    expect(refusal(undefined)).toBe('This file holds only nothing, not a flow.');
  });

  it('never fails on any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.json(), fc.string()), (input) => {
        const read = readDefinition(input);
        expect(read.ok ? Array.isArray(read.definition.states) : read.sentence.endsWith('.')).toBe(true);
      }),
    );
  });
});

describe('an exported file', () => {
  it.each([
    ['After-hours calls', 'after-hours-calls.json'],
    ['  Größe / 2  ', 'größe-2.json'],
    ['../../etc', 'etc.json'],
    ['***', 'flow.json'],
    ['a'.repeat(81), `${'a'.repeat(80)}.json`],
    [`${'a'.repeat(79)} b`, `${'a'.repeat(79)}.json`],
    ['e\u0301', '\u00e9.json'],
  ])('of %j is called %s', (name, file) => {
    expect(exportFileName(name)).toBe(file);
  });
});
