import { createDownloader } from './download.ts';

/** Saves files of the server's on the person's device. */
export interface FileSaver {
  /** Gives false when the file could not be had: nothing is saved then, least of all the server's error page. */
  save(url: string, name: string): Promise<boolean>;
}

const page = /^\s*(?:text\/html|application\/(?:xhtml\+xml|json|problem\+json))\b/i;

/** Fetches the file first, so that a refusal is noticed, and lets the browser save it under its name. */
export function createBrowserFileSaver(fetch: typeof globalThis.fetch): FileSaver {
  const download = createDownloader(fetch);
  return {
    async save(url, name) {
      // Addresses of files prove themselves: neither cookie nor token goes along.
      const file = await download({ url, credentials: 'omit', isWanted: (type) => !page.test(type ?? '') });
      if (!file.ok) return false;
      const address = URL.createObjectURL(file.blob);
      const link = document.createElement('a');
      link.href = address;
      link.download = name;
      link.click();
      // Saving has begun by then; the bytes are held until it is over.
      setTimeout(() => URL.revokeObjectURL(address), 60_000);
      return true;
    },
  };
}
