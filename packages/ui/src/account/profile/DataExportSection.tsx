'use client';

import type { Texts } from '@openbell/core/catalogue';
import { formatDeviceTime } from '@openbell/core/devices';
import type { MemberDataState } from '@openbell/core/profile';
import { useMemberData } from '@openbell/react-hooks';
import { type ReactNode, useRef, useState } from 'react';
import { Button, useTexts } from '../../primitives/index.ts';
import { FormMessage } from '../form/FormMessage.tsx';

/**
 * Lets the member request a copy of their data, which is mailed as a link. Renders nothing when the backend does not
 * support the calls.
 */
export function DataExportSection(): ReactNode {
  const text = useTexts();
  const { state, request } = useMemberData();
  const heading = useRef<HTMLHeadingElement>(null);
  const [hasRequested, setRequested] = useState(false);
  const known = state.export?.status ?? 'none';
  if (state.status === 'unsupported' || state.status === 'idle') return null;
  if (state.status === 'loading' && state.export === null) return null;

  const download = async (): Promise<void> => {
    setRequested(true);
    const result = await request();
    // The pressed button was removed.
    if (result.ok && result.value.status === 'preparing') heading.current?.focus();
  };

  return (
    <section className="ob-profile-section" data-part="data-export" data-status={known}>
      <h2 ref={heading} tabIndex={-1}>
        {text('accounts.data')}
      </h2>
      <p className="ob-profile-empty">{text('accounts.dataLead')}</p>
      <p className="ob-devices-said" role="status">
        {statusText(text, state)}
      </p>
      {known === 'preparing' ? null : (
        <Button
          className="ob-devices-all"
          busy={state.status === 'requesting'}
          onClick={() => void download()}
        >
          {text('accounts.downloadData')}
        </Button>
      )}
      <Failure text={text} state={state} hasRequested={hasRequested} />
    </section>
  );
}

function statusText(text: Texts, { export: known }: MemberDataState): string | null {
  if (known?.status === 'preparing') return text('accounts.dataPreparing');
  if (known?.status !== 'ready') return null;
  return known.expires_at === null
    ? text('accounts.dataReady')
    : text('accounts.dataReadyUntil', { time: formatDeviceTime(known.expires_at) });
}

interface FailureProps {
  readonly text: Texts;
  readonly state: MemberDataState;
  readonly hasRequested: boolean;
}

function Failure({ text, state, hasRequested }: FailureProps): ReactNode {
  const { error, export: known } = state;
  if (error?.code === 'throttled')
    return (
      <FormMessage part="data-export-error">{error.message || text('accounts.dataThrottled')}</FormMessage>
    );
  // A failed load shows only the button: its press reports what is wrong.
  if (error !== null && (known !== null || hasRequested))
    return <FormMessage part="data-export-error">{text('accounts.dataRequestFailed')}</FormMessage>;
  return known?.status === 'failed' ? (
    <FormMessage part="data-export-error">{text('accounts.dataFailed')}</FormMessage>
  ) : null;
}
