import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { addWidget } from '#flow/edit/add-widget.ts';
import { renameWidget } from '#flow/edit/rename-widget.ts';
import { setProperty } from '#flow/edit/set-property.ts';
import { localDocument } from '../testing/open-document.ts';
import { createFindingsStore } from './findings-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function observedFindings() {
  const document = localDocument();
  const findings = createFindingsStore(document, () => 7);
  // From here on the rules are loaded.
  await findings.check();
  const addInvalidWidget = () =>
    document.apply(
      { name: 'addWidget', widget: 'request' },
      (now) => addWidget(now, 'make-http-request', { x: 0, y: 200 }).definition,
    );
  return { document, findings, addInvalidWidget };
}

describe('the findings of a draft', () => {
  it('are debounced to 150 ms after the last change', async () => {
    const { findings, addInvalidWidget } = await observedFindings();
    addInvalidWidget();
    vi.advanceTimersByTime(149);
    expect(findings.getState().errors).toBe(0);
    addInvalidWidget();
    vi.advanceTimersByTime(149);
    expect(findings.getState().errors).toBe(0);
    vi.advanceTimersByTime(1);
    expect(findings.getState().errors).toBe(2);
    expect(findings.getState().at).toBe(7);
  });

  it('come once the flow is shown, or with its first change', async () => {
    const { document, addInvalidWidget } = await observedFindings();
    addInvalidWidget();
    const shown = createFindingsStore(document, () => 7);
    expect(shown.getState().errors).toBe(0);
    shown.begin();
    await vi.waitUntil(() => shown.getState().errors === 1);
    const changed = createFindingsStore(document, () => 7);
    document.apply({ name: 'describe' }, (now) => ({ ...now, description: 'other' }));
    vi.advanceTimersByTime(150);
    await vi.waitUntil(() => changed.getState().errors === 1);
  });

  it('name what a carrier of the flow does not have, once it is known', async () => {
    const { document, findings } = await observedFindings();
    document.apply(
      { name: 'addWidget', widget: 'voicemail' },
      (now) => addWidget(now, 'record-voicemail', { x: 0, y: 200 }, 'voicemail').definition,
    );
    const found = async () =>
      (await findings.check()).findings.filter(({ code }) => code === 'carrier-feature');
    expect(await found()).toEqual([]);
    findings.setCarriers([{ name: 'Phones', lacks: ['voicemail'] }]);
    expect(await found()).toMatchObject([
      { severity: 'warning', message: expect.stringContaining("'Phones'"), property_path: '#/states/1/type' },
    ]);
    findings.setCarriers([{ name: 'Phones', lacks: ['payment'] }]);
    expect(await found()).toEqual([]);
  });

  it('are computed immediately by a check, as before publishing', async () => {
    const { findings, addInvalidWidget } = await observedFindings();
    addInvalidWidget();
    expect((await findings.check()).errors).toBe(1);
    expect(findings.getState().errors).toBe(1);
  });

  it('judge a field when it is left or the flow is checked, not while it is edited', async () => {
    const { document, findings } = await observedFindings();
    document.apply({ name: 'addWidget', widget: 'tell' }, (now) => {
      const added = addWidget(now, 'send-message', { x: 0, y: 200 }, 'tell').definition;
      return setProperty(added, 'tell', 'body', 'Hello');
    });
    expect((await findings.check()).errors).toBe(0);
    const type = (body: string) =>
      document.apply(
        { name: 'changeProperty', widget: 'tell', field: 'Message' },
        (now) => setProperty(now, 'tell', 'body', body),
        { gesture: 'tell body' },
      );
    type('');
    vi.advanceTimersByTime(200);
    expect(findings.getState().errors).toBe(0);
    document.endGesture();
    vi.advanceTimersByTime(200);
    expect(findings.getState().errors).toBe(1);
    type('Hi');
    vi.advanceTimersByTime(200);
    expect(findings.getState().errors).toBe(0);
    type('');
    expect((await findings.check()).errors).toBe(1);
  });

  it('judge a card that was just added when it is left, and before that only what was filled in', async () => {
    const { document, findings } = await observedFindings();
    const add = (name: string) => {
      document.apply(
        { name: 'addWidget', widget: name },
        (now) => addWidget(now, 'connect-call-to', { x: 0, y: 200 }, name).definition,
      );
      findings.select(new Set([name]));
    };
    const shown = () => {
      vi.advanceTimersByTime(200);
      return findings.getState().findings.map(({ code, property_path: path }) => `${code} ${path}`);
    };
    add('transfer');
    document.apply({ name: 'renameWidget', widget: 'transfer', target: 'forward' }, (now) => {
      const renamed = renameWidget(now, 'transfer', 'forward');
      return renamed.ok ? renamed.definition : now;
    });
    findings.select(new Set(['forward']));
    expect(shown().filter((each) => each.includes('states/1'))).toEqual([]);
    document.apply({ name: 'changeProperty', widget: 'forward', field: 'Caller ID' }, (now) =>
      setProperty(now, 'forward', 'caller_id', '020 79-'),
    );
    expect(shown().filter((each) => each.includes('states/1'))).toEqual([
      'address-form #/states/1/properties/caller_id',
    ]);
    findings.select(new Set());
    expect(shown()).toContain('incomplete #/states/1/properties/to');
    add('again');
    expect(shown().filter((each) => each.includes('states/2'))).toEqual([]);
    await findings.check();
    expect(shown()).toContain('incomplete #/states/2/properties/to');
  });

  it('put errors before warnings', async () => {
    const { findings, addInvalidWidget } = await observedFindings();
    addInvalidWidget();
    const severities = (await findings.check()).findings.map((each) => each.severity);
    expect(severities).toEqual([...severities].sort());
    expect(severities).toContain('warning');
  });

  it('include those of the server until the draft changes, without duplicates', async () => {
    const { document, findings, addInvalidWidget } = await observedFindings();
    addInvalidWidget();
    const own = (await findings.check()).findings[0];
    const finding = {
      severity: 'error' as const,
      code: 'server',
      message: 'is refused',
      property_path: '#/states/0',
    };
    const draft = document.getState().history.present;
    document.setState({
      serverFindings: {
        draft,
        findings: own === undefined ? [finding] : [finding, { ...own, code: 'server' }],
      },
    });
    vi.advanceTimersByTime(150);
    expect(findings.getState().errors).toBe(2);
    document.apply({ name: 'describe' }, (now) => ({ ...now, description: 'other' }));
    vi.advanceTimersByTime(150);
    expect(findings.getState().errors).toBe(1);
  });

  it('are not computed after stop', async () => {
    const { findings, addInvalidWidget } = await observedFindings();
    addInvalidWidget();
    findings.stop();
    vi.advanceTimersByTime(1000);
    expect(findings.getState().errors).toBe(0);
  });
});
