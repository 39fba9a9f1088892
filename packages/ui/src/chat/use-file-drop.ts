'use client';

import { type DragEvent, useState } from 'react';

/** Handlers for an element onto which files can be dropped; null accepts none. */
export function useFileDrop(onFiles: ((files: readonly File[]) => void) | null) {
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
  /** Whether files are held over the element. */
  return { isOver, handlers };
}
