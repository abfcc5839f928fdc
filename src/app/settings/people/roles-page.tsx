/** What each role may do, and two roles compared. */

import '../../words/chunks/people-words.ts';
import { getRouteApi } from '@tanstack/react-router';
import { Braces, Equal, Minus, Plus, ShieldCheck } from 'lucide-react';
import { paths } from '#api/paths.ts';
import { roles as allRoles, type Role } from '#api/people/roles.ts';
import type { ResponseAt } from '../../client/api.ts';
import { useRoles } from '../../client/people/people.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { QueryList } from '../../ui/display/query-list.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { Icon } from '../../ui/marks/icon.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useWords } from '../../words/use-words.ts';
import { SectionHeader } from '../section-header.tsx';
import './people-settings.css';
import { RoleTable } from './role-table.tsx';
import { type RolesSearch, readRolesSearch } from './search-params.ts';

const route = getRouteApi('/shell/settings/roles');

type RolesResource = ResponseAt<'GET /v1/Roles'>;

export function RolesPage() {
  const t = useWords('people');
  const roles = useRoles();
  return (
    <div className="stacked people-settings">
      <div className="with-actions">
        <SectionHeader title={t('roles.title')} lead={t('roles.lead')} />
        <a className={buttonClass()} href={paths.roles}>
          <Icon of={Braces} size={14} />
          {t('roles.json')}
        </a>
      </div>
      <QueryList
        list={roles}
        count={roles.data?.permissions.length ?? 0}
        failedTitle={t('roles.failedTitle')}
        empty={<EmptyState icon={ShieldCheck} title={t('roles.emptyTitle')} />}
        lines={8}
      >
        {roles.data && <ComparedRoles data={roles.data} />}
      </QueryList>
    </div>
  );
}

function ComparedRoles({ data }: { data: RolesResource }) {
  const t = useWords('people');
  const names = useWords('shell');
  const search = readRolesSearch(route.useSearch());
  const navigate = route.useNavigate();
  const [first, second] = comparedRoles(search);
  const options = data.roles.map((value) => ({ value, label: names(`roles.${value}`) }));
  const compare = (a: Role, b: Role) =>
    void navigate({ search: (now) => ({ ...now, compare: `${a}..${b}` }), replace: true });
  return (
    <>
      <div className="actions compare-bar">
        <span className="label">{t('roles.compare')}</span>
        <Select
          label={t('roles.compareFirst')}
          hideLabel
          size="sm"
          options={options}
          value={first}
          onChange={(role) => compare(role, second)}
        />
        <span className="sec">{t('roles.compareWith')}</span>
        <Select
          label={t('roles.compareSecond')}
          hideLabel
          size="sm"
          options={options}
          value={second}
          onChange={(role) => compare(first, role)}
        />
        <Difference data={data} first={first} second={second} />
        <span className="grow" />
        <Switch
          label={t('roles.onlyDifferences')}
          isOn={search.only === true}
          onChange={(only) =>
            void navigate({
              search: ({ only: _, ...rest }) => ({ ...rest, ...(only && { only: true as const }) }),
              replace: true,
            })
          }
        />
      </div>
      <RoleTable data={data} first={first} second={second} isShort={search.only === true} />
    </>
  );
}

/** How many things the second role may do that the first may not, or the other way round. */
function Difference({ data, first, second }: { data: RolesResource; first: Role; second: Role }) {
  const t = useWords('people');
  const role = useWords('shell')(`roles.${second}`);
  const count = (has: Role, lacks: Role) =>
    data.permissions.filter((each) => each.roles.includes(has) && !each.roles.includes(lacks)).length;
  const more = count(second, first);
  const less = count(first, second);
  return (
    <>
      {more > 0 && (
        <span className="difference more">
          <Icon of={Plus} size={12} />
          {t('roles.more', { role, count: more })}
        </span>
      )}
      {less > 0 && (
        <span className="difference less">
          <Icon of={Minus} size={12} />
          {t('roles.less', { role, count: less })}
        </span>
      )}
      {more + less === 0 && (
        <span className="difference">
          <Icon of={Equal} size={12} />
          {t('roles.same')}
        </span>
      )}
    </>
  );
}

/** The two roles that are compared: those of the address, otherwise two that are easily confused. */
function comparedRoles({ compare }: RolesSearch): readonly [Role, Role] {
  const [first, second] = (compare ?? '').split('..').map((name) => allRoles.find((role) => role === name));
  return [first ?? 'author', second ?? 'publisher'];
}
