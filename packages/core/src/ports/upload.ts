import { MAX_ANSWER_BYTES } from '../shared/answer-size.ts';

/** A form on its way to the server. */
export interface UploadRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData;
  readonly signal?: AbortSignal | undefined;
  /** How much of the body has left, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

export interface UploadAnswer {
  readonly status: number;
  /** Null when it is longer than 5 MiB. */
  readonly text: string | null;
  header(name: string): string | null;
}

/** Sends a form and tells how far it is, which `fetch` cannot. Rejects when no answer came. */
export type Upload = (request: UploadRequest) => Promise<UploadAnswer>;

/** XMLHttpRequest: the only way by which browsers tell how much of a body has left. */
export const browserUpload: Upload = ({ method, url, headers, body, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const fail = (): void => reject(new TypeError('The upload was cut off.'));
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress(event.loaded / event.total);
    };
    request.onprogress = ({ loaded }) => {
      if (loaded <= MAX_ANSWER_BYTES) return;
      resolve({ status: request.status, text: null, header: () => null });
      request.abort();
    };
    request.onload = () => {
      // Redirects are refused, as everywhere in the transport; this one can only be noticed afterwards.
      if (request.responseURL !== '' && request.responseURL.split('#')[0] !== url.split('#')[0]) fail();
      else {
        const { status, responseText: text } = request;
        resolve({ status, text, header: (name) => request.getResponseHeader(name) });
      }
    };
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => signal?.removeEventListener('abort', abort);
    if (signal?.aborted) {
      fail();
      return;
    }
    signal?.addEventListener('abort', abort);
    request.send(body);
  });
