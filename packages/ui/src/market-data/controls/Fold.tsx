'use client';

import { ChevronDownIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../primitives/index.ts';

export interface FoldProps {
  label: string;
  /** The number of settings that are not the default, shown beside the label. */
  count: number;
  children: ReactNode;
}

/** Controls behind a button where the container is narrow (`fold.css`); elsewhere they are shown without one. */
export function Fold({ label, count, children }: FoldProps): ReactNode {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="ob-fold" data-open={isOpen || undefined}>
      <Button
        size="small"
        className="ob-fold-toggle"
        aria-expanded={isOpen}
        aria-controls={id}
        icon={<ChevronDownIcon size={14} aria-hidden="true" />}
        onClick={() => setOpen(!isOpen)}
      >
        {count > 0 ? `${label} (${count})` : label}
      </Button>
      <div id={id} className="ob-fold-body">
        {children}
      </div>
    </div>
  );
}
