/** The matrix of scopes leaves nothing out and gives nothing that cannot be given. */

import { describe, expect, it } from 'vitest';
import { isBillingScope, isRequestableScope, scopes } from '#api/email/scopes.ts';
import { areasOf, scopePresets, scopesIn } from './scope-areas.ts';

describe('the matrix of scopes', () => {
  it('holds every scope that a key can be given, once', () => {
    const held = [...areasOf('custom'), ...areasOf('billing')].flatMap(scopesIn);
    expect(held.toSorted()).toEqual(scopes.filter(isRequestableScope).toSorted());
  });

  it('keeps billing apart, as the service does', () => {
    expect(areasOf('billing').flatMap(scopesIn).every(isBillingScope)).toBe(true);
    expect(areasOf('custom').flatMap(scopesIn).some(isBillingScope)).toBe(false);
  });

  it('puts scopes with the common actions into their columns and keeps the others', () => {
    const named = (name: string) => areasOf('custom').find((area) => area.name === name);
    expect(named('suppression.bounces')?.byAction).toEqual({
      read: 'suppression.bounces.read',
      create: 'suppression.bounces.create',
      update: 'suppression.bounces.update',
      delete: 'suppression.bounces.delete',
    });
    expect(named('mail')).toEqual({ name: 'mail', byAction: {}, others: ['mail.send'] });
  });

  it('has only requestable scopes in its presets', () => {
    for (const [preset, chosen] of Object.entries(scopePresets)) {
      expect(chosen.length, preset).toBeGreaterThan(0);
      expect(chosen.every(isRequestableScope), preset).toBe(true);
    }
  });
});
