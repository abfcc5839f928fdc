/** A text field that saves on blur or Enter. Escape restores the saved text. */

import { useState } from 'react';
import { TextField } from '../../../ui/forms/text-field.tsx';

export type AutosaveTextFieldProps = {
  label: string;
  /** What is saved. */
  value: string;
  error: string | undefined;
  /** What was typed has changed: an earlier refusal no longer applies. */
  onEdit(): void;
  /** Rejects when it is refused; what was typed then stays. */
  onSave(text: string): Promise<unknown>;
};

export function AutosaveTextField({ label, value, error, onEdit, onSave }: AutosaveTextFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const [isSaving, setSaving] = useState(false);
  const save = async () => {
    if (draft === null || isSaving) return;
    if (draft.trim() === value) return setDraft(null);
    setSaving(true);
    try {
      await onSave(draft.trim());
      setDraft(null);
    } catch {
      // The caller shows the error as `error`.
    } finally {
      setSaving(false);
    }
  };
  return (
    <TextField
      label={label}
      value={draft ?? value}
      error={error}
      onChange={(text) => {
        setDraft(text);
        onEdit();
      }}
      onBlur={() => void save()}
      onKeyDown={({ key }) => {
        if (key === 'Enter') void save();
        if (key !== 'Escape') return;
        setDraft(null);
        onEdit();
      }}
    />
  );
}
