/** Walking through the steps: by buttons, along the track, or by playing them. */

import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components/Slider';
import type { ExecutionView } from '#api/executions/schemas.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/overlays/menu.tsx';
import { duration, elapsed } from '../words/date-time.ts';
import { useWords } from '../words/use-words.ts';
import './scrubber.css';
import { waitBefore } from './waits.ts';

const speeds = [0.5, 1, 2, 4];
const msPerStep = 1000;
/** With more steps than this the marks on the track would touch each other. */
const maxMarks = 40;

export type ScrubberProps = { view: ExecutionView; selected: number; onSelect(seq: number): void };

export function Scrubber({ view, selected, onSelect }: ScrubberProps) {
  const t = useWords('executions');
  const total = view.steps.length;
  const [isPlaying, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const advance = useEffectEvent(() => {
    if (selected < total) onSelect(selected + 1);
    if (selected + 1 >= total) setPlaying(false);
  });
  useEffect(() => {
    if (!isPlaying) return;
    const timer = setInterval(() => advance(), msPerStep / speed);
    return () => clearInterval(timer);
  }, [isPlaying, speed]);

  const go = (seq: number) => {
    setPlaying(false);
    onSelect(seq);
  };
  const play = () => {
    if (!isPlaying && selected >= total) onSelect(1);
    setPlaying(!isPlaying);
  };
  const began = Date.parse(view.execution.date_created);
  const atStep = (seq: number) =>
    Date.parse(view.steps[seq - 1]?.date_created ?? view.execution.date_created) - began;
  const atStart = selected <= 1;
  const atEnd = selected >= total;
  return (
    <section className="scrub" aria-label={t('player')}>
      <div className="keys">
        <IconButton icon={SkipBack} label={t('first')} onPress={() => go(1)} isDisabled={atStart} />
        <IconButton
          icon={ChevronLeft}
          label={t('previous')}
          onPress={() => go(selected - 1)}
          isDisabled={atStart}
        />
        <IconButton
          icon={isPlaying ? Pause : Play}
          label={t(isPlaying ? 'pause' : 'play')}
          kind="primary"
          onPress={play}
          isDisabled={total < 2}
        />
        <IconButton
          icon={ChevronRight}
          label={t('next')}
          onPress={() => go(selected + 1)}
          isDisabled={atEnd}
        />
        <IconButton icon={SkipForward} label={t('last')} onPress={() => go(total)} isDisabled={atEnd} />
      </div>
      {total > 1 ? <Track steps={view.steps} selected={selected} onSelect={go} /> : <span className="grow" />}
      <span className="tmx num">
        <b>{elapsed(atStep(selected))}</b> / {elapsed(atStep(total))}
      </span>
      <Menu
        label={t('speed')}
        placement="top start"
        trigger={
          <Button kind="ghost" aria-label={`${t('speed')} ${speed}×`}>
            {speed}×
          </Button>
        }
        items={speeds.map((each) => ({
          id: String(each),
          label: `${each}×`,
          isChosen: each === speed,
          onAction: () => setSpeed(each),
        }))}
      />
    </section>
  );
}

type TrackProps = { steps: ExecutionView['steps']; selected: number; onSelect(seq: number): void };

function Track({ steps, selected, onSelect }: TrackProps) {
  const t = useWords('executions');
  const total = steps.length;
  const part = (seq: number) => `${((seq - 1) / (total - 1)) * 100}%`;
  const marks = total <= maxMarks ? Array.from({ length: total }, (_, index) => index + 1) : [];
  return (
    <Slider
      className="slide"
      aria-label={t('steps')}
      minValue={1}
      maxValue={total}
      value={Math.max(1, selected)}
      onChange={(value) => onSelect(typeof value === 'number' ? value : (value[0] ?? 1))}
    >
      <SliderTrack className="track">
        <span className="fill" style={{ width: part(Math.max(1, selected)) }} />
        {marks.map((seq) => {
          const wait = waitBefore(steps, seq - 1);
          return (
            wait !== null && (
              <span
                className="brk"
                key={`wait ${seq}`}
                style={{ left: part(seq - 0.5) }}
                title={t('waited', { time: duration(wait) })}
              />
            )
          );
        })}
        {marks.map((seq) => (
          <span
            className={`tk${seq <= selected ? ' p' : ''}${seq === selected ? ' c' : ''}`}
            key={seq}
            style={{ left: part(seq) }}
          >
            <i />
            <span className="num">{seq}</span>
          </span>
        ))}
        <SliderThumb className="thumb" aria-label={t('stepOf', { seq: selected, total })} />
      </SliderTrack>
    </Slider>
  );
}
