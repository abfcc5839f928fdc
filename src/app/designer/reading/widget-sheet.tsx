/** The settings of one widget to read, over the whole screen: its problems, values, branches, comments and counts. */

import { ChevronLeft, MessageSquarePlus, MessageSquareText, Share2 } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { stateIndex } from '#flow/validation/finding.ts';
import type { Scene, SceneWidget } from '../../canvas/render/scene.ts';
import { useScene } from '../../canvas/render/use-scene.ts';
import { useFlowSummaries } from '../../client/flows.ts';
import { placeOf } from '../../comments/thread.ts';
import { useCanvasTraffic } from '../../traffic/use-canvas-traffic.ts';
import { asTyped } from '../../ui/as-typed.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { numberText } from '../../words/locale.ts';
import { useWords } from '../../words/use-words.ts';
import { widgetIdOf } from '../comments/comment-places.ts';
import { useThreads } from '../comments/use-comment-pins.ts';
import { useDesigner, useDocument, useFindings, useView } from '../designer-context.tsx';
import { WidgetChip } from '../panels/widget-chip.tsx';
import { TypingNotice } from '../presence/typing-notice.tsx';
import { selectWidgets } from '../view-store.ts';
import { Branches } from './reading-card.tsx';
import { ProblemList } from './reading-problems.tsx';
import { sourcesOf, stepOf } from './reading-steps.ts';
import { settingsOf } from './settings-of.ts';
import { shareLink } from './share-link.ts';
import { WidgetLink } from './widget-link.tsx';

/** Open while one widget is selected. */
export function WidgetSheet() {
  const { view } = useDesigner();
  const selected = useView((state) => state.selected);
  const [id, ...more] = selected;
  const close = () => selectWidgets(view, new Set());
  if (id === undefined || more.length > 0) return null;
  return (
    <ModalOverlay className="scrim reading-scrim" isOpen onOpenChange={(isOpen) => !isOpen && close()}>
      <Modal className="reading-sheet">
        <Dialog>
          <Sheet id={id} onClose={close} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Sheet({ id, onClose }: { id: string; onClose(): void }) {
  const t = useWords('reading');
  const definition = useDocument((state) => state.history.present.definition);
  const scene = useScene(definition);
  const widget = scene.widgets.get(id);
  return (
    <>
      <div className="reading-header">
        <IconButton icon={ChevronLeft} label={t('back')} onPress={onClose} />
        {widget !== undefined && <WidgetChip type={widget.state.type} size={28} />}
        <div className="grow">
          <Heading slot="title" {...asTyped}>
            {id}
          </Heading>
          {widget !== undefined && <p className="reading-type">{widget.summary.title || t('unknownType')}</p>}
        </div>
        <IconButton icon={Share2} label={t('share')} onPress={() => void shareLink(id)} />
      </div>
      <div className="reading-body">
        {widget === undefined ? (
          <p role="status">{t('gone', { widget: id })}</p>
        ) : (
          <Content widget={widget} scene={scene} />
        )}
      </div>
    </>
  );
}

type WidgetProps = { widget: SceneWidget };

function Content({ widget, scene }: WidgetProps & { scene: Scene }) {
  const t = useWords('reading');
  const { view } = useDesigner();
  const { id, index } = widget;
  const findings = useFindings((state) => state.findings);
  const own = findings.filter((each) => stateIndex(each) === index);
  const { branches, ends } = stepOf(widget, scene, true);
  const sources = sourcesOf(scene, id);
  return (
    <>
      <TypingNotice widget={id} />
      <Part title={t('problems', { count: own.length })} isShown={own.length > 0}>
        <div className="reading-problems">
          <ProblemList findings={own} within={id} />
        </div>
      </Part>
      <Counts {...{ widget }} />
      <Settings widget={widget} />
      <Part title={t('leadsTo')}>
        <Branches name={id} branches={branches} onJump={(target) => selectWidgets(view, new Set([target]))} />
        {ends.length > 0 && (
          <p className="reading-note">
            {branches.length === 0 ? t('endsHere') : t('endsAt', { outlets: ends.join(', ') })}
          </p>
        )}
      </Part>
      <Part title={t('comesFrom')} isShown={sources.length > 0}>
        <ul className="reading-branches">
          {sources.map(({ from, label }) => (
            <li key={`${from} ${label}`}>
              <WidgetLink widget={from}>{from}</WidgetLink>
              <span className="reading-condition">{label}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Comments {...{ widget }} />
    </>
  );
}

type PartProps = { title: string; isShown?: boolean; children: ReactNode };

function Part({ title, isShown = true, children }: PartProps) {
  if (!isShown) return null;
  return (
    <section className="reading-part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Settings({ widget: { state } }: WidgetProps) {
  const t = useWords('reading');
  const { data: flows } = useFlowSummaries();
  const names = useMemo(
    () => new Map((flows ?? []).map(({ sid, friendly_name }) => [sid, friendly_name])),
    [flows],
  );
  const settings = settingsOf(state, names);
  return (
    <Part title={t('settings')} isShown={settings.length > 0}>
      <dl className="reading-settings">
        {settings.map(({ property, label, text, isCode }) => (
          <div key={property}>
            <dt>{label}</dt>
            <dd className={isCode ? 'mono' : undefined} {...asTyped}>
              {text}
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** Of the last 24 hours; nothing while no execution has come here. */
function Counts({ widget: { id } }: WidgetProps) {
  const t = useWords('reading');
  const sid = useDocument((state) => state.base?.flow.sid ?? null);
  const definition = useDocument((state) => state.history.present.definition);
  const { counts } = useCanvasTraffic({ sid, definition, revision: null, period: 'day' });
  const waiting = counts?.waiting.get(id) ?? 0;
  const left = [...(counts?.passed ?? [])].flatMap(([cord, { count }]) =>
    cord.startsWith(`${id} `) ? [count] : [],
  );
  const passed = left.reduce((sum, count) => sum + count, 0);
  return (
    <Part title={t('counts')} isShown={waiting + passed > 0}>
      <p>
        {t('waiting', { count: waiting, number: numberText(waiting) })}
        {' · '}
        {t('passed', { count: passed, number: numberText(passed) })}
      </p>
    </Part>
  );
}

function Comments({ widget: { id } }: WidgetProps) {
  const t = useWords('reading');
  const { commands, view } = useDesigner();
  const isSaved = useDocument((state) => state.base !== null);
  const copy = useDocument((state) => state.editor.shown);
  const { threads } = useThreads();
  if (!isSaved) return null;
  const own = threads.filter(({ first, isResolved }) => {
    const place = placeOf(first);
    return !isResolved && place.kind === 'widget' && widgetIdOf(copy, place.widget) === id;
  });
  return (
    <Part title={t('comments')}>
      <ul className="reading-comments">
        {own.map(({ first, replies }) => (
          <li key={first.sid}>
            <Button
              icon={MessageSquareText}
              onPress={() => view.setState({ comments: { opened: first.sid, writing: null } })}
            >
              <span className="clip">
                {first.author_name || t('someone')}: {first.text}
              </span>
              {replies.length > 0 && <span className="num">+{numberText(replies.length)}</span>}
            </Button>
          </li>
        ))}
      </ul>
      <Button icon={MessageSquarePlus} onPress={commands.commentOnSelection}>
        {t('comment')}
      </Button>
    </Part>
  );
}
