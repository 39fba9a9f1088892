import { atom } from 'nanostores';
import type { ApiResponse } from '../api-client/index.ts';
import {
  type DeviceSession,
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  sessionsEndpoint,
} from '../contract/index.ts';
import { isUnsupported } from '../shared/failures.ts';
import { createFlight } from '../shared/flight.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import { sortDevices } from './devices.rules.ts';
import type { Devices, DevicesError, DevicesOptions, DevicesState } from './devices.types.ts';

type Loaded = Result<readonly DeviceSession[], DevicesError>;

const EMPTY: DevicesState = { status: 'idle', devices: [], ending: [] };

/** Creates the member's list of devices. It sends nothing before `load()`. */
export function createDevices({ api, onError }: DevicesOptions): Devices {
  const $state = atom<DevicesState>(EMPTY);
  const loading = createFlight<Loaded>();
  /** Aborted when the list is reset; actions started before discard their result. */
  let life = new AbortController();

  async function fetchDevices(signal: AbortSignal): Promise<Loaded> {
    const { devices, ending } = $state.get();
    $state.set({ status: 'loading', devices, ending });
    const response = await api.request(sessionsEndpoint, { signal });
    if (!loading.end(signal)) return fail({ code: 'superseded' });
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
  ): Promise<Result<null, DevicesError>> {
    if ($state.get().ending.includes(target)) return fail({ code: 'busy' });
    const isTarget = ({ id, current }: DeviceSession): boolean =>
      target === 'others' ? !current : id === target;
    const { signal } = life;
    $state.set({ ...$state.get(), ending: [...$state.get().ending, target] });
    const response = await request(signal);
    if (signal.aborted) return fail({ code: 'superseded' });
    const done = response.ok || response.status === 200;
    const { devices, ending, ...rest } = $state.get();
    $state.set({
      ...rest,
      devices: done ? devices.filter((device) => !isTarget(device)) : devices,
      ending: ending.filter((one) => one !== target),
    });
    if (done) return succeed(null);
    // On 404 the session has probably ended already; the reloaded list shows it.
    const mayHaveEnded = response.kind === 'http' && response.status === 404;
    if (mayHaveEnded && (await load()).ok && !$state.get().devices.some(isTarget)) return succeed(null);
    onError?.({ where: 'devices', error: response });
    return fail({ code: 'unavailable' });
  }

  const load = (): Promise<Loaded> => loading.pending() ?? loading.run(fetchDevices);

  return {
    $state,
    load,
    end: (id) => endSessions(id, (signal) => api.request(endSessionEndpoint, { params: { id }, signal })),
    endOthers: () => endSessions('others', (signal) => api.request(endOtherSessionsEndpoint, { signal })),
    destroy() {
      life.abort();
      life = new AbortController();
      loading.abort();
      $state.set(EMPTY);
    },
  };
}
