/** Ask: a question by message, what follows each answer, and the ways for another reply and for none, in one step. */

import '../../words/add-late-words.ts';
import { useState } from 'react';
import { splitAnswers } from '#flow/edit/add-branches.ts';
import {
  type AskForm,
  askComposition,
  composeAsk,
  type Elsewise,
  furtherWords,
} from '#flow/edit/compose-ask.ts';
import { messageLength } from '#flow/message-length.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Select } from '../../ui/forms/select.tsx';
import { TextField } from '../../ui/forms/text-field.tsx';
import { i18n, useWords } from '../../words/use-words.ts';
import { ComposerFrame, Rows, type Way, WayChoice } from './composer-frame.tsx';

type Row = { answer: string; reply: string };
type AskWay = Way<'again' | 'open'>;

const emptyRow: Row = { answer: '', reply: '' };
const secondsOf = { minutes: 60, hours: 3_600, days: 86_400 };
const units = ['minutes', 'hours', 'days'] as const;

export function AskComposer() {
  const t = useWords('composing');
  const [question, setQuestion] = useState('');
  const [rows, setRows] = useState<Row[]>([emptyRow]);
  const [isBroad, setBroad] = useState(true);
  const [anythingElse, setAnythingElse] = useState<AskWay>({ kind: 'again', widget: null });
  const [noReply, setNoReply] = useState<AskWay>({ kind: 'again', widget: null });
  const [amount, setAmount] = useState('4');
  const [unit, setUnit] = useState<(typeof units)[number]>('hours');
  const [names, setNames] = useState<Record<string, string>>({});
  const [isChecked, setChecked] = useState(false);

  const filled = rows.filter(({ answer }) => splitAnswers(answer).length > 0);
  const further = filled.flatMap(({ answer }) => {
    const words = furtherWords(answer);
    return words.length === 0 ? [] : [t('ask.alsoTakes', { answer: answer.trim(), words: words.join(', ') })];
  });
  const either = new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(
    filled.map(({ answer }) => splitAnswers(answer)[0] ?? ''),
  );
  const form: AskForm = {
    question: question.trim(),
    answers: filled.map(({ answer, reply }) => ({
      words: [...splitAnswers(answer), ...(isBroad ? furtherWords(answer) : [])],
      reply: reply.trim(),
    })),
    anythingElse: elsewise(
      anythingElse,
      either === '' ? t('ask.againTextWithoutAnswers') : t('ask.againText', { answers: either }),
    ),
    noReply: elsewise(noReply, t('ask.remindText', { question: question.trim() })),
    timeout: Math.max(1, Math.round((Number.parseFloat(amount.replace(',', '.')) || 1) * secondsOf[unit])),
    names,
  };
  const isMissing = { question: form.question === '', answers: form.answers.length === 0 };
  const { characters, segments } = messageLength(question);
  const setRow = (index: number, change: Partial<Row>) =>
    setRows((now) => {
      const changed = now.map((row, nth) => (nth === index ? { ...row, ...change } : row));
      const last = changed.at(-1);
      // There is always one more row to type in.
      return last?.answer === '' && last.reply === '' ? changed : [...changed, emptyRow];
    });
  return (
    <ComposerFrame
      title={t('ask.title')}
      text={t('ask.text')}
      composition={askComposition(form)}
      compose={(definition, place) => composeAsk(definition, form, place)}
      onRename={(role, name) => setNames((now) => ({ ...now, [role]: name }))}
      check={() => {
        setChecked(true);
        return !isMissing.question && !isMissing.answers;
      }}
    >
      <TextField
        label={t('ask.question')}
        lines={3}
        autoFocus
        value={question}
        onChange={setQuestion}
        aside={
          <span className="num">
            {t('ask.length', { count: characters, segments: t('ask.segments', { count: segments }) })}
          </span>
        }
        error={isChecked && isMissing.question ? t('ask.questionMissing') : undefined}
      />
      <Rows
        label={t('ask.answers')}
        hint={t('ask.answersHint')}
        error={isChecked && isMissing.answers ? t('ask.answersMissing') : null}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place
          <div className="composer-row" key={index}>
            <TextField
              label={t('ask.answer', { n: index + 1 })}
              hideLabel
              placeholder={t('ask.answerHint')}
              value={row.answer}
              onChange={(answer) => setRow(index, { answer })}
            />
            <TextField
              label={t('ask.reply', { n: index + 1 })}
              hideLabel
              placeholder={t('ask.replyHint')}
              value={row.reply}
              onChange={(reply) => setRow(index, { reply })}
            />
          </div>
        ))}
      </Rows>
      {further.length > 0 && (
        <Checkbox label={further.join('; ')} isOn={isBroad} onChange={setBroad}>
          {further.join('; ')}
        </Checkbox>
      )}
      <WayChoice
        label={t('ask.anythingElse')}
        choices={[
          { value: 'again', label: t('ask.again') },
          { value: 'open', label: t('leaveOpen') },
        ]}
        way={anythingElse}
        onChange={setAnythingElse}
      />
      <WayChoice
        label={t('ask.noReply')}
        name={t('ask.noReplyDo')}
        choices={[
          { value: 'again', label: t('ask.remind') },
          { value: 'open', label: t('leaveOpen') },
        ]}
        way={noReply}
        onChange={setNoReply}
      >
        <div className="composer-time">
          <TextField
            label={t('amount')}
            hideLabel
            value={amount}
            onChange={(text) => setAmount(text.replaceAll(/[^\d.,]/g, ''))}
          />
          <Select<(typeof units)[number]>
            label={t('unit')}
            hideLabel
            options={units.map((value) => ({ value, label: t(`units.${value}`) }))}
            value={unit}
            onChange={setUnit}
          />
        </div>
      </WayChoice>
    </ComposerFrame>
  );
}

function elsewise({ kind, widget }: AskWay, text: string): Elsewise {
  if (kind === 'again') return { kind, text };
  return kind === 'goTo' && widget !== null ? { kind, widget } : { kind: 'open' };
}
