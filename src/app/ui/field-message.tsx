/** What stands below a field: its help, or what is wrong with what was typed. */

import { CircleAlert } from 'lucide-react';
import { FieldError } from 'react-aria-components/FieldError';
import { Text } from 'react-aria-components/Text';
import { Icon } from './icon.tsx';

export function FieldMessage({ help, error }: { help?: string | undefined; error?: string | undefined }) {
  return (
    <>
      {help && !error && (
        <Text slot="description" className="help">
          {help}
        </Text>
      )}
      {error && (
        <FieldError className="fault">
          <Icon of={CircleAlert} size={14} />
          <span>{error}</span>
        </FieldError>
      )}
    </>
  );
}
