'use client';

import type { Texts } from '@openbell/core/catalogue';
import { type DeviceSession, isServerId } from '@openbell/core/contract';
import { type DeviceGroup, describeDevice, formatDeviceTime, groupDevices } from '@openbell/core/devices';
import { useDevices } from '@openbell/react-hooks';
import { Monitor, Smartphone } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Badge, Button, useTexts } from '../../primitives/index.ts';
import { TransientButton } from '../../primitives/TransientButton.tsx';
import { FormMessage } from '../form/FormMessage.tsx';

/** Groups shown before 'Show all' is pressed. */
const SHOWN = 10;

function nameOf(text: Texts, device: DeviceSession): string {
  const { browser, system } = describeDevice(device.user_agent);
  if (browser !== null && system !== null) return text('accounts.deviceNamed', { browser, system });
  return browser ?? system ?? text('accounts.deviceUnknown');
}

/**
 * Lists the devices where the member is signed in, equal ones as one row, each with a sign-out button. Renders nothing
 * when the backend does not support the endpoint.
 */
export function DevicesSection(): ReactNode {
  const text = useTexts();
  const { state, load, end, endOthers } = useDevices();
  const [result, setResult] = useState<{ readonly text: string; readonly failed: boolean } | null>(null);
  const [endingKeys, setEndingKeys] = useState<readonly string[]>([]);
  const [isRetrying, setIsRetrying] = useState(false);
  const [isComplete, setIsComplete] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { devices } = state;
  if (state.status === 'unsupported') return null;
  if (devices.length === 0 && state.status !== 'failed' && !isRetrying) return null;

  const groups = groupDevices(devices);
  const shown = isComplete ? groups : groups.slice(0, SHOWN);

  const showAll = (): void => {
    setIsComplete(true);
    // The pressed button is removed.
    heading.current?.focus();
  };

  /** Ends the sessions one after the other, until one fails. */
  const endGroup = async (group: DeviceGroup): ReturnType<typeof end> => {
    setEndingKeys((keys) => [...keys, group.key]);
    let result: Awaited<ReturnType<typeof end>> = { ok: true, value: null };
    for (const { id } of group.devices) if (result.ok) result = await end(id);
    setEndingKeys((keys) => keys.filter((key) => key !== group.key));
    return result;
  };

  const retry = async (): Promise<void> => {
    setIsRetrying(true);
    await load();
    setIsRetrying(false);
  };

  const signOut = async (what: DeviceGroup | 'others'): Promise<void> => {
    setResult(null);
    const result = await (what === 'others' ? endOthers() : endGroup(what));
    if (result.ok) {
      // The pressed button was removed with its row.
      heading.current?.focus();
      setResult({ text: doneText(text, what), failed: false });
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
          <TransientButton size="small" busy={isRetrying} onClick={() => void retry()}>
            {text('shell.retry')}
          </TransientButton>
        </FormMessage>
      ) : (
        <>
          <p className="ob-profile-empty">{text('accounts.devicesHint')}</p>
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
          <ul className="ob-devices">
            {shown.map((group) => (
              <DeviceRow
                key={group.key}
                devices={group.devices}
                busy={endingKeys.includes(group.key) || state.ending.includes('others')}
                onEnd={() => void signOut(group)}
              />
            ))}
          </ul>
          {shown.length < groups.length ? (
            <Button className="ob-devices-all" size="small" variant="quiet" onClick={showAll}>
              {text('accounts.showAllDevices')}
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

function doneText(text: Texts, what: DeviceGroup | 'others'): string {
  if (what === 'others') return text('accounts.otherDevicesEnded');
  const count = what.devices.length;
  return count === 1 ? text('accounts.deviceEnded') : text('accounts.devicesEnded', { count });
}

interface DeviceRowProps {
  /** Sessions with the same name, the last used one first. */
  readonly devices: DeviceGroup['devices'];
  readonly busy: boolean;
  readonly onEnd: () => void;
}

function DeviceRow({ devices, busy, onEnd }: DeviceRowProps): ReactNode {
  const text = useTexts();
  const [device] = devices;
  const count = devices.length;
  const name = nameOf(text, device);
  const { system } = describeDevice(device.user_agent);
  const Picture = system === 'iPhone' || system === 'Android' || system === 'iPad' ? Smartphone : Monitor;
  return (
    <li className="ob-device" data-status={device.current ? 'current' : 'other'}>
      <Picture size={20} aria-hidden="true" />
      <div className="ob-device-words">
        <strong>{name}</strong>
        {count > 1 ? (
          <span>{text('accounts.deviceSessions', { count })}</span>
        ) : device.created_at === null ? null : (
          <span>{text('accounts.deviceSignedIn', { time: formatDeviceTime(device.created_at) })}</span>
        )}
        {device.current || device.last_used_at === null ? null : (
          <span>{text('accounts.deviceLastUsed', { time: formatDeviceTime(device.last_used_at) })}</span>
        )}
      </div>
      {device.current ? (
        <Badge tone="success">{text('accounts.thisDevice')}</Badge>
      ) : !devices.every(({ id }) => isServerId(id)) ? null : (
        <Button
          size="small"
          aria-label={
            count === 1
              ? text('accounts.endDeviceNamed', { device: name })
              : text('accounts.endDevicesNamed', { count, device: name })
          }
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
