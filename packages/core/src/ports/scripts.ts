import { systemTimers, type Timers } from './scheduler.ts';
import { trustedScriptUrl } from './trusted-script-url.ts';

/** A third-party script. */
export interface RemoteScript {
  readonly url: string;
  /** The global variable that it defines. */
  readonly global: string;
  /** The global callback that it calls when ready; by default it is ready when loaded. */
  readonly readyCallback?: string;
  /** Whether the global is ready; by default it is when defined. */
  readonly isUsable?: (value: object) => boolean;
}

/** Loads third-party scripts into the page. */
export interface Scripts {
  /** Resolves with the script's global. Rejects when loading fails; the next call retries. */
  load(script: RemoteScript): Promise<object>;
}

export interface BrowserScriptsOptions {
  readonly document?: Document;
  readonly scheduler?: Timers;
  /** Timeout in milliseconds; 15,000 by default. */
  readonly limit?: number;
}

/** Loads scripts with `<script>` elements. Calls for the same script share one element. */
export function createBrowserScripts(options: BrowserScriptsOptions = {}): Scripts {
  const { scheduler = systemTimers, limit = 15_000 } = options;
  const loading = new Map<string, Promise<object>>();

  function find({ global, isUsable = () => true }: RemoteScript): object | null {
    const value: unknown = Reflect.get(globalThis, global);
    return typeof value === 'object' && value !== null && isUsable(value) ? value : null;
  }

  function insert(script: RemoteScript): Promise<object> {
    const { document = globalThis.document } = options;
    if (document === undefined) return Promise.reject(new Error(`${script.url} runs in a browser only.`));
    return new Promise((resolve, reject) => {
      const address = trustedScriptUrl(script.url);
      const tag = document.createElement('script');
      const fail = (why: string): void => {
        cancelLimit();
        tag.remove();
        reject(new Error(`${script.url} ${why}.`));
      };
      const cancelLimit = scheduler.after(limit, () => fail('timed out'));
      const resolveIfReady = (): void => {
        const value = find(script);
        if (value === null) return;
        cancelLimit();
        resolve(value);
      };
      if (script.readyCallback !== undefined) Reflect.set(globalThis, script.readyCallback, resolveIfReady);
      tag.src = address;
      tag.async = true;
      tag.onerror = () => fail('could not be loaded');
      tag.onload = () => {
        resolveIfReady();
        if (script.readyCallback === undefined && find(script) === null) fail('did not define its global');
      };
      document.head.append(tag);
    });
  }

  return {
    load(script) {
      const loaded = find(script);
      if (loaded !== null) return Promise.resolve(loaded);
      const known = loading.get(script.url);
      if (known !== undefined) return known;
      const inserted = insert(script).finally(() => loading.delete(script.url));
      loading.set(script.url, inserted);
      return inserted;
    },
  };
}
