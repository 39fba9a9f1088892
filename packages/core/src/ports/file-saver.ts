/** Saves files of the server's on the person's device. */
export interface FileSaver {
  /** Gives false when the file could not be had: nothing is saved then, least of all the server's error page. */
  save(url: string, name: string): Promise<boolean>;
}

/** Fetches the file first, so that a refusal is noticed, and lets the browser save it under its name. */
export function createBrowserFileSaver(fetch: typeof globalThis.fetch): FileSaver {
  return {
    async save(url, name) {
      try {
        // Addresses of files prove themselves (decisions.md 11, Media): neither cookie nor token goes along.
        const response = await fetch(url, { credentials: 'omit' });
        const type = response.headers.get('Content-Type') ?? '';
        if (!response.ok || /^text\/html\b/i.test(type)) return false;
        const address = URL.createObjectURL(await response.blob());
        const link = document.createElement('a');
        link.href = address;
        link.download = name;
        link.click();
        // Saving has begun by then; the bytes are held until it is over.
        setTimeout(() => URL.revokeObjectURL(address), 60_000);
        return true;
      } catch {
        return false;
      }
    },
  };
}
