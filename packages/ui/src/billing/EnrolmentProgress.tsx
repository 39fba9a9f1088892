'use client';

import type { ReactNode } from 'react';
import { Button, Spinner, useTexts } from '../primitives/index.ts';

export interface EnrolmentProgressProps {
  /** Whether activation takes longer than usual. */
  late: boolean;
  onGoToProfile: () => void;
}

/** The progress shown until a subscription is active. It keeps waiting after the `late` message. */
export function EnrolmentProgress({ late, onGoToProfile }: EnrolmentProgressProps): ReactNode {
  const text = useTexts();
  return (
    <div className="ob-enrolment" data-part="enrolment-progress" data-status={late ? 'late' : 'waiting'}>
      <p className="ob-enrolment-line" role="status">
        <Spinner decorative />
        <span>{text(late ? 'billing.takingLonger' : 'billing.confirming')}</span>
      </p>
      {late ? <Button onClick={onGoToProfile}>{text('billing.goToProfile')}</Button> : null}
    </div>
  );
}
