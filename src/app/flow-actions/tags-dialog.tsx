/** The tags of a flow: removed, typed, or taken from those that other flows have. */

import '../words/chunks/late-words.ts';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { isTooLong, maxTagLength, maxTags, tagKey, tagText, tagTexts } from '#api/flows/tag-text.ts';
import { useSetFlowTags } from '../client/flow-tags.ts';
import { useFlowSummaries } from '../client/flows.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/forms/form-dialog.tsx';
import { TextField, type TextFieldProps } from '../ui/forms/text-field.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useWords } from '../words/use-words.ts';
import { countTags } from './count-tags.ts';
import './tags.css';
import './tags-dialog.css';

/** Tags of other flows that are offered at once. */
const maxOffered = 12;

export type TagsDialogProps = { sid: string; name: string; onClose(): void };

/** Waits for the list of flows, which has the tags. */
export function TagsDialog(props: TagsDialogProps) {
  const { data } = useFlowSummaries();
  const flow = data?.find(({ sid }) => sid === props.sid);
  return flow === undefined ? null : <TagsForm {...props} stored={flow.tags} />;
}

function TagsForm({ sid, name, onClose, stored }: TagsDialogProps & { stored: readonly string[] }) {
  const t = useWords('flowTags');
  const { data = [] } = useFlowSummaries();
  const store = useSetFlowTags(sid);
  const [tags, setTags] = useState(stored);
  const [typed, setTyped] = useState('');
  const field = useRef<(HTMLInputElement & HTMLTextAreaElement) | null>(null);
  const known = countTags(data);
  const own = new Set(tags.map(tagKey));
  // A tag that another flow has keeps its spelling.
  const spelled = (text: string) => known.find(({ key }) => key === tagKey(text))?.tag ?? text;
  const withTyped = tagTexts([...tags, ...typed.split(',').map(spelled)]);
  const error = errorOf(withTyped);
  const add = (all: readonly string[]) => {
    setTags(all);
    setTyped('');
    field.current?.focus();
  };
  const onKeyDown: TextFieldProps['onKeyDown'] = (event) => {
    // Escape is for the dialog, and Enter in the empty field for the form.
    if ((event.key !== 'Enter' && event.key !== ',') || tagText(typed) === '')
      return event.continuePropagation();
    event.preventDefault();
    if (error === null) add(withTyped);
  };
  const offered = known
    .filter(({ key }) => !own.has(key) && key.includes(tagKey(typed)))
    .slice(0, maxOffered);
  return (
    <FormDialog
      title={t('title', { name })}
      submit={t('save')}
      onSubmit={() => error === null && store.mutate(withTyped, { onSuccess: onClose })}
      onClose={onClose}
      isBusy={store.isPending}
      failure={store.error && t('failed', { message: store.error.message })}
    >
      {tags.length > 0 && (
        <ul className="tag-list" aria-label={t('list')}>
          {tags.map((tag) => (
            <li key={tag} className="flow-tag">
              {tag}
              <IconButton
                icon={X}
                label={t('remove', { tag })}
                onPress={() => add(tags.filter((each) => each !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      <TextField
        label={t('add')}
        help={t('help')}
        error={error === null ? undefined : t(error, { max: maxTags, length: maxTagLength })}
        value={typed}
        onChange={setTyped}
        onKeyDown={onKeyDown}
        autoComplete="off"
        autoFocus
        inputRef={field}
      />
      {offered.length > 0 && (
        <section className="offered-tags">
          <h3>{t('elsewhere')}</h3>
          <div className="tag-list">
            {offered.map(({ key, tag }) => (
              <Button key={key} aria-label={t('take', { tag })} onPress={() => add(tagTexts([...tags, tag]))}>
                {tag}
              </Button>
            ))}
          </div>
        </section>
      )}
    </FormDialog>
  );
}

/** Which sentence says why these cannot be the tags; null when they can. */
function errorOf(tags: readonly string[]): 'tooLong' | 'tooMany' | null {
  if (tags.some(isTooLong)) return 'tooLong';
  return tags.length > maxTags ? 'tooMany' : null;
}
