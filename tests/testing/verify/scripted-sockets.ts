// Scripted sockets of a backend: the frames of each socket and its HTTP response to an upgrade.
import type { SocketFactory } from '@openbell/core/ports';
import type { ProbeUpgrade } from '../../../packages/testing/src/verify/upgrade-probe.ts';

/** The server's end of a connection. */
export interface Far {
  readonly protocols: readonly string[];
  readonly token: string | null;
  say(frame: unknown): void;
  close(code: number): void;
}

export interface Side {
  /** HTTP status of an upgrade; 101 by default, null for no response. */
  readonly http?: (protocols: readonly string[], origin: string | undefined) => number | null;
  /** The selected subprotocol; `openbell.v1` by default when it is offered. */
  readonly protocol?: string | null;
  /** Never responds. */
  readonly isMute?: boolean;
  readonly opened?: (far: Far) => void;
  readonly onFrame?: (far: Far, frame: { readonly [key: string]: unknown } | null) => void;
}

export interface ScriptedSockets {
  readonly socketFactory: SocketFactory;
  readonly probe: ProbeUpgrade;
  /** The text frames sent by the checks. */
  readonly sent: readonly string[];
  /** The member's open connections. */
  readonly members: ReadonlySet<Far>;
}

export function scriptSockets({ member, feed }: { member: Side; feed: Side }): ScriptedSockets {
  const sent: string[] = [];
  const members = new Set<Far>();
  const sideOf = (url: string): Side => (url.endsWith('/ws') ? member : feed);
  const selected = ({ protocol }: Side, offered: readonly string[]): string | null =>
    protocol === undefined ? (offered[0] ?? null) : protocol;
  return {
    sent,
    members,
    socketFactory(url, protocols, events) {
      const side = sideOf(url);
      const offered = protocols.find((name) => name.startsWith('bearer.'));
      let isOpen = false;
      const end = (code: number): void => {
        if (!isOpen && code !== 1006) return;
        isOpen = false;
        members.delete(far);
        events.close(code, '');
      };
      const far: Far = {
        protocols,
        token: offered?.slice('bearer.'.length) ?? null,
        say: (frame) => isOpen && events.message(typeof frame === 'string' ? frame : JSON.stringify(frame)),
        close: end,
      };
      const response = side.http?.(protocols, undefined) ?? (side.http === undefined ? 101 : null);
      queueMicrotask(() => {
        if (side.isMute) return;
        // Like browsers: the server must select an offered subprotocol.
        if (response !== 101 || (protocols.length > 0 && selected(side, protocols) === null))
          return end(1006);
        isOpen = true;
        if (url.endsWith('/ws')) members.add(far);
        events.open();
        side.opened?.(far);
      });
      return {
        get isOpen() {
          return isOpen;
        },
        bufferedAmount: 0,
        send(text) {
          sent.push(text);
          side.onFrame?.(far, jsonOf(text));
        },
        close: (code = 1000) => end(code),
      };
    },
    async probe(url, protocols, { origin }) {
      const side = sideOf(url);
      const status = side.http === undefined ? 101 : side.http(protocols, origin);
      return { status, protocol: selected(side, protocols), error: status === null ? 'ECONNREFUSED' : '' };
    },
  };
}

function jsonOf(text: string): { readonly [key: string]: unknown } | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const status = (name: string) => ({ ev: 'status', status: name, message: name });

/** A member socket that follows the contract, for one token. */
export function rightMember(token: string): Side {
  return {
    http(protocols, origin) {
      if (origin !== undefined) return 403;
      return protocols.includes('openbell.v1') ? 101 : 400;
    },
    opened(far) {
      if (far.token !== token) far.close(4401);
    },
  };
}

export const trade = {
  ev: 'T',
  sym: 'O:AAPL251219C00150000',
  x: 312,
  p: 1.25,
  s: 150,
  c: [227],
  t: 1_761_312_345_678,
  q: 123,
};

/** An options feed that follows the contract, for one token. */
export function rightFeed(token: string, frames: readonly unknown[] = [trade]): Side {
  return {
    opened: (far) => far.say([status('connected')]),
    onFrame(far, frame) {
      if (frame?.action === 'auth') {
        far.say([status(frame.params === token ? 'auth_success' : 'auth_failed')]);
        if (frame.params !== token) far.close(4401);
      } else {
        far.say([status('success')]);
        for (const events of [frames]) far.say(events);
      }
    },
  };
}
