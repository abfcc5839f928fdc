/** Giving a member another role. */

import { useState } from 'react';
import type { Role } from '#api/people/roles.ts';
import type { MemberResource } from '#api/people/schemas.ts';
import { useUpdateMember } from '../../client/people/people.ts';
import { RoleCards } from '../../people/role-cards.tsx';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { toast } from '../../ui/overlays/toast.ts';
import { useWords } from '../../words/use-words.ts';

type RoleDialogProps = { member: MemberResource; own: Role; onClose(): void };

export function RoleDialog({ member: { sid, name, role: present }, own, onClose }: RoleDialogProps) {
  const t = useWords('people');
  const names = useWords('shell');
  const change = useUpdateMember(sid);
  const [role, setRole] = useState<Role>(present);
  const submit = () =>
    change.mutate(
      { Role: role },
      {
        onSuccess: () => {
          toast({ message: t('members.roleDone', { name, role: names(`roles.${role}`) }) });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title={t('members.roleTitle', { name })}
      submit={t('members.roleSubmit')}
      onSubmit={submit}
      onClose={onClose}
      isBusy={change.isPending}
      isDisabled={role === present}
      failure={change.error?.message}
    >
      <RoleCards own={own} value={role} onChange={setRole} />
    </FormDialog>
  );
}
