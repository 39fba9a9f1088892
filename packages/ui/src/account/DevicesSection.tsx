'use client';

import type { Texts } from '@openbell/core/catalogue';
import type { DeviceSession } from '@openbell/core/contract';
import { describeDevice, formatDeviceTime } from '@openbell/core/devices';
import { useDevices } from '@openbell/react-hooks';
import { Monitor, Smartphone } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Badge, Button, useTexts } from '../primitives/index.ts';
import { FormMessage } from './FormMessage.tsx';

function nameOf(text: Texts, device: DeviceSession): string {
  const { browser, system } = describeDevice(device.user_agent);
  if (browser !== null && system !== null) return text('accounts.deviceNamed', { browser, system });
  return browser ?? system ?? text('accounts.deviceUnknown');
}

/**
 * Lists the devices where the member is signed in, each with a sign-out button. Renders nothing when the backend does
 * not support the endpoint.
 */
export function DevicesSection(): ReactNode {
  const text = useTexts();
  const { state, load, end, endOthers } = useDevices();
  const [result, setResult] = useState<{ readonly text: string; readonly failed: boolean } | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const { devices } = state;
  if (state.status === 'unsupported') return null;
  if (devices.length === 0 && state.status !== 'failed') return null;

  const signOut = async (what: DeviceSession | 'others'): Promise<void> => {
    setResult(null);
    const result = await (what === 'others' ? endOthers() : end(what.id));
    if (result.ok) {
      // The pressed button was removed with its row.
      heading.current?.focus();
      const done = text(what === 'others' ? 'accounts.otherDevicesEnded' : 'accounts.deviceEnded');
      setResult({ text: done, failed: false });
    } else if (result.error.code !== 'busy' && result.error.code !== 'superseded') {
      setResult({ text: text('accounts.deviceEndFailed'), failed: true });
    }
  };

  return (
    <section className="ob-profile-section" data-part="devices" data-status={state.status}>
      <h2 ref={heading} tabIndex={-1}>
        {text('accounts.devices')}
      </h2>
      {devices.length === 0 ? (
        <FormMessage part="devices-error">
          {text('accounts.devicesFailed')}{' '}
          <Button size="small" onClick={() => void load()}>
            {text('shell.retry')}
          </Button>
        </FormMessage>
      ) : (
        <>
          <p className="ob-profile-empty">{text('accounts.devicesHint')}</p>
          <ul className="ob-devices">
            {devices.map((device) => (
              <DeviceRow
                key={device.id}
                device={device}
                busy={state.ending.includes(device.id) || state.ending.includes('others')}
                onEnd={() => void signOut(device)}
              />
            ))}
          </ul>
          {devices.some((device) => !device.current) ? (
            <Button
              className="ob-devices-all"
              busy={state.ending.includes('others')}
              disabled={state.ending.length > 0}
              onClick={() => void signOut('others')}
            >
              {text('accounts.endOtherDevices')}
            </Button>
          ) : null}
        </>
      )}
      {result?.failed === true ? <FormMessage part="devices-error">{result.text}</FormMessage> : null}
      <p className="ob-devices-said" role="status">
        {result?.failed === false ? result.text : null}
      </p>
    </section>
  );
}

interface DeviceRowProps {
  readonly device: DeviceSession;
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function DeviceRow({ device, busy, onEnd }: DeviceRowProps): ReactNode {
  const text = useTexts();
  const name = nameOf(text, device);
  const { system } = describeDevice(device.user_agent);
  const Picture = system === 'iPhone' || system === 'Android' || system === 'iPad' ? Smartphone : Monitor;
  return (
    <li className="ob-device" data-status={device.current ? 'current' : 'other'}>
      <Picture size={20} aria-hidden="true" />
      <div className="ob-device-words">
        <strong>{name}</strong>
        <span>{text('accounts.deviceSignedIn', { time: formatDeviceTime(device.created_at) })}</span>
        {device.current ? null : (
          <span>{text('accounts.deviceLastUsed', { time: formatDeviceTime(device.last_used_at) })}</span>
        )}
      </div>
      {device.current ? (
        <Badge tone="success">{text('accounts.thisDevice')}</Badge>
      ) : (
        <Button
          size="small"
          aria-label={text('accounts.endDeviceNamed', { device: name })}
          busy={busy}
          disabled={busy}
          onClick={onEnd}
        >
          {text('accounts.endDevice')}
        </Button>
      )}
    </li>
  );
}
