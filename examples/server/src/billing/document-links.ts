// Addresses of payments' documents: they prove themselves, expire, and work for one person, because a link sends no bearer.
import { createHmac } from 'node:crypto';
import type { ServerContext } from '../context.ts';
import { equalInConstantTime } from '../security/tokens.ts';

/** An address works for at least this long, and at most twice as long: a profile page stays open for a while. */
const LINK_MS = 12 * 3_600_000;

export interface DocumentLinks {
  /** The address of one's own payment's document; root-relative. */
  url(invoiceId: number, userId: number): string;
  /** Whose address it is; null when the signature is not ours or has expired. */
  verify(invoiceId: string, query: URLSearchParams): number | null;
}

/** The links of an installation; its key is made when it is first needed. */
export async function documentLinksOf({
  installationKey,
  clock,
}: Pick<ServerContext, 'installationKey' | 'clock'>): Promise<DocumentLinks> {
  const key = await installationKey('invoices');
  const sign = (invoiceId: string, userId: string, expires: string) =>
    createHmac('sha256', key).update(`${invoiceId}\n${userId}\n${expires}`).digest('base64url');
  return {
    url: (invoiceId, userId) => {
      // Rounded, so that reading a page twice gives the same address.
      const expires = String((Math.floor(clock.now() / LINK_MS) + 2) * LINK_MS);
      const query = new URLSearchParams({
        member: String(userId),
        expires,
        signature: sign(String(invoiceId), String(userId), expires),
      });
      return `/media/invoices/${invoiceId}?${query}`;
    },
    verify: (invoiceId, query) => {
      const [member, expires, signature] = ['member', 'expires', 'signature'].map(
        (name) => query.get(name) ?? '',
      ) as [string, string, string];
      if (!/^[1-9]\d{0,9}$/.test(member) || !/^\d{1,15}$/.test(expires)) return null;
      if (Number(expires) <= clock.now()) return null;
      return equalInConstantTime(signature, sign(invoiceId, member, expires)) ? Number(member) : null;
    },
  };
}
