/** Takes files that are dropped anywhere on the page. */

import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Icon } from '../ui/marks/icon.tsx';
import './file-drop.css';

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

export type FileDropProps = {
  /** Shown while files are over the page. */
  title: string;
  hint: string;
  onFiles(files: File[]): void;
};

export function FileDrop({ title, hint, onFiles }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) onFiles(files);
  });
  useEffect(() => {
    const ending = new AbortController();
    const listen = (name: 'dragover' | 'dragleave' | 'drop', react: (event: DragEvent) => void) =>
      addEventListener(
        name,
        (event) => {
          if (!carriesFiles(event)) return;
          event.preventDefault();
          react(event);
        },
        { signal: ending.signal },
      );
    listen('dragover', () => setOver(true));
    listen('dragleave', (event) => {
      if (event.relatedTarget === null) setOver(false);
    });
    listen('drop', (event) => {
      setOver(false);
      drop(event);
    });
    return () => ending.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className="drop-here" aria-hidden="true">
      <div>
        <Icon of={Upload} size={20} />
        <strong>{title}</strong>
        <span>{hint}</span>
      </div>
    </div>
  );
}
