import { describe, expect, it } from 'vitest';
import { parametersError } from './start-parameters.ts';

describe('the parameters of a new execution', () => {
  it('may be left empty or be an object', () => {
    expect(parametersError('  ')).toBeNull();
    expect(parametersError('{"order": {"id": 17}}')).toBeNull();
  });

  it('are refused at the line where they stop being JSON', () => {
    expect(parametersError('{\n  "order": 17,\n}')).toEqual({ kind: 'json', line: 3 });
  });

  it('are refused when they are JSON but no object', () => {
    for (const text of ['[1]', '"a"', 'null', '7'])
      expect(parametersError(text)).toEqual({ kind: 'no-object' });
  });
});
