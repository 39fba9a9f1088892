import { createDownloader } from './download.ts';
import { saveBlob } from './save-blob.ts';

/** Saves files from the server on the device. */
export interface FileSaver {
  /** Resolves with false when the download fails; nothing is saved then. */
  save(url: string, name: string): Promise<boolean>;
}

const page = /^\s*(?:text\/html|application\/(?:xhtml\+xml|json|problem\+json))\b/i;

/** Creates a file saver that downloads the file first, so that an error page is never saved. */
export function createBrowserFileSaver(fetch: typeof globalThis.fetch): FileSaver {
  const download = createDownloader(fetch);
  return {
    async save(url, name) {
      // File URLs are signed, so no cookie or token is sent.
      const file = await download({ url, credentials: 'omit', isWanted: (type) => !page.test(type ?? '') });
      if (!file.ok) return false;
      saveBlob(file.blob, name);
      return true;
    },
  };
}
