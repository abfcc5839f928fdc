import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyDefinition } from '#flow/definition.ts';
import { addWidget } from '#flow/edit/add-widget.ts';
import { createDocumentStore } from './document-store.ts';
import { watchFindings } from './findings-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched() {
  const document = createDocumentStore({
    id: 'here',
    base: null,
    draft: { name: 'Test', definition: emptyDefinition() },
  });
  const findings = watchFindings(document, () => 7);
  const breakIt = () =>
    document.apply('addWidget', (now) => addWidget(now, 'make-http-request', { x: 0, y: 200 }).definition);
  return { document, findings, breakIt };
}

describe('the findings of a draft', () => {
  it('come 150 ms after the last change, not with each letter', () => {
    const { findings, breakIt } = watched();
    breakIt();
    vi.advanceTimersByTime(149);
    expect(findings.getState().errors).toBe(0);
    breakIt();
    vi.advanceTimersByTime(149);
    expect(findings.getState().errors).toBe(0);
    vi.advanceTimersByTime(1);
    expect(findings.getState().errors).toBe(2);
    expect(findings.getState().at).toBe(7);
  });

  it('are there at once for one who asks, as before publishing', () => {
    const { findings, breakIt } = watched();
    breakIt();
    expect(findings.check().errors).toBe(1);
    expect(findings.getState().errors).toBe(1);
  });

  it('put errors before warnings', () => {
    const { findings, breakIt } = watched();
    breakIt();
    const severities = findings.check().findings.map((each) => each.severity);
    expect(severities).toEqual([...severities].sort());
    expect(severities).toContain('warning');
  });

  it('hold what the server found until the draft is another, and say nothing twice', () => {
    const { document, findings, breakIt } = watched();
    breakIt();
    const own = findings.check().findings[0];
    const told = {
      severity: 'error' as const,
      code: 'server',
      message: 'is refused',
      property_path: '#/states/0',
    };
    const draft = document.getState().history.present;
    document.setState({
      told: { draft, findings: own === undefined ? [told] : [told, { ...own, code: 'server' }] },
    });
    vi.advanceTimersByTime(150);
    expect(findings.getState().errors).toBe(2);
    document.apply('describe', (now) => ({ ...now, description: 'other' }));
    vi.advanceTimersByTime(150);
    expect(findings.getState().errors).toBe(1);
  });

  it('are not looked for any more once the flow is closed', () => {
    const { findings, breakIt } = watched();
    breakIt();
    findings.stop();
    vi.advanceTimersByTime(1000);
    expect(findings.getState().errors).toBe(0);
  });
});
