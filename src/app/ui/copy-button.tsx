/** Copies a text that is shown next to it, and says so. */

import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { announce } from '../shell/announce.tsx';
import { useWords } from '../words/use-words.ts';
import { copyText } from './copy-text.ts';
import { IconButton } from './icon-button.tsx';

export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useWords('ui');
  const [copied, setCopied] = useState<string | null>(null);
  const copy = async () => {
    try {
      await copyText(text);
      setCopied(text);
      announce(t('copied'));
    } catch {
      announce(t('copyFailed'));
    }
  };
  return <IconButton icon={copied === text ? Check : Copy} label={label} onPress={() => void copy()} />;
}
