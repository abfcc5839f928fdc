/** Counts over the flow: executions that wait at a widget, and how often each cord was taken. */

import { type CSSProperties, memo } from 'react';
import type { Traffic } from '../canvas-props.ts';
import { t } from '../canvas-text.ts';
import { longestSegmentMiddle } from '../routing/cord-path.ts';
import type { Routes } from '../routing/cord-router.ts';
import type { Scene } from './scene.ts';
import './traffic-labels.css';

const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

type TrafficLabelsProps = { traffic: Traffic; scene: Scene; routes: Routes };

export const TrafficLabels = memo(function TrafficLabels({ traffic, scene, routes }: TrafficLabelsProps) {
  const waiting = [...traffic.waiting].flatMap(([id, count]) => {
    const widget = scene.widgets.get(id);
    return widget === undefined || count === 0 ? [] : [{ widget, count }];
  });
  return (
    <>
      {waiting.map(({ widget: { id, box, summary }, count }) => {
        const label = t('traffic.waiting', { widget: summary.name, count });
        return (
          <button
            key={id}
            type="button"
            className="traffic-at"
            style={at(box.x + box.width, box.y)}
            aria-label={label}
            title={traffic.newest.get(id)?.join('\n') || label}
            onPointerEnter={() => traffic.onHover(id)}
            onFocus={() => traffic.onHover(id)}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => traffic.onChoose(id)}
          >
            {short.format(count)}
          </button>
        );
      })}
      {[...traffic.passed].flatMap(([cord, { count, event, isFailure }]) => {
        const route = routes.get(cord);
        if (route === undefined || count === 0) return [];
        const { x, y } = longestSegmentMiddle(route);
        return [
          <button
            key={cord}
            type="button"
            className={isFailure ? 'traffic-passed failure' : 'traffic-passed'}
            style={at(x, y)}
            aria-label={t('traffic.passed', { event, count })}
            title={t('traffic.passed', { event, count })}
            onPointerDown={(pressed) => pressed.stopPropagation()}
            onClick={() => traffic.onChooseEvent(event)}
          >
            {short.format(count)}
          </button>,
        ];
      })}
    </>
  );
});

function at(x: number, y: number): CSSProperties {
  return { '--x': `${x}px`, '--y': `${y}px` } as CSSProperties;
}
