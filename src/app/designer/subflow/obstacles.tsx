/** What stands against extracting or inlining, as sentences. */

import type { SubflowObstacle } from '#flow/edit/subflow/obstacle.ts';
import { listText } from '../../words/locale.ts';
import { useWords } from '../../words/use-words.ts';

export function Obstacles({ title, obstacles }: { title: string; obstacles: readonly SubflowObstacle[] }) {
  const t = useWords('subflow') as (key: string, values: object) => string;
  const sentences = obstacles.map(({ code, ...values }) =>
    // The words of each obstacle have its properties as blanks, which the type of `t` cannot express.
    t(`obstacle.${code}`, 'widgets' in values ? { widgets: listText(values.widgets) } : values),
  );
  return (
    <div className="subflow-obstacles" role="alert">
      <p>{title}</p>
      <ul>
        {[...new Set(sentences)].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
