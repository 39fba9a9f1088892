'use client';

import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error that concerns a whole form, announced immediately (role alert). */
export function FormMessage({
  id,
  part = 'form-error',
  children,
}: {
  /** Id for fields that refer to the message. */
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
