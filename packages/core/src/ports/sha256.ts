/** Returns the SHA-256 of a text (UTF-8) in base64url. Rejects without Web Crypto. */
export type Sha256 = (text: string) => Promise<string>;

/** SHA-256 by Web Crypto, which browsers have on https pages and on localhost. */
export const systemSha256: Sha256 = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
};
