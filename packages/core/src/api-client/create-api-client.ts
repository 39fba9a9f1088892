// The only file that imports ky.
import ky, { type KyInstance } from 'ky';
import { type Endpoint, type PathParams, type QueryParams, sessionHeader } from '../contract/index.ts';
import { systemClock, type UploadResponse } from '../ports/index.ts';
import { MAX_RESPONSE_BYTES } from '../shared/response-size.ts';
import { buildUrl, parseBody, readErrorBody, readResponse, readRetryAfter } from './api-client.rules.ts';
import type {
  ApiClient,
  ApiClientOptions,
  ApiFailure,
  RequestFile,
  RequestInput,
} from './api-client.types.ts';

type LooseInput = {
  readonly body?: unknown;
  readonly params?: PathParams | undefined;
  readonly query?: QueryParams | undefined;
} & Pick<
  RequestInput<Endpoint<unknown>>,
  'signal' | 'headers' | 'files' | 'keepalive' | 'onProgress' | 'token'
>;

type AnyEndpoint = Pick<Endpoint<unknown>, 'method' | 'bodyFormat' | 'maxResponseBytes'>;

/** A failure without a message of the server. */
function failure(kind: ApiFailure['kind'], status: number, parts: Partial<ApiFailure> = {}): ApiFailure {
  return { kind, ok: false, status, message: '', errors: {}, retryAfter: null, problems: [], ...parts };
}

function toMultipart(body: unknown, files: readonly RequestFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined || value === null) continue;
    // Multipart has booleans as 1 and 0.
    form.append(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
  }
  for (const file of files) form.append(file.field, file.blob, file.name);
  return form;
}

/**
 * Creates the transport, which sends requests of the contract and always resolves with a response. The bearer token is
 * sent only to the API's origin, because every URL starts with `baseUrl` and redirects are rejected.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const clock = options.clock ?? systemClock;
  const byCookie = options.session === 'cookie';
  let client: KyInstance | null = null;
  /** Aborted by `destroy()`. */
  let lifetime = new AbortController();
  const http = (): KyInstance => {
    // By default, ky throws for error statuses, times out after 10 s and retries GET requests.
    client ??= ky.create({
      throwHttpErrors: false,
      retry: 0,
      timeout: false,
      redirect: 'error',
      cache: 'no-store',
      credentials: byCookie ? 'same-origin' : 'omit',
      fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    });
    return client;
  };

  async function send(
    { method, bodyFormat, maxResponseBytes }: AnyEndpoint,
    url: string,
    { body, files = [], headers = {}, signal, onProgress, keepalive }: LooseInput,
  ): Promise<UploadResponse> {
    const form = bodyFormat === 'multipart' ? toMultipart(body, files) : null;
    if (form !== null && onProgress !== undefined && options.upload !== undefined) {
      return options.upload({ method, url, headers, body: form, signal, onProgress });
    }
    const response = await http()(url, {
      method,
      headers,
      ...(bodyFormat === 'json' ? { json: body ?? {} } : {}),
      ...(form === null ? {} : { body: form }),
      ...(signal ? { signal } : {}),
      ...(keepalive ? { keepalive: true } : {}),
    });
    return {
      status: response.status,
      text: await readText(response, maxResponseBytes ?? MAX_RESPONSE_BYTES),
      header: (name) => response.headers.get(name),
    };
  }

  return {
    async request(endpoint, rawInput) {
      const input: LooseInput = rawInput;
      const url = buildUrl(options.baseUrl, endpoint.path, input);
      const session = input.token === undefined ? (options.getToken?.() ?? null) : null;
      const token = session?.token ?? input.token;
      const headers: Record<string, string> = { Accept: 'application/json', ...input.headers };
      if (byCookie) headers[sessionHeader] = token ?? 'cookie';
      else if (token) headers.Authorization = `Bearer ${token}`;
      const signal = input.keepalive ? input.signal : firstOf(input.signal, session?.signal, lifetime.signal);
      const sent = clock.now();
      let response: UploadResponse;
      try {
        response = await send(endpoint, absolute(url), { ...input, headers, signal });
      } catch (error) {
        if (signal?.aborted) return failure('aborted', 0);
        return failure('network', 0, { problems: [{ path: '', message: String(error) }] });
      }
      const received = clock.now();
      const serverTime = Date.parse(response.header('Date') ?? '');
      if (!Number.isNaN(serverTime))
        options.onServerTime?.({ server: serverTime, device: (sent + received) / 2 });

      const { status, text } = response;
      const parsed = parseBody(text, response.header('Content-Type'));
      if (status < 200 || status > 299) {
        const refusal = readErrorBody(parsed.ok ? parsed.json : null);
        const retryAfter = readRetryAfter(response.header('Retry-After'), received) ?? refusal.retryAfter;
        if (status === 401 && session !== null) options.onUnauthorized?.(session);
        return failure('http', status, { ...refusal, retryAfter });
      }
      if (!parsed.ok) return failure(parsed.kind, status);
      const reading = readResponse(endpoint, parsed.json);
      if (!reading.ok) {
        options.onError?.({ where: endpoint.path, error: reading.problems });
        return failure('wrong-shape', status, { problems: reading.problems });
      }
      if (reading.dropped.length > 0) options.onError?.({ where: endpoint.path, error: reading.dropped });
      return { kind: 'ok', ok: true, status, data: reading.value as never };
    },
    destroy() {
      lifetime.abort();
      lifetime = new AbortController();
    },
  };
}

/** Reads the body as text; null when it is longer than `maxBytes`, which cancels the rest. */
async function readText({ body }: Response, maxBytes: number): Promise<string | null> {
  if (body === null) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      // Not awaited: a broken connection may never settle.
      reader.cancel().catch(() => {});
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Returns a signal that aborts with the first of these. */
function firstOf(...signals: readonly (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter((signal) => signal !== undefined));
}

/** Resolves a root-relative URL against the page. On a server, `baseUrl` must be absolute. */
function absolute(url: string): string {
  return typeof location === 'undefined' ? url : new URL(url, location.href).href;
}
