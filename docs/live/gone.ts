// Receives the navigations of components, because no example leaves its page.

const listeners = new Set<(path: string) => void>();

/** Replaces the browser's navigation. */
export const gone = {
  to(path: string): void {
    for (const listener of listeners) listener(path);
  },
  listen(listener: (path: string) => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
