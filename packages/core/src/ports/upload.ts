import { MAX_RESPONSE_BYTES } from '../shared/response-size.ts';

/** A form to upload. */
export interface UploadRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: FormData;
  readonly signal?: AbortSignal | undefined;
  /** Receives the sent fraction of the body, from 0 to 1. */
  readonly onProgress: (fraction: number) => void;
}

export interface UploadResponse {
  readonly status: number;
  /** Null when it is longer than 5 MiB. */
  readonly text: string | null;
  header(name: string): string | null;
}

/** Sends a form and reports its progress, which `fetch` cannot. Rejects without a response. */
export type Upload = (request: UploadRequest) => Promise<UploadResponse>;

/** Uploads with XMLHttpRequest, the only browser API that reports upload progress. */
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
      if (loaded <= MAX_RESPONSE_BYTES) return;
      resolve({ status: request.status, text: null, header: () => null });
      request.abort();
    };
    request.onload = () => {
      // Redirects are rejected, as everywhere in the transport; XMLHttpRequest only shows them afterwards.
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
