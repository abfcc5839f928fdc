/** How a receiver verifies signatures: an example to copy, and a form that verifies a pasted request. */

import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Pill } from '../../../ui/pill.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useWords } from '../../../words/use-words.ts';
import { CopyButton } from '../copy-button.tsx';
import { type SignatureResult, verifyPost } from './verify-signature.ts';
import { type SnippetLanguage, snippetLanguages, snippetOf } from './verify-snippets.ts';

/** `publicKey` is empty while the webhook does not sign. */
export function VerifyPanel({ publicKey }: { publicKey: string }) {
  const t = useWords('email');
  const [language, setLanguage] = useState<SnippetLanguage>('node');
  const snippet = snippetOf(language, publicKey);
  return (
    <section className="panel" aria-label={t('signature.verifyTitle')}>
      <header>
        <h2>{t('signature.verifyTitle')}</h2>
        <div className="end">
          <SegmentedControl<SnippetLanguage>
            label={t('signature.language')}
            segments={snippetLanguages.map(({ id, name }) => ({ value: id, label: name }))}
            value={language}
            onChange={setLanguage}
          />
          <CopyButton text={snippet} label={t('signature.copySnippet')} />
        </div>
      </header>
      <div className="filled">
        <p className="sec">{t('signature.snippetLead')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
        <pre tabIndex={0}>{snippet}</pre>
        <VerifyForm publicKey={publicKey} />
      </div>
    </section>
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
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // Undefined on pages that came by plain http from another machine, whatever the type says.
    setVerdict(await verifyPost(crypto.subtle as SubtleCrypto | undefined, post));
  };
  return (
    <form
      className="stacked"
      onSubmit={(event) => void submit(event)}
      noValidate
      aria-label={t('signature.formTitle')}
    >
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
    </form>
  );
}
