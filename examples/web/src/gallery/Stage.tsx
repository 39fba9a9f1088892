import { createOpenbell, type Openbell, type OpenbellOptions } from '@openbell/core';
import {
  createMemoryFileStore,
  type Scheduler,
  type SocketFactory,
  systemScheduler,
} from '@openbell/core/ports';
import { OpenbellProvider } from '@openbell/react-hooks';
import {
  createFakePage,
  createFakeRandom,
  createFakeSockets,
  createFakeTabs,
  createMemoryStorage,
} from '@openbell/testing';
import { NoticeHost } from '@openbell/ui/primitives';
import { type ReactNode, useEffect, useState } from 'react';
import { NOW } from './sample-data.ts';

/**
 * The mock server's responses by call: a body with status 200, or an error. Calls that are not listed never resolve.
 */
export type Responses = Readonly<Record<string, { readonly status?: number; readonly body: unknown }>>;

export interface StageProps {
  readonly responses?: Responses;
  /** The signed-in member's profile; a visitor when omitted. */
  readonly as?: { readonly user: object; readonly subscriptions: readonly object[] };
  readonly options?: Partial<OpenbellOptions>;
  /** Brings the library into the state to show. */
  readonly arrange?: (openbell: Openbell) => unknown;
  /** Frames received over the socket. */
  readonly frames?: readonly unknown[];
  readonly children: ReactNode | ((openbell: Openbell) => ReactNode);
}

/** A stopped clock: delays below 300 ms elapse, longer ones never do. */
const stillScheduler: Scheduler = {
  after: (ms, work) => (ms < 300 ? systemScheduler.after(ms, work) : () => {}),
  nextFrame: systemScheduler.nextFrame,
};

function createStage({ responses = {}, as, options, frames = [] }: StageProps): Openbell {
  const storage = createMemoryStorage();
  if (as !== undefined) storage.write('accessToken', 'a-token');
  const sockets = createFakeSockets();
  const socketFactory: SocketFactory = (...socket) => {
    const opened = sockets.factory(...socket);
    const connection = sockets.latest();
    setTimeout(() => {
      connection.accept();
      for (const frame of frames) connection.deliver(frame);
    });
    return opened;
  };
  return createOpenbell({
    apiUrl: '/played',
    keyPrefix: '',
    cards: { provider: 'sandbox' },
    ...options,
    ports: {
      clock: { now: () => NOW },
      scheduler: stillScheduler,
      page: createFakePage(),
      random: createFakeRandom(),
      tabs: createFakeTabs().open(),
      localStorage: storage,
      sessionStorage: createMemoryStorage(),
      fileStore: createMemoryFileStore(),
      socketFactory,
      fetch: (input) => {
        const { pathname } = new URL(input instanceof Request ? input.url : String(input), location.href);
        const path = pathname.replace('/played', '');
        const response = path === '/web/profile' && as !== undefined ? { body: as } : responses[path];
        if (response === undefined) return new Promise(() => {});
        return Promise.resolve(Response.json(response.body, { status: response.status ?? 200 }));
      },
      ...options?.ports,
    },
  });
}

/** The whole library with a mock server, brought into one state, without network access. */
export function Stage(props: StageProps): ReactNode {
  const [openbell] = useState(() => createStage(props));
  const { arrange } = props;
  const [isReady, setReady] = useState(props.as === undefined);
  useEffect(() => openbell.start(), [openbell]);
  useEffect(
    () =>
      openbell.session.$state.subscribe((state) => {
        if (state.status === 'signed-in' && state.profile === 'loaded') setReady(true);
      }),
    [openbell],
  );
  useEffect(() => {
    if (isReady) arrange?.(openbell);
  }, [isReady, arrange, openbell]);
  return (
    <OpenbellProvider openbell={openbell}>
      <NoticeHost>
        {typeof props.children === 'function' ? isReady && props.children(openbell) : props.children}
      </NoticeHost>
    </OpenbellProvider>
  );
}
