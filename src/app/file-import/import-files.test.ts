import { describe, expect, it } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { exportWithTests } from '#flow/import-export/flow-with-tests.ts';
import { RequestError } from '../client/request.ts';
import { type ImportDestinations, importFile, nameFor } from './import-files.ts';

const file = (name: string, content: string) => ({ name, text: async () => content });
const flow = JSON.stringify(emptyDefinition());

const sound: ImportDestinations['countErrors'] = async () => 0;
const refuses: ImportDestinations['keepLocally'] = () => Promise.reject(new Error('not requested'));

const keepsNone: ImportDestinations['keepTests'] = () => Promise.resolve();

describe('importing a file', () => {
  it('creates a draft with the text of the definition', async () => {
    const forms: unknown[] = [];
    const imported = await importFile(file('night_line.json', flow), {
      keepTests: keepsNone,
      create: async (form) => {
        forms.push(form);
        return { sid: 'FW1' };
      },
      keepLocally: refuses,
      countErrors: sound,
    });
    expect(imported).toEqual({ kind: 'created', sid: 'FW1', name: 'night line' });
    expect(forms).toMatchObject([{ FriendlyName: 'night line', Status: 'draft' }]);
    expect(JSON.parse((forms[0] as { Definition: string }).Definition)).toEqual(emptyDefinition());
  });

  it('keeps the tests of a file with the flow that it creates', async () => {
    const kept: unknown[] = [];
    const tests = [{ name: 'Says no', test: 'start: {trigger: incomingMessage}' }];
    await importFile(file('night.json', exportWithTests('Night', emptyDefinition(), tests)), {
      create: async () => ({ sid: 'FW1' }),
      keepTests: async (flow, exported) => {
        kept.push([flow, exported]);
      },
      keepLocally: refuses,
      countErrors: sound,
    });
    expect(kept).toEqual([['FW1', tests]]);
  });

  it('explains why a file is not a flow, without a request', async () => {
    const nobody: ImportDestinations = {
      countErrors: () => Promise.reject(new Error('requested')),
      keepTests: keepsNone,
      create: () => Promise.reject(new Error('requested')),
      keepLocally: refuses,
    };
    const imported = await importFile(file('x.json', '{"lockfileVersion": 3}'), nobody);
    expect(imported).toMatchObject({ kind: 'refused', reason: 'no-flow' });
    expect(imported).toHaveProperty('sentence', expect.stringContaining('lock file'));
  });

  it('stores a flow with errors in the browser without a request', async () => {
    const imported = await importFile(file('broken.json', flow), {
      countErrors: async () => 3,
      keepTests: keepsNone,
      create: () => Promise.reject(new Error('requested')),
      keepLocally: async () => 'local-1',
    });
    expect(imported).toEqual({ kind: 'local', id: 'local-1', name: 'broken', errors: 3 });
  });

  it('stores a flow that only the server rejects as invalid', async () => {
    const details = {
      errors: [
        { message: 'a', property_path: '#' },
        { message: 'b', property_path: '#' },
      ],
    };
    const imported = await importFile(file('broken.json', flow), {
      keepTests: keepsNone,
      create: () => Promise.reject(new RequestError('invalid', 400, 81022, details)),
      keepLocally: async () => 'local-1',
      countErrors: sound,
    });
    expect(imported).toEqual({ kind: 'local', id: 'local-1', name: 'broken', errors: 2 });
  });

  it('passes on the error message of the server', async () => {
    const imported = await importFile(file('a.json', flow), {
      keepTests: keepsNone,
      create: () => Promise.reject(new RequestError('Too Many Requests', 429, 20429)),
      keepLocally: refuses,
      countErrors: sound,
    });
    expect(imported).toEqual({ kind: 'refused', reason: 'failed', message: 'Too Many Requests' });
  });
});

describe('the name of an imported flow', () => {
  const described = { ...emptyDefinition(), description: 'Asks for the order' };

  it('is the name inside, the file name, or the description of a file with a generic name', () => {
    expect(nameFor('a.json', described, 'Inside')).toBe('Inside');
    expect(nameFor('order_status.json', described, null)).toBe('order status');
    expect(nameFor('studio_flow.json', described, null)).toBe('Asks for the order');
    expect(nameFor('flow (2).json', described, null)).toBe('Asks for the order');
    expect(nameFor('flow.json', { ...described, description: '' }, null)).toBe('flow');
  });
});
