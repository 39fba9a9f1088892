// The only file that imports ky.
import ky, { type KyInstance } from 'ky';
import type { Endpoint, PathParams, QueryParams } from '../contract/index.ts';
import { systemClock, type UploadAnswer } from '../ports/index.ts';
import { buildUrl, parseBody, readAnswer, readErrorBody, readRetryAfter } from './api-client.rules.ts';
import type {
  AnswerFailure,
  ApiClient,
  ApiClientOptions,
  RequestFile,
  RequestInput,
} from './api-client.types.ts';

type LooseInput = {
  readonly body?: unknown;
  readonly params?: PathParams | undefined;
  readonly query?: QueryParams | undefined;
} & Pick<RequestInput<Endpoint<unknown>>, 'signal' | 'headers' | 'files' | 'keepalive' | 'onProgress'>;

/** A refusal without words of the server's. */
function failure(
  kind: AnswerFailure['kind'],
  status: number,
  parts: Partial<AnswerFailure> = {},
): AnswerFailure {
  return { kind, ok: false, status, message: '', errors: {}, retryAfter: null, problems: [], ...parts };
}

function toMultipart(body: unknown, files: readonly RequestFile[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined || value === null) continue;
    // Booleans travel as 1 and 0 in multipart (decisions.md 4).
    form.append(name, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
  }
  for (const file of files) form.append(file.field, file.blob, file.name);
  return form;
}

/**
 * The transport: sends a call of the contract and gives an answer for it, whatever happens (product.md 7,
 * decisions.md 4). The bearer token goes to the API's own origin only, because every address is built from `baseUrl`
 * and redirects are refused.
 */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const clock = options.clock ?? systemClock;
  let client: KyInstance | null = null;
  const http = (): KyInstance => {
    // ky's own defaults throw for a status, stop after 10 s and send a GET again (traps 0.3): all switched off.
    client ??= ky.create({
      throwHttpErrors: false,
      retry: 0,
      timeout: false,
      redirect: 'error',
      cache: 'no-store',
      credentials: 'omit',
      fetch: options.fetch ?? ((...args) => globalThis.fetch(...args)),
    });
    return client;
  };

  async function send(
    { method, bodyFormat }: Pick<Endpoint<unknown>, 'method' | 'bodyFormat'>,
    url: string,
    headers: Readonly<Record<string, string>>,
    { body, files = [], signal, onProgress, keepalive }: LooseInput,
  ): Promise<UploadAnswer> {
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
      text: await response.text(),
      header: (name) => response.headers.get(name),
    };
  }

  return {
    async request(endpoint, rawInput) {
      const input: LooseInput = rawInput;
      const url = buildUrl(options.baseUrl, endpoint.path, input.params, input.query);
      const token = options.getToken?.() ?? null;
      const headers: Record<string, string> = { Accept: 'application/json', ...input.headers };
      if (token !== null) headers.Authorization = `Bearer ${token.token}`;
      const sent = clock.now();
      let response: UploadAnswer;
      try {
        response = await send(endpoint, absolute(url), headers, input);
      } catch (error) {
        if (input.signal?.aborted) return failure('aborted', 0);
        return failure('network', 0, { problems: [{ path: '', message: String(error) }] });
      }
      const received = clock.now();
      const serverTime = Date.parse(response.header('Date') ?? '');
      if (!Number.isNaN(serverTime))
        options.onServerTime?.({ server: serverTime, device: (sent + received) / 2 });

      const { status, text } = response;
      const parsed = parseBody(text);
      if (status < 200 || status > 299) {
        const refusal = readErrorBody(parsed.ok ? parsed.json : null);
        const retryAfter = readRetryAfter(response.header('Retry-After'), received) ?? refusal.retryAfter;
        if (status === 401 && token !== null) options.onUnauthorized?.(token);
        return failure('http', status, { ...refusal, retryAfter });
      }
      if (!parsed.ok) return failure('invalid-body', status);
      const reading = readAnswer(endpoint, parsed.json);
      if (!reading.ok) {
        options.onError?.({ where: endpoint.path, error: reading.problems });
        return failure('wrong-shape', status, { problems: reading.problems });
      }
      if (reading.dropped.length > 0) options.onError?.({ where: endpoint.path, error: reading.dropped });
      return { kind: 'ok', ok: true, status, data: reading.value as never };
    },
  };
}

/** A root-relative address is resolved against the page; on a server, `baseUrl` must be absolute. */
function absolute(url: string): string {
  return typeof location === 'undefined' ? url : new URL(url, location.href).href;
}
