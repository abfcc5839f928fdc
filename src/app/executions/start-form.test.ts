import { describe, expect, it } from 'vitest';
import { parametersFault } from './start-form.ts';

describe('the parameters of a new execution', () => {
  it('may be left empty or be an object', () => {
    expect(parametersFault('  ')).toBeNull();
    expect(parametersFault('{"order": {"id": 17}}')).toBeNull();
  });

  it('are refused at the line where they stop being JSON', () => {
    expect(parametersFault('{\n  "order": 17,\n}')).toEqual({ kind: 'json', line: 3 });
  });

  it('are refused when they are JSON but no object', () => {
    for (const text of ['[1]', '"a"', 'null', '7'])
      expect(parametersFault(text)).toEqual({ kind: 'no-object' });
  });
});
