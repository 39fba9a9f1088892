// Requests every route of a server with every method, as a visitor and as a member.
import { endpoints } from '@openbell/core/contract';
import { expect } from 'vitest';
import { otherRoutes } from '../../support/other-routes.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const localRoutes = Object.entries(otherRoutes)
  .filter(([, access]) => access === 'local')
  .map(([route]) => route.split(' ')[1] ?? '');
const fill = (path: string) => path.replaceAll(/\{\w+\}|:\w+/g, '1');

/** The path of every route, and other spellings of `/dev`. */
export const paths: readonly string[] = [
  ...new Set([
    ...Object.values(endpoints).map(({ path }) => `/api${fill(path)}`),
    ...Object.keys(otherRoutes).map((route) => fill(route.split(' ')[1] ?? '')),
    '/',
    '/dev',
    '/dev/',
    '/DEV/mail.json',
    '/dev/../dev/mail.json',
    '/%64ev/mail.json',
    '//dev/mail.json',
  ]),
];

export interface Seen {
  readonly request: string;
  readonly status: number;
}

export interface WalkOptions {
  readonly url: string;
  /** The token of the member for the path with an index. */
  readonly tokenOf: (index: number) => string;
  readonly methods?: readonly string[];
  /** Other headers for the path with an index. */
  readonly headersOf?: (index: number) => Readonly<Record<string, string>>;
}

export async function walk(options: WalkOptions): Promise<Seen[]> {
  const { url, tokenOf, headersOf = () => ({}) } = options;
  const seen: Seen[] = [];
  for (const [index, path] of paths.entries()) {
    for (const method of options.methods ?? methods) {
      for (const caller of [null, tokenOf(index)]) {
        const response = await fetch(url + path, {
          method,
          redirect: 'manual',
          headers: {
            'content-type': 'application/json',
            ...headersOf(index),
            ...(caller === null ? {} : { authorization: `Bearer ${caller}` }),
          },
          ...(method === 'GET' || method === 'HEAD' ? {} : { body: '{}' }),
        });
        await response.body?.cancel();
        // The walk itself signs the caller out.
        if (path.endsWith('/logout') || path.endsWith('/delete-account')) continue;
        seen.push({ request: `${method} ${path}`, status: response.status });
      }
    }
  }
  return seen;
}

/** Expects that nothing below `/dev` is served and that no request fails. */
export function expectClosed(seen: readonly Seen[]): void {
  const isDev = ({ request }: Seen) => /^\w+ \/+(?:dev|DEV|%64ev)/.test(request);
  expect(seen.filter(isDev).length).toBeGreaterThan(localRoutes.length);
  expect(seen.filter((entry) => isDev(entry) && entry.status !== 404)).toEqual([]);
  // 503 means that a provider cannot be reached.
  expect(seen.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
}
