/** Choosing scopes: areas by verbs, with a search and ready choices. */

import { useState } from 'react';
import type { Scope } from '#api/email/scopes.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { SearchField } from '../../../ui/forms/search-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import {
  actionOf,
  areasOf,
  type ScopeArea,
  type ScopePreset,
  scopeActions,
  scopePresets,
  scopesIn,
} from './scope-areas.ts';

type ScopeMatrixProps = {
  kind: 'custom' | 'billing';
  chosen: ReadonlySet<Scope>;
  onChange(chosen: ReadonlySet<Scope>): void;
};

const presetNames = Object.keys(scopePresets) as ScopePreset[];

export function ScopeMatrix({ kind, chosen, onChange }: ScopeMatrixProps) {
  const t = useWords('email');
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const areas = areasOf(kind).filter((area) => scopesIn(area).some((scope) => scope.includes(wanted)));
  const set = (changed: readonly Scope[], isOn: boolean) => {
    const others = [...chosen].filter((each) => !changed.includes(each));
    onChange(new Set(isOn ? [...others, ...changed] : others));
  };
  return (
    <>
      {kind === 'custom' && (
        <fieldset className="actions" aria-label={t('scopes.presets')}>
          <span className="small mut">{t('scopes.presets')}</span>
          {presetNames.map((preset) => (
            <Button key={preset} onPress={() => set(scopePresets[preset], true)}>
              {t(`scopes.preset.${preset}`)}
            </Button>
          ))}
          <Button kind="ghost" onPress={() => onChange(new Set())} isDisabled={chosen.size === 0}>
            {t('scopes.clear')}
          </Button>
        </fieldset>
      )}
      <SearchField label={t('scopes.search')} value={search} onChange={setSearch} />
      <div className="matrix">
        <table aria-label={t('keys.scopes')}>
          <thead>
            <tr>
              <th scope="col">{t('scopes.area')}</th>
              {scopeActions.map((action) => (
                <th key={action} scope="col">
                  {t(`scopes.actions.${action}`)}
                </th>
              ))}
              <th scope="col">{t('scopes.actions.other')}</th>
            </tr>
          </thead>
          <tbody>
            {areas.map((area) => (
              <AreaRow key={area.name} area={area} chosen={chosen} onSet={set} />
            ))}
          </tbody>
        </table>
        {areas.length === 0 && <p className="filled mut">{t('scopes.none')}</p>}
      </div>
      <p className="small sec" role="status">
        {t('scopes.selected', { count: chosen.size })}
      </p>
    </>
  );
}

type AreaRowProps = {
  area: ScopeArea;
  chosen: ReadonlySet<Scope>;
  onSet(scopes: readonly Scope[], isOn: boolean): void;
};

function AreaRow({ area, chosen, onSet }: AreaRowProps) {
  const t = useWords('email');
  const all = scopesIn(area);
  const count = all.filter((scope) => chosen.has(scope)).length;
  return (
    <tr>
      <th scope="row">
        <Checkbox
          label={t('scopes.whole', { area: area.name })}
          isOn={count === all.length}
          isPartly={count > 0 && count < all.length}
          onChange={(isOn) => onSet(all, isOn)}
        >
          <span className="mono">{area.name}</span>
        </Checkbox>
      </th>
      {scopeActions.map((action) => {
        const scope = area.byAction[action];
        return (
          <td key={action}>
            {scope && (
              <Checkbox label={scope} isOn={chosen.has(scope)} onChange={(isOn) => onSet([scope], isOn)}>
                <span className="mono action">{action}</span>
              </Checkbox>
            )}
          </td>
        );
      })}
      <td>
        <span className="others">
          {area.others.map((scope) => (
            <Checkbox
              key={scope}
              label={scope}
              isOn={chosen.has(scope)}
              onChange={(isOn) => onSet([scope], isOn)}
            >
              <span className="mono">{actionOf(scope)}</span>
            </Checkbox>
          ))}
        </span>
      </td>
    </tr>
  );
}
