'use client';

import type { SocialType } from '@openbell/core/social-sign-in';
import type { SocialSignInBinding } from '@openbell/react-hooks';
import { type ReactNode, useEffect } from 'react';
import { Button } from '../../primitives/index.ts';

export interface WindowButtonProps {
  type: SocialType;
  label: string;
  mark: ReactNode;
  busy: boolean;
  /** Whether the window may be opened. */
  ready: boolean;
  onPress: () => void;
  prepare: SocialSignInBinding['prepare'];
}

/** A button that opens the provider's window. The window's script is loaded once `ready` is true. */
export function WindowButton(props: WindowButtonProps): ReactNode {
  const { type, label, mark, busy, ready, onPress, prepare } = props;
  useEffect(() => {
    if (ready) void prepare(type);
  }, [ready, prepare, type]);
  return (
    <Button size="large" wide icon={mark} busy={busy} onClick={onPress}>
      {label}
    </Button>
  );
}
