import { atom } from 'nanostores';
import type { ApiResponse } from '../api-client/index.ts';
import { type DataExport, dataExportEndpoint, requestDataExportEndpoint } from '../contract/index.ts';
import { errorOf, isUnsupported } from '../shared/failures.ts';
import { fail, type Result, succeed } from '../shared/result.ts';
import type { MemberData, MemberDataError, MemberDataOptions, MemberDataState } from './member-data.types.ts';

const EMPTY: MemberDataState = { status: 'idle', export: null, error: null };

/** Creates the state of 'Download my data'. It sends nothing before `load()` or `request()`. */
export function createMemberData({ api, onError }: MemberDataOptions): MemberData {
  const $state = atom<MemberDataState>(EMPTY);
  let epoch = 0;

  async function send(
    status: 'loading' | 'requesting',
    endpoint: typeof dataExportEndpoint,
  ): Promise<Result<DataExport, MemberDataError>> {
    const before = $state.get();
    if (before.status === 'loading' || before.status === 'requesting') return fail(errorOf('busy'));
    const mine = epoch;
    $state.set({ ...before, status, error: null });
    const response = await api.request(endpoint, {});
    if (mine !== epoch) return fail(errorOf('superseded'));
    if (response.ok) {
      $state.set({ status: 'ready', export: response.data, error: null });
      return succeed(response.data);
    }
    const error = readFailure(response);
    if (error.code === 'unavailable') onError?.({ where: 'member-data', error: response });
    const failed = error.code === 'unsupported' ? 'unsupported' : 'failed';
    $state.set({ status: failed, export: before.export, error });
    return fail(error);
  }

  return {
    $state,
    load: () => send('loading', dataExportEndpoint),
    request: () => send('requesting', requestDataExportEndpoint),
    destroy() {
      epoch += 1;
      $state.set(EMPTY);
    },
  };
}

function readFailure(response: Exclude<ApiResponse<DataExport>, { ok: true }>): MemberDataError {
  const { status, message, retryAfter } = response;
  if (response.kind !== 'http') return errorOf('unavailable');
  if (isUnsupported(response)) return errorOf('unsupported');
  return status === 429 ? errorOf('throttled', message, retryAfter) : errorOf('unavailable', message);
}
