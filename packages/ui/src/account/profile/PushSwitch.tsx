'use client';

import type { TextCode } from '@openbell/core/catalogue';
import type { PushState } from '@openbell/core/push';
import { usePush } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { Switch, useTexts } from '../../primitives/index.ts';
import { TransientButton } from '../../primitives/TransientButton.tsx';

const WORDS: Readonly<Partial<Record<PushState['status'], TextCode>>> = {
  asking: 'accounts.pushAsking',
  registering: 'accounts.pushRegistering',
  on: 'accounts.pushOn',
  off: 'accounts.pushOff',
  blocked: 'accounts.pushBlocked',
  unsupported: 'accounts.pushUnsupported',
  failed: 'accounts.pushFailed',
};

export interface PushSwitchProps {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/**
 * The switch for push messages, with the state of this browser. Switching it on is the user gesture that browsers
 * require for the permission prompt.
 */
export function PushSwitch({ checked, onCheckedChange }: PushSwitchProps): ReactNode {
  const text = useTexts();
  const { state, enable } = usePush();
  const word = checked ? WORDS[state.status] : undefined;
  return (
    <div className="ob-push" data-part="push" data-status={state.status}>
      <Switch
        label={text('accounts.pushNotifications')}
        hint={text('accounts.pushHint')}
        name="push_notification"
        checked={checked}
        onCheckedChange={(next) => {
          if (next && state.status !== 'unsupported') void enable();
          onCheckedChange(next);
        }}
      />
      <div className="ob-push-device" role="status">
        {word === undefined ? null : <span>{text(word)}</span>}
        {checked && (state.status === 'off' || state.status === 'failed') ? (
          <TransientButton size="small" onClick={() => void enable()}>
            {text('accounts.pushAllow')}
          </TransientButton>
        ) : null}
      </div>
    </div>
  );
}
