/** Port: the SHA-256 of a text (UTF-8), in base64url. Rejects where the platform has no cryptography. */
export type Sha256 = (text: string) => Promise<string>;

/** The platform's own; browsers have it on https pages and on this machine. */
export const systemSha256: Sha256 = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
};
