/** Templates for a new flow, below the list. */

import { samples } from '#flow/samples/samples.ts';
import { useWords } from '../words/use-words.ts';
import './new-flow.css';
import { Thumbnail } from '../ui/marks/thumbnail.tsx';
import { outlineOf } from './templates.ts';

export function TemplateStrip({ onChoose }: { onChoose(template: string): void }) {
  const t = useWords('flows');
  return (
    <section className="tpls" aria-label={t('templates')}>
      <h2>{t('templates')}</h2>
      <ul className="tg">
        {samples.map(({ id, name, description, definition }) => (
          <li key={id}>
            <button type="button" className="tp" onClick={() => onChoose(id)}>
              <span className="tv">
                <Thumbnail outline={outlineOf(definition)} width={96} height={64} />
              </span>
              <span className="tx">
                <b className="clip">{name}</b>
                <span>{description}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
