'use client';

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** What went wrong with a whole form, announced at once (role alert). */
export function FormMessage({
  id,
  part = 'form-error',
  children,
}: {
  /** For a field that the message is about. */
  id?: string | undefined;
  part?: string | undefined;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="ob-form-message" role="alert" id={id} data-part={part}>
      <CircleAlert size={18} aria-hidden="true" />
      <span>{children}</span>
    </div>
  );
}
