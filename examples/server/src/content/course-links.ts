// Addresses of courses' films and documents: they prove themselves, expire, and work for one person's sessions: a <video> and a download send no bearer.
import { createHmac } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import { equalInConstantTime } from '../security/tokens.ts';

/** An address works for at least this long, and at most twice as long. */
const LINK_MS = 10 * 60_000;

export interface CourseLinks {
  /** The address of a file for one person; root-relative. */
  url(file: string, userId: number): string;
  /** Whose address it is; null when the signature is not ours or has expired. */
  verify(file: string, query: URLSearchParams): number | null;
}

/** The links of an installation; its key is made when it is first needed. */
export async function courseLinksOf({
  installationKey,
  clock,
}: Pick<ServerContext, 'installationKey' | 'clock'>): Promise<CourseLinks> {
  const key = await installationKey('course-files');
  const sign = (file: string, userId: string, expires: string) =>
    createHmac('sha256', key).update(`${file}\n${userId}\n${expires}`).digest('base64url');
  return {
    url: (file, userId) => {
      // Rounded, so that reading a page twice gives the same address and the browser's cache works.
      const expires = String((Math.floor(clock.now() / LINK_MS) + 2) * LINK_MS);
      const query = new URLSearchParams({
        member: String(userId),
        expires,
        signature: sign(file, String(userId), expires),
      });
      return `/media/courses/${file}?${query}`;
    },
    verify: (file, query) => {
      const [member, expires, signature] = ['member', 'expires', 'signature'].map(
        (name) => query.get(name) ?? '',
      ) as [string, string, string];
      if (!/^[1-9]\d{0,9}$/.test(member) || !/^\d{1,15}$/.test(expires)) return null;
      if (Number(expires) <= clock.now()) return null;
      return equalInConstantTime(signature, sign(file, member, expires)) ? Number(member) : null;
    },
  };
}
