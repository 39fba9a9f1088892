// Interprets failed responses.

interface Failure {
  readonly kind: 'http' | 'network' | 'aborted' | 'invalid-body' | 'too-large' | 'wrong-shape';
}

/** Creates an error. `message` is the server's; `retryAfter` in seconds, null when the server did not send it. */
export function errorOf<Code extends string>(
  code: Code,
  message = '',
  retryAfter: number | null = null,
): { readonly code: Code; readonly message: string; readonly retryAfter: number | null } {
  return { code, message, retryAfter };
}

/** The server's message, or its first field error. */
export function firstMessage({
  message,
  errors,
}: {
  readonly message: string;
  readonly errors: Readonly<Record<string, readonly string[]>>;
}): string {
  return message || (Object.values(errors)[0]?.[0] ?? '');
}

/** Whether a backend does not have an optional call. */
export function isUnsupported({ kind, status }: { readonly kind: string; readonly status: number }): boolean {
  return kind === 'http' && (status === 404 || status === 405 || status === 501);
}

/** Whether the server accepted the request with a 2xx, but its body could not be read. */
export function isUnreadSuccess({ kind }: Failure): boolean {
  return kind === 'invalid-body' || kind === 'too-large' || kind === 'wrong-shape';
}

/** Why data did not load: an error status, no response, or an invalid response. */
export function loadFailure(failure: Failure): 'refused' | 'unreachable' | 'unreadable' {
  if (failure.kind === 'http') return 'refused';
  return isUnreadSuccess(failure) ? 'unreadable' : 'unreachable';
}

/** Returns the first message of each field that has one; null when none has. */
export function firstMessages<Field extends string>(
  errors: Readonly<Record<string, readonly string[]>>,
  fields: readonly Field[],
): Partial<Record<Field, string>> | null {
  let found: Partial<Record<Field, string>> | null = null;
  for (const field of fields) {
    if (errors[field]?.length)
      found = { ...found, [field]: errors[field][0] } as Partial<Record<Field, string>>;
  }
  return found;
}
