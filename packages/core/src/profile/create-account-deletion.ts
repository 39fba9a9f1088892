import { atom } from 'nanostores';
import type { ApiResponse } from '../api-client/index.ts';
import { deleteAccountEndpoint, type MessageResponse } from '../contract/index.ts';
import { errorOf, isUnreadSuccess, isUnsupported } from '../shared/failures.ts';
import { fail, succeed } from '../shared/result.ts';
import { watchSession } from '../shared/session-epoch.ts';
import type {
  AccountDeletion,
  AccountDeletionError,
  AccountDeletionOptions,
  AccountDeletionState,
} from './account-deletion.types.ts';

/** Creates the state of the Delete Account dialog. */
export function createAccountDeletion(options: AccountDeletionOptions): AccountDeletion {
  const { api, session, mode = 'server' } = options;
  const $state = atom<AccountDeletionState>({ status: 'idle' });
  let attempt = 0;

  function refuse(error: AccountDeletionError): { readonly ok: false; readonly error: AccountDeletionError } {
    $state.set({ status: 'failed', error });
    return fail(error);
  }

  function removeLocal(): void {
    session.forget();
    $state.set({ status: 'deleted' });
  }

  return {
    $state,
    mode,
    removeLocal,
    async submit(proof) {
      if ($state.get().status === 'deleting') return fail(errorOf('busy'));
      if (!proof.password && !proof.credential) return refuse(errorOf('proof-missing'));
      attempt += 1;
      const mine = attempt;
      const isSameSession = watchSession(session);
      $state.set({ status: 'deleting' });
      const token = session.getToken();
      // With its own token, because the server ends the session before it responds, which aborts the session's requests.
      const response = await api.request(deleteAccountEndpoint, { body: proof, token: token?.token ?? null });
      if (response.status === 401 && token !== null) session.onUnauthorized(token);
      const isSignedIn = session.$state.get().status === 'signed-in';
      const same = isSameSession() && isSignedIn;
      const failure = readDeletionFailure(response);
      // After the deletion only another member's session is kept.
      const error = same || (failure === null && !isSignedIn) ? failure : errorOf('signed-out');
      if (error !== null) return mine === attempt ? refuse(error) : fail(error);
      removeLocal();
      return succeed(null);
    },
    reset() {
      // A pending deletion cannot be canceled, so its state stays.
      if ($state.get().status === 'deleting') return;
      attempt += 1;
      $state.set({ status: 'idle' });
    },
  };
}

function readDeletionFailure(response: ApiResponse<MessageResponse>): AccountDeletionError | null {
  if (response.ok || isUnreadSuccess(response)) return null;
  if (response.kind !== 'http') return errorOf('unavailable');
  const { status, message, errors, retryAfter } = response;
  if (isUnsupported(response)) return errorOf('unsupported');
  if (status === 429) return errorOf('throttled', message, retryAfter);
  if (errors.proof !== undefined) return errorOf('second-proof-needed', message);
  const field = errors.password?.[0] ?? errors.credential?.[0];
  if (field !== undefined) return errorOf('wrong-proof', field);
  return errorOf(status >= 500 ? 'unavailable' : 'refused', message);
}
