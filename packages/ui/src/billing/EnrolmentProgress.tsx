'use client';

import type { ReactNode } from 'react';
import { Button, Spinner, useTexts } from '../primitives/index.ts';

/** Props of {@link EnrolmentProgress}. */
export interface EnrolmentProgressProps {
  /** It takes longer than usual. */
  late: boolean;
  onGoToProfile: () => void;
}

/** The wait until a subscription is active. It goes on while the person is told that it takes longer. */
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
