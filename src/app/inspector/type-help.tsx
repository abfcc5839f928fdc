/** Help on a widget type: description, events, output variables and an example, all from the type's definition. */

import type { WidgetType } from '#flow/widgets/widget-type.ts';
import { widgetTitle } from '../words/flow-texts.ts';
import { useWords } from '../words/use-words.ts';
import './type-help.css';

export function TypeHelp({ type }: { type: WidgetType }) {
  const t = useWords('inspector');
  return (
    <div className="typehelp">
      <h3>{widgetTitle(type.type)}</h3>
      <p>{type.means}</p>
      {type.legacy && <p className="mut">{t('legacy')}</p>}
      {type.events.length > 0 && (
        <>
          <h4>{t('helpEvents')}</h4>
          <dl>
            {type.events.map((event) => (
              <div key={event.name}>
                <dt className="mono">{event.name}</dt>
                <dd>{event.means}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {type.outputs.length > 0 && (
        <>
          <h4>{t('helpOutputs')}</h4>
          <dl>
            {type.outputs.map((output) => (
              <div key={output.path}>
                <dt className="mono">{output.path}</dt>
                <dd>{output.means}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <h4>{t('helpExample')}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      <pre tabIndex={0}>{JSON.stringify(type.example, null, 2)}</pre>
    </div>
  );
}
