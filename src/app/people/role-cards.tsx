/** The roles to choose from, each with what it may do. */

import { Label } from 'react-aria-components/Label';
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup';
import { mayGive, type Role, roles } from '#api/people/roles.ts';
import { useWords } from '../words/use-words.ts';
import './people.css';

type RoleCardsProps = {
  /** The role of the person who chooses: a higher one cannot be given. */
  own: Role;
  value: Role;
  onChange(role: Role): void;
};

export function RoleCards({ own, value, onChange }: RoleCardsProps) {
  const t = useWords('people');
  const names = useWords('shell');
  return (
    <RadioGroup
      className="field"
      value={value}
      onChange={(chosen) => {
        const role = roles.find((each) => each === chosen);
        if (role !== undefined) onChange(role);
      }}
    >
      <Label className="lab">{t('role')}</Label>
      <div className="role-cards">
        {roles
          .filter((role) => mayGive(own, role))
          .map((role) => (
            <Radio key={role} value={role} className="card" aria-label={names(`roles.${role}`)}>
              <b>{names(`roles.${role}`)}</b>
              <small>{t(`roleTexts.${role}`)}</small>
            </Radio>
          ))}
      </div>
    </RadioGroup>
  );
}
