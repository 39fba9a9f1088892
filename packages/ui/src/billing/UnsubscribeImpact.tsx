'use client';

import { unsubscribePath } from '@openbell/core/billing';
import { BookOpen, Headset, SlidersHorizontal, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, useTexts } from '../primitives/index.ts';
import { KeptUntil } from './KeptUntil.tsx';
import type { UnsubscribeProps } from './UnsubscribeDetails.tsx';
import { UnsubscribeFrame } from './UnsubscribeFrame.tsx';

const LOSSES = [
  { code: 'billing.impactContent', Icon: BookOpen },
  { code: 'billing.impactPreferences', Icon: SlidersHorizontal },
  { code: 'billing.impactSupport', Icon: Headset },
  { code: 'billing.impactCommunity', Icon: Users },
] as const;

/** `/unsubscribe/{id}/impact`: lists what the member loses. */
export function UnsubscribeImpact({ id, navigate }: UnsubscribeProps): ReactNode {
  const text = useTexts();
  return (
    <UnsubscribeFrame
      step={2}
      title={text('billing.impactTitle')}
      actions={
        <>
          <Button onClick={() => navigate('/')}>{text('billing.noTakeMeBack')}</Button>
          {id === null ? null : (
            <Button variant="primary" onClick={() => navigate(`${unsubscribePath(id)}/confirm`)}>
              {text('billing.yesContinue')}
            </Button>
          )}
        </>
      }
    >
      <p className="ob-unsubscribe-lead">{text('billing.impactLead')}</p>
      <ul className="ob-impact">
        {LOSSES.map(({ code, Icon }) => (
          <li key={code}>
            <Icon size={18} aria-hidden="true" />
            <span>{text(code)}</span>
          </li>
        ))}
      </ul>
      <KeptUntil id={id} />
    </UnsubscribeFrame>
  );
}
