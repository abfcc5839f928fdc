/** The table of the roles: a row for each permission, by area, and a column for each role. */

import { Check, Minus, Plus } from 'lucide-react';
import type { Role } from '#api/people/roles.ts';
import type { ResponseAt } from '../../client/api.ts';
import { useMembers } from '../../client/people/people.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { useWords } from '../../words/use-words.ts';

type RoleTableProps = {
  data: ResponseAt<'GET /v1/Roles'>;
  /** The two that are compared. */
  first: Role;
  second: Role;
  /** Only what the two differ in. */
  isShort: boolean;
};

export function RoleTable({ data, first, second, isShort }: RoleTableProps) {
  const t = useWords('people');
  const names = useWords('shell');
  const members = useMembers().data;
  const differs = (allowed: readonly Role[]) => allowed.includes(first) !== allowed.includes(second);
  const rows = data.permissions.filter(({ roles }) => !isShort || differs(roles));
  const columnClass = (role: Role) => (role === first || role === second ? 'compared' : undefined);
  if (rows.length === 0) return <p className="notice">{t('roles.noDifferences')}</p>;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it where it is wider than the window */}
      <section className="panel role-table" aria-label={t('roles.title')} tabIndex={0}>
        <table aria-label={t('roles.title')}>
          <thead>
            <tr>
              <th scope="col" className="area">
                {t('roles.area')}
              </th>
              <th scope="col">{t('roles.permission')}</th>
              {data.roles.map((role) => (
                <th key={role} scope="col" className={`role ${columnClass(role) ?? ''}`}>
                  <b>{names(`roles.${role}`)}</b>
                  {members && (
                    <span>
                      {t('roles.people', { count: members.filter((member) => member.role === role).length })}
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          {Object.entries(Object.groupBy(rows, ({ area }) => area)).map(([area, group]) => (
            <tbody key={area}>
              {group.map((permission, index) => (
                <tr key={permission.name} className={differs(permission.roles) ? 'differs' : undefined}>
                  {index === 0 && (
                    <th scope="rowgroup" rowSpan={group.length} className="area">
                      {t(`areas.${permission.area}`)}
                    </th>
                  )}
                  <th scope="row">
                    <span className="permission">
                      {t(`permissions.${permission.name}`)}
                      <code>{permission.name}</code>
                    </span>
                  </th>
                  {data.roles.map((role) => (
                    <td key={role} className={columnClass(role)}>
                      <Mark
                        isAllowed={permission.roles.includes(role)}
                        needsReason={permission.with_reason.includes(role)}
                        isMore={role === second && !permission.roles.includes(first)}
                      />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>
      <p className="role-legend">
        <span>
          <Icon of={Check} size={14} />
          {t('roles.allowed')}
        </span>
        <span>
          <Icon of={Minus} size={14} />
          {t('roles.refused')}
        </span>
        <span>
          <b className="limited">{t('roles.withReason')}</b>
          {t('roles.limited')}
        </span>
      </p>
    </>
  );
}

/** `isMore`: the role that it is compared with may not do it. */
function Mark({
  isAllowed,
  needsReason,
  isMore,
}: {
  isAllowed: boolean;
  needsReason: boolean;
  isMore: boolean;
}) {
  const t = useWords('people');
  if (needsReason) return <span className="limited">{t('roles.withReason')}</span>;
  if (isAllowed && isMore) {
    return (
      <span className="more">
        <Icon of={Plus} size={12} />
        {t('roles.yes')}
      </span>
    );
  }
  return (
    <span className={isAllowed ? 'yes' : 'no'}>
      <Icon of={isAllowed ? Check : Minus} size={14} />
      <span className="vh">{t(isAllowed ? 'roles.yes' : 'roles.no')}</span>
    </span>
  );
}
