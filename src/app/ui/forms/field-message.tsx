/** The message below a field: its help text, or its error. */

import { CircleAlert } from 'lucide-react';
import { FieldError } from 'react-aria-components/FieldError';
import { Text } from 'react-aria-components/Text';
import { Icon } from '../marks/icon.tsx';

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
