const versionTag = /<meta name="version" content="([^"]+)"/;

/** Returns the build of a document; null on the development server. */
export function builtVersion(page: Document): string | null {
  return page.querySelector<HTMLMetaElement>('meta[name="version"]')?.content ?? null;
}

/** Returns the build that the server has; null without an answer. */
export async function servedVersion(loadDocument: () => Promise<Response>): Promise<string | null> {
  try {
    const response = await loadDocument();
    return response.ok ? (versionTag.exec(await response.text())?.[1] ?? null) : null;
  } catch {
    return null;
  }
}
