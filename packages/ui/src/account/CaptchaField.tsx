'use client';

import type { CaptchaBinding } from '@openbell/react-hooks';
import type { ReactNode } from 'react';
import { Checkbox, Spinner, useTexts } from '../primitives/index.ts';
import { solveAltcha } from './altcha-solver.ts';

/** Props of {@link CaptchaField}. */
export interface CaptchaFieldProps {
  /** The form's challenge, from `useCaptcha()`. */
  captcha: CaptchaBinding;
}

/** The captcha as a plain checkbox: ticking it fetches a challenge and solves it on the device. Nothing where none is asked for. */
export function CaptchaField({ captcha }: CaptchaFieldProps): ReactNode {
  const text = useTexts();
  if (!captcha.required) return null;
  const { status } = captcha.state;
  return (
    <div className="ob-captcha" data-part="captcha" data-status={status}>
      <Checkbox
        label={text('accounts.captchaVerify')}
        checked={status === 'solving' || status === 'solved'}
        onCheckedChange={(checked) => {
          if (checked) void captcha.solve(solveAltcha);
          else captcha.reset();
        }}
        error={status === 'unavailable' ? text('accounts.captchaFailed') : null}
      />
      <span className="ob-captcha-state" role="status">
        {status === 'solving' ? (
          <>
            <Spinner decorative />
            {text('accounts.captchaVerifying')}
          </>
        ) : null}
        {status === 'solved' ? text('accounts.captchaVerified') : null}
      </span>
    </div>
  );
}
