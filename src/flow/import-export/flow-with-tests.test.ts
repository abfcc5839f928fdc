import { describe, expect, it } from 'vitest';
import survey from '../samples/survey.json' with { type: 'json' };
import { exportWithTests, readExportedTests } from './flow-with-tests.ts';
import { readDefinition } from './read-definition.ts';

const tests = [{ name: 'Says no', test: 'start: {trigger: incomingMessage}\nsteps: []\n' }];

describe('the file of a flow with its tests', () => {
  it('is read back with its definition, its name and its tests', () => {
    const text = exportWithTests('A survey', survey, tests);
    expect(readExportedTests(text)).toEqual(tests);
    expect(readDefinition(text)).toMatchObject({ ok: true, name: 'A survey' });
    const read = readDefinition(text);
    expect(read.ok && read.definition.states).toHaveLength(survey.states.length);
  });

  it('is JSON with sorted keys, and of the tests only what they are', () => {
    const definition = { states: [], initial_state: 'a', description: 'd' };
    const marked = tests.map((each) => ({ ...each, id: 7 }));
    expect(exportWithTests('A', definition, marked)).toBe(`{
  "friendly_name": "A",
  "definition": {
    "description": "d",
    "initial_state": "a",
    "states": []
  },
  "tests": [
    {
      "name": "Says no",
      "test": "start: {trigger: incomingMessage}\\nsteps: []\\n"
    }
  ]
}
`);
  });

  it('has at most 500 tests, and only what is one', () => {
    const read = (file: object) => readExportedTests(`\uFEFF${JSON.stringify(file)}`);
    expect(read({ tests: Array.from({ length: 501 }, () => tests[0]) })).toHaveLength(500);
    const mixed = [{ test: 'x' }, { name: 1, test: 'x' }, { name: 'a\uFEFF', test: 'x', more: 1 }];
    expect(read({ tests: mixed })).toEqual([{ name: 'a\uFEFF', test: 'x' }]);
  });

  it('has no tests where it is the definition alone, or something else', () => {
    expect(readExportedTests(JSON.stringify(survey))).toEqual([]);
    expect(readExportedTests('no JSON')).toEqual([]);
    expect(readExportedTests('{"tests": [1, {"name": "x"}, null]}')).toEqual([]);
    expect(readExportedTests('{"tests": {"name": "x", "test": "y"}}')).toEqual([]);
  });
});
