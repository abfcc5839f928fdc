/** The quick fixes of a field's findings: a button each, one undo step each. */

import { Wrench } from 'lucide-react';
import { Button } from 'react-aria-components/Button';
import type { Finding } from '#flow/validation/finding.ts';
import { quickFix } from '#flow/validation/quick-fixes.ts';
import { Icon } from '../../ui/marks/icon.tsx';
import { fixText } from '../../words/widget-labels.ts';
import type { DocumentEditor } from '../document-editor.ts';

export function QuickFixes({ findings, editor }: { findings: readonly Finding[]; editor: DocumentEditor }) {
  const definition = editor.read();
  return findings.flatMap((finding) => {
    const fix = quickFix(definition, finding);
    if (fix === null) return [];
    return [
      <Button
        key={`${finding.code} ${finding.property_path}`}
        className="quick-fix"
        onPress={() => editor.apply({ name: 'quickFix', fix: fix.label }, fix.edit)}
      >
        <Icon of={Wrench} size={14} />
        {fixText(fix.label)}
      </Button>,
    ];
  });
}
