/** A password, with a button that shows what was typed. */

import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { TextField } from 'react-aria-components/TextField';
import { FieldMessage } from '../ui/forms/field-message.tsx';
import '../ui/forms/field.css';
import { Icon } from '../ui/marks/icon.tsx';
import { useWords } from '../words/use-words.ts';
import './people.css';

type PasswordFieldProps = {
  label: string;
  value: string;
  onChange(value: string): void;
  /** What a password manager fills in: the one that there is, or a new one that it makes. */
  autoComplete: 'current-password' | 'new-password';
  autoFocus?: boolean;
  help?: string | undefined;
  error?: string | undefined;
  /** At the right end of the label's line. */
  aside?: ReactNode;
};

export function PasswordField({ label, help, error, aside, ...rest }: PasswordFieldProps) {
  const t = useWords('people');
  const [isShown, setShown] = useState(false);
  const isInvalid = error !== undefined;
  return (
    <TextField
      {...rest}
      name="password"
      type={isShown ? 'text' : 'password'}
      maxLength={200}
      className="field password-field"
      isInvalid={isInvalid}
    >
      <div className="password-label">
        <Label className="lab">{label}</Label>
        {aside}
      </div>
      <div className="input" data-invalid={isInvalid || undefined}>
        <Input spellCheck={false} autoCapitalize="none" dir="ltr" />
        <Button
          className="eye"
          aria-label={t(isShown ? 'hidePassword' : 'showPassword')}
          onPress={() => setShown(!isShown)}
        >
          <Icon of={isShown ? EyeOff : Eye} size={16} />
        </Button>
      </div>
      <FieldMessage help={help} error={error} />
    </TextField>
  );
}
