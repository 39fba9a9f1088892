// A backend's two sockets, written down: what each side says, and what the address answers over HTTP.
import type { SocketFactory } from '@openbell/core/ports';
import type { Knock } from '../../../packages/testing/src/verify/knock.ts';

/** The server's end of a connection. */
export interface Far {
  readonly protocols: readonly string[];
  readonly token: string | null;
  say(frame: unknown): void;
  close(code: number): void;
}

export interface Side {
  /** What an upgrade is answered with; 101 where nothing is said, null when nothing answers. */
  readonly http?: (protocols: readonly string[], origin: string | undefined) => number | null;
  /** What is selected; `openbell.v1` where it is offered and nothing is said. */
  readonly protocol?: string | null;
  /** Never answers, not even with a refusal. */
  readonly isMute?: boolean;
  readonly opened?: (far: Far) => void;
  readonly heard?: (far: Far, frame: { readonly [key: string]: unknown } | null) => void;
}

export interface ScriptedSockets {
  readonly socketFactory: SocketFactory;
  readonly knock: Knock;
  /** Everything that was sent into the sockets, as text. */
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
      const answer = side.http?.(protocols, undefined) ?? (side.http === undefined ? 101 : null);
      queueMicrotask(() => {
        if (side.isMute) return;
        // As a browser has it: what was offered has to be selected.
        if (answer !== 101 || (protocols.length > 0 && selected(side, protocols) === null)) return end(1006);
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
          side.heard?.(far, jsonOf(text));
        },
        close: (code = 1000) => end(code),
      };
    },
    async knock(url, protocols, { origin }) {
      const side = sideOf(url);
      const status = side.http === undefined ? 101 : side.http(protocols, origin);
      return { status, protocol: selected(side, protocols), lost: status === null ? 'ECONNREFUSED' : '' };
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

/** A member socket as the contract has it, for one token. */
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

/** An options feed as the contract has it, for one token. */
export function rightFeed(token: string, said: readonly unknown[] = [trade]): Side {
  return {
    opened: (far) => far.say([status('connected')]),
    heard(far, frame) {
      if (frame?.action === 'auth') {
        far.say([status(frame.params === token ? 'auth_success' : 'auth_failed')]);
        if (frame.params !== token) far.close(4401);
      } else {
        far.say([status('success')]);
        for (const events of [said]) far.say(events);
      }
    },
  };
}
