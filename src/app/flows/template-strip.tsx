/** Templates for a new flow, below the list. */

import { useWords } from '../words/use-words.ts';
import './new-flow.css';
import { outlineOf, templates } from './templates.ts';
import { Thumbnail } from './thumbnail.tsx';

export function TemplateStrip({ onChoose }: { onChoose(template: string): void }) {
  const t = useWords('flows');
  return (
    <section className="tpls" aria-label={t('templates')}>
      <h2>{t('templates')}</h2>
      <ul className="tg">
        {templates.slice(0, 6).map(({ id, name, text, definition }) => (
          <li key={id}>
            <button type="button" className="tp" onClick={() => onChoose(id)}>
              <span className="tv">
                <Thumbnail outline={outlineOf(definition)} width={96} height={64} />
              </span>
              <span className="tx">
                <b className="clip">{name}</b>
                <span>{text}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
