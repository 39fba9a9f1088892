'use client';

import type { CaptchaBinding } from '@openbell/react-hooks';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, Checkbox, Spinner, useTexts } from '../../primitives/index.ts';
import { solveAltcha } from './altcha-solver.ts';

export interface CaptchaFieldProps {
  /** The form's challenge, from `useCaptcha()`. */
  captcha: CaptchaBinding;
}

/** The captcha: a checkbox, or the provider's widget. Renders nothing when the site requires no captcha. */
export function CaptchaField({ captcha }: CaptchaFieldProps): ReactNode {
  if (!captcha.required) return null;
  return captcha.mount === null ? (
    <CaptchaCheckbox captcha={captcha} />
  ) : (
    <CaptchaWidget captcha={captcha} mount={captcha.mount} />
  );
}

/** A checkbox that fetches a challenge and solves it in the browser. */
function CaptchaCheckbox({ captcha }: CaptchaFieldProps): ReactNode {
  const text = useTexts();
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
            <span>{text('accounts.captchaVerifying')}</span>
          </>
        ) : null}
        {status === 'solved' ? <span>{text('accounts.captchaVerified')}</span> : null}
      </span>
    </div>
  );
}

/** Width in pixels of reCAPTCHA's normal widget; narrower containers get the compact one. */
const compactBelow = 304;

type Mount = NonNullable<CaptchaBinding['mount']>;

/** The provider's widget, with a retry when it fails to load and a notice when its solution has expired. */
function CaptchaWidget({ captcha, mount }: CaptchaFieldProps & { mount: Mount }): ReactNode {
  const text = useTexts();
  const [attempt, setAttempt] = useState(0);
  const { status } = captcha.state;
  return (
    <div className="ob-captcha-widget" data-part="captcha" data-status={status}>
      <WidgetPlace key={attempt} mount={mount} />
      {status === 'expired' ? <p role="alert">{text('accounts.captchaExpired')}</p> : null}
      {status === 'unavailable' ? (
        <p role="alert">
          {text('accounts.captchaFailed')}{' '}
          <Button size="small" onClick={() => setAttempt((count) => count + 1)}>
            {text('accounts.captchaRetry')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** Reserves space for the widget before it loads. Remounting tries again. */
function WidgetPlace({ mount }: { mount: Mount }): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = host.current;
    if (place === null) return;
    return mount(place, {
      theme: place.closest('[data-theme="dark"]') === null ? 'light' : 'dark',
      size: place.clientWidth < compactBelow ? 'compact' : 'normal',
    });
  }, [mount]);
  return <div ref={host} className="ob-captcha-host" />;
}
