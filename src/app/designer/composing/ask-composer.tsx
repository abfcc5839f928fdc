/** Ask: a question by message, what follows each answer, and the ways for another reply and for none, in one step. */

import '../../words/chunks/late-words.ts';
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
import { i18n } from '../../words/translator.ts';
import { useWords } from '../../words/use-words.ts';
import { ComposerFrame, Rows, useGrowingRows, type Way, WayChoice } from './composer-frame.tsx';

type Row = { answer: string; reply: string };
type AskWay = Way<'again' | 'open'>;

const emptyRow: Row = { answer: '', reply: '' };
const isEmpty = ({ answer, reply }: Row) => answer === '' && reply === '';
const secondsOf = { minutes: 60, hours: 3_600, days: 86_400 };
const units = ['minutes', 'hours', 'days'] as const;
type Time = { amount: string; unit: (typeof units)[number] };

export function AskComposer() {
  const t = useWords('composing');
  const [question, setQuestion] = useState('');
  const [rows, setRow] = useGrowingRows(emptyRow, isEmpty);
  const [isBroad, setBroad] = useState(true);
  const [anythingElse, setAnythingElse] = useState<AskWay>({ kind: 'again', widget: null });
  const [noReply, setNoReply] = useState<AskWay>({ kind: 'again', widget: null });
  const [time, setTime] = useState<Time>({ amount: '4', unit: 'hours' });
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
    timeout: secondsIn(time),
    names,
  };
  const isMissing = { question: form.question === '', answers: form.answers.length === 0 };
  const { characters, segments } = messageLength(question);
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
          <AnswerRow key={index} n={index + 1} row={row} onChange={(change) => setRow(index, change)} />
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
        <TimeFields time={time} onChange={setTime} />
      </WayChoice>
    </ComposerFrame>
  );
}

function AnswerRow({ n, row, onChange }: { n: number; row: Row; onChange(change: Partial<Row>): void }) {
  const t = useWords('composing');
  return (
    <div className="composer-row">
      <TextField
        label={t('ask.answer', { n })}
        hideLabel
        placeholder={t('ask.answerHint')}
        value={row.answer}
        onChange={(answer) => onChange({ answer })}
      />
      <TextField
        label={t('ask.reply', { n })}
        hideLabel
        placeholder={t('ask.replyHint')}
        value={row.reply}
        onChange={(reply) => onChange({ reply })}
      />
    </div>
  );
}

function TimeFields({ time, onChange }: { time: Time; onChange(time: Time): void }) {
  const t = useWords('composing');
  return (
    <div className="composer-time">
      <TextField
        label={t('amount')}
        hideLabel
        value={time.amount}
        onChange={(text) => onChange({ ...time, amount: text.replaceAll(/[^\d.,]/g, '') })}
      />
      <Select<Time['unit']>
        label={t('unit')}
        hideLabel
        options={units.map((value) => ({ value, label: t(`units.${value}`) }))}
        value={time.unit}
        onChange={(unit) => onChange({ ...time, unit })}
      />
    </div>
  );
}

function secondsIn({ amount, unit }: Time): number {
  return Math.max(1, Math.round((Number.parseFloat(amount.replace(',', '.')) || 1) * secondsOf[unit]));
}

function elsewise({ kind, widget }: AskWay, text: string): Elsewise {
  if (kind === 'again') return { kind, text };
  return kind === 'goTo' && widget !== null ? { kind, widget } : { kind: 'open' };
}
