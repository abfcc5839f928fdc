/** Copies the SID of an account. */

import { Copy } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.ts';
import { useWords } from '../../words/use-words.ts';

export function CopySid({ sid, label }: { sid: string; label: string }) {
  const t = useWords('account');
  const copy = () => void navigator.clipboard.writeText(sid).then(() => toast({ message: t('copied') }));
  return <IconButton icon={Copy} label={label} onPress={copy} />;
}
