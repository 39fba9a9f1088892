// Signed, expiring URLs of private files, for <img>, <video> and downloads, which send no bearer token.
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { equalInConstantTime } from './tokens.ts';

interface SignContext {
  readonly clock: Clock;
  readonly installationKey: (name: string) => Promise<string>;
}

interface SignedLinkOptions {
  /** Name of the installation key that signs. */
  readonly key: string;
  /** Start of each URL, for example `/media/courses/`. */
  readonly prefix: string;
  /** Minimum lifetime of a URL in milliseconds. The maximum is twice as long. */
  readonly lifetimeMs: number;
}

export interface SignedLinks {
  /** Returns the URL of a file, for one member or, without `userId`, for anyone who has the URL. */
  url(file: string, userId?: number): string;
  /** Returns the member whom a URL is for (null: anyone). Undefined for an invalid or expired signature. */
  verify(file: string, query: URLSearchParams): number | null | undefined;
}

/** Returns the signed links of one kind of file. */
export async function openSignedLinks(
  { installationKey, clock }: SignContext,
  { key: keyName, prefix, lifetimeMs }: SignedLinkOptions,
): Promise<SignedLinks> {
  const key = await installationKey(keyName);
  const sign = (file: string, member: string, expires: string) =>
    createHmac('sha256', key).update(`${file}\n${member}\n${expires}`).digest('base64url');
  return {
    url(file, userId) {
      const member = userId === undefined ? '' : String(userId);
      // Rounded, so that repeated reads return the same URL and the browser can cache the file.
      const expires = String((Math.floor(clock.now() / lifetimeMs) + 2) * lifetimeMs);
      const signature = sign(file, member, expires);
      const query = new URLSearchParams({ ...(member === '' ? {} : { member }), expires, signature });
      return `${prefix}${file}?${query}`;
    },
    verify(file, query) {
      const member = query.get('member') ?? '';
      const expires = query.get('expires') ?? '';
      if (!/^(?:[1-9]\d{0,9})?$/.test(member) || !/^\d{1,15}$/.test(expires)) return undefined;
      if (Number(expires) <= clock.now()) return undefined;
      if (!equalInConstantTime(query.get('signature') ?? '', sign(file, member, expires))) return undefined;
      return member === '' ? null : Number(member);
    },
  };
}
