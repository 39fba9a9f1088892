import { atom } from 'nanostores';
import type { ApiResponse } from '../api-client/index.ts';
import {
  type DeviceSession,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  sessionsEndpoint,
} from '../contract/index.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { sortDevices } from './devices.rules.ts';
import type { Devices, DevicesError, DevicesOptions, DevicesState } from './devices.types.ts';

type Loaded = Result<readonly DeviceSession[], DevicesError>;

const EMPTY: DevicesState = { status: 'idle', devices: [], ending: [] };

/** Creates the member's list of devices. It sends nothing before `load()`. */
export function createDevices({ api, onError }: DevicesOptions): Devices {
  const $state = atom<DevicesState>(EMPTY);
  let flight: Promise<Loaded> | null = null;
  /** Aborted when the list is reset; requests started before discard their result. */
  let life = new AbortController();

  async function fetchDevices(signal: AbortSignal): Promise<Loaded> {
    const { devices, ending } = $state.get();
    $state.set({ status: 'loading', devices, ending });
    const response = await api.request(sessionsEndpoint, { signal });
    if (signal.aborted) return fail({ code: 'superseded' });
    flight = null;
    const now = $state.get();
    if (response.ok) {
      const found = sortDevices(response.data);
      $state.set({ status: 'ready', devices: found, ending: now.ending });
      return succeed(found);
    }
    if (isUnsupported(response)) {
      $state.set({ ...EMPTY, status: 'unsupported' });
      return fail({ code: 'unsupported' });
    }
    onError?.({ where: 'devices', error: response });
    const error: DevicesError = { code: 'unavailable' };
    $state.set({ status: 'failed', devices: now.devices, ending: now.ending, error });
    return fail(error);
  }

  /** Ends one session or all others, and removes them from the list on success. */
  async function endSessions(
    target: number | 'others',
    request: (signal: AbortSignal) => Promise<ApiResponse<unknown>>,
    stays: (device: DeviceSession) => boolean,
  ): Promise<Result<null, DevicesError>> {
    if ($state.get().ending.includes(target)) return fail({ code: 'busy' });
    const { signal } = life;
    $state.set({ ...$state.get(), ending: [...$state.get().ending, target] });
    const response = await request(signal);
    if (signal.aborted) return fail({ code: 'superseded' });
    const done = response.ok || response.status === 200;
    const { devices, ending, ...rest } = $state.get();
    $state.set({
      ...rest,
      devices: done ? devices.filter(stays) : devices,
      ending: ending.filter((one) => one !== target),
    });
    if (done) return succeed(null);
    // On 404 the session has probably ended already; the reloaded list shows it.
    if (response.kind === 'http' && response.status === 404 && (await load()).ok && !isListed(target))
      return succeed(null);
    onError?.({ where: 'devices', error: response });
    return fail({ code: 'unavailable' });
  }

  function load(): Promise<Loaded> {
    flight ??= fetchDevices(life.signal);
    return flight;
  }

  function isListed(target: number | 'others'): boolean {
    return $state.get().devices.some(({ id, current }) => (target === 'others' ? !current : id === target));
  }

  return {
    $state,
    load,
    end: (id) =>
      endSessions(
        id,
        (signal) => api.request(endSessionEndpoint, { params: { id }, signal }),
        (device) => device.id !== id,
      ),
    endOthers: () =>
      endSessions(
        'others',
        (signal) => api.request(endOtherSessionsEndpoint, { signal }),
        (device) => device.current,
      ),
    destroy() {
      life.abort();
      life = new AbortController();
      flight = null;
      $state.set(EMPTY);
    },
  };
}

/** Whether the backend does not have these optional endpoints. */
function isUnsupported(response: ApiResponse<unknown>): boolean {
  return !response.ok && response.kind === 'http' && (response.status === 404 || response.status === 405);
}
