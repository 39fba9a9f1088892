'use client';

import { type DragEvent, useState } from 'react';

interface FileDrop {
  /** Whether files are held over the element. */
  readonly isOver: boolean;
  readonly handlers: {
    onDragOver(event: DragEvent): void;
    onDragLeave(event: DragEvent): void;
    onDrop(event: DragEvent): void;
  };
}

/** Handlers for an element onto which files can be dropped; null accepts none. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null): FileDrop {
  const [isOver, setOver] = useState(false);
  const handlers = {
    onDragOver(event: DragEvent): void {
      if (onFiles === null || !event.dataTransfer.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent): void {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent): void {
      setOver(false);
      const files = [...event.dataTransfer.files];
      if (onFiles === null || files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
  };
  return { isOver, handlers };
}
