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

  it('has no tests where it is the definition alone, or something else', () => {
    expect(readExportedTests(JSON.stringify(survey))).toEqual([]);
    expect(readExportedTests('no JSON')).toEqual([]);
    expect(readExportedTests('{"tests": [1, {"name": "x"}, null]}')).toEqual([]);
    expect(readExportedTests('{"tests": {"name": "x", "test": "y"}}')).toEqual([]);
  });
});
