/** How a receiver verifies signatures: an example to copy, and a form that verifies a pasted request. */

import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Form } from '../../../ui/forms/form.tsx';
import { SegmentedControl } from '../../../ui/forms/segmented-control.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Pill } from '../../../ui/marks/pill.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useWords } from '../../../words/use-words.ts';
import { type SignatureResult, verifyPost } from './verify-signature.ts';
import { type SnippetLanguage, snippetLanguages, snippetOf } from './verify-snippets.ts';

/** `publicKey` is empty while the webhook does not sign. */
export function VerifyPanel({ publicKey }: { publicKey: string }) {
  const t = useWords('email');
  const [language, setLanguage] = useState<SnippetLanguage>('node');
  const snippet = snippetOf(language, publicKey);
  return (
    <Panel
      title={t('signature.verifyTitle')}
      actions={
        <>
          <SegmentedControl<SnippetLanguage>
            label={t('signature.language')}
            segments={snippetLanguages.map(({ id, name }) => ({ value: id, label: name }))}
            value={language}
            onChange={setLanguage}
          />
          <CopyButton text={snippet} label={t('signature.copySnippet')} />
        </>
      }
    >
      <div className="filled">
        <p className="sec">{t('signature.snippetLead')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <pre tabIndex={0}>{snippet}</pre>
        <VerifyForm publicKey={publicKey} />
      </div>
    </Panel>
  );
}

function VerifyForm({ publicKey }: { publicKey: string }) {
  const t = useWords('email');
  const [post, setPost] = useState({ publicKey, signature: '', timestamp: '', payload: '' });
  const [verdict, setVerdict] = useState<SignatureResult | null>(null);
  const set = (name: keyof typeof post) => (text: string) => {
    setPost({ ...post, [name]: text });
    setVerdict(null);
  };
  const submit = async () => {
    // Undefined on pages that came by plain http from another machine, whatever the type says.
    setVerdict(await verifyPost(crypto.subtle as SubtleCrypto | undefined, post));
  };
  return (
    <Form className="stacked" onSubmit={() => void submit()} aria-label={t('signature.formTitle')}>
      <div>
        <h3 className="box-title">{t('signature.formTitle')}</h3>
        <p className="small mut">{t('signature.formLead')}</p>
      </div>
      <TextField code label={t('signature.publicKey')} value={post.publicKey} onChange={set('publicKey')} />
      <TextField
        code
        label={t('signature.signatureHeader')}
        value={post.signature}
        onChange={set('signature')}
      />
      <TextField
        code
        label={t('signature.timestampHeader')}
        value={post.timestamp}
        onChange={set('timestamp')}
      />
      <TextField
        code
        lines={5}
        label={t('signature.payload')}
        help={t('signature.payloadHelp')}
        value={post.payload}
        onChange={set('payload')}
      />
      <div className="actions">
        <Button kind="primary" type="submit">
          {t('signature.verify')}
        </Button>
        <div role="status">
          {verdict !== null && (
            <span className={verdict === 'valid' ? 'verdict' : 'verdict bad'}>
              <Pill
                tone={verdict === 'valid' ? 'live' : 'danger'}
                mark={verdict === 'valid' ? 'dot' : 'ring'}
              >
                {t(
                  `signature.verdicts.${verdict === 'valid' || verdict === 'invalid' ? verdict : 'notVerified'}`,
                )}
              </Pill>
              {t(`signature.results.${verdict}`)}
            </span>
          )}
        </div>
      </div>
    </Form>
  );
}
