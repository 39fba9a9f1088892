// Hooks in concurrent rendering: transitions, Suspense, hidden subtrees and StrictMode.
import type { ChatFeature } from '@openbell/core/chat';
import { useThread } from '@openbell/react-hooks';
import { okResponse } from '@openbell/testing';
import { act, render } from '@testing-library/react';
import {
  Activity,
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  startTransition,
  useDeferredValue,
  useState,
  version,
} from 'react';
import { describe, expect, test, vi } from 'vitest';
import { createModelServer } from '../core/chat/model-server.ts';
import { chatOf, createRig, messageFrame, other } from '../core/chat/support.ts';
import { until } from '../support/until.ts';
import { deliver, settleAll } from '../ui/chat/support.tsx';

async function openRig(node: (chat: ChatFeature) => ReactNode) {
  const server = createModelServer({ pageSize: 50, knowsClientId: true });
  const first = server.post(other, 'first');
  const rig = createRig();
  rig.api.script('/web/chats', () => okResponse({ data: [chatOf()] }));
  rig.chat.start();
  const view = render(<StrictMode>{node(rig.chat)}</StrictMode>);
  await act(async () => rig.sockets.latest().accept());
  await settleAll(rig, server);
  const publish = async (text: string): Promise<void> => {
    const message = server.post(other, text);
    await deliver(rig, messageFrame(message));
  };
  const edit = async (text: string): Promise<void> => {
    const message = server.change(first.id, { message: text });
    await deliver(rig, messageFrame(message, false));
  };
  return { rig, server, view, publish, edit };
}

const textsIn = (chat: ChatFeature): readonly string[] => {
  const { rows } = chat.thread(7).$state.get();
  return Array.from({ length: rows.length }, (_, index) => (rows.at(index) as { message: string }).message);
};
function Texts({ chat, name }: { readonly chat: ChatFeature; readonly name: string }): ReactNode {
  const { state } = useThread(chat, 7);
  const texts = Array.from(
    { length: state.rows.length },
    (_, index) => (state.rows.at(index) as { message: string }).message,
  );
  return <p title={name}>{texts.join(' ')}</p>;
}
const shown = (): readonly string[] =>
  [...document.querySelectorAll('p')].map((element) => element.textContent ?? '');

describe('hooks in concurrent rendering', () => {
  test('two components show the same rows when they change during a transition [embed.concurrent]', async () => {
    const rendered: string[][] = [];
    let transit = (): void => {};
    let arrive = (): void => {};
    /** Slow components between two readers, so that the transition yields; in the middle a message arrives. */
    function Slow({ isMiddle }: { readonly isMiddle: boolean }): ReactNode {
      const end = performance.now() + 3;
      while (performance.now() < end);
      if (isMiddle) arrive();
      return null;
    }
    function Page({ chat }: { readonly chat: ChatFeature }): ReactNode {
      const [count, setCount] = useState(0);
      transit = () => startTransition(() => setCount((now) => now + 1));
      return (
        <>
          <Texts chat={chat} name={`before ${count}`} />
          {count === 0
            ? null
            : [0, 1, 2, 3, 4, 5].map((key) => <Slow key={`${count} ${key}`} isMiddle={key === 3} />)}
          <Texts chat={chat} name={`after ${count}`} />
        </>
      );
    }
    const { rig, server } = await openRig((chat) => <Page chat={chat} />);
    const observer = new MutationObserver(() => rendered.push([...shown()]));
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    const isCommitted = (turn: number): boolean => document.querySelector(`[title="after ${turn}"]`) !== null;
    // Outside of act(), which would render transitions without yielding.
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
    for (let turn = 1; turn <= 3; turn += 1) {
      let arrived = false;
      arrive = () => {
        if (arrived) return;
        arrived = true;
        const message = server.post(other, `news ${turn}`);
        queueMicrotask(() => {
          rig.sockets.latest().deliver(messageFrame(message));
          void rig.time.frame();
        });
      };
      transit();
      await until(() => expect(arrived && isCommitted(turn)).toBe(true));
    }
    await until(() => expect(shown()[1]).toMatch(/news 3$/));
    vi.unstubAllGlobals();
    observer.disconnect();
    expect(rendered.length).toBeGreaterThan(0);
    for (const [before, after] of rendered) expect(after).toBe(before);
    expect(shown()).toEqual([textsIn(rig.chat).join(' '), textsIn(rig.chat).join(' ')]);
  });

  test('a deferred state keeps its own rows while a newer one is shown [embed.concurrent]', async () => {
    const pairs: string[] = [];
    function Deferred({ chat }: { readonly chat: ChatFeature }): ReactNode {
      const { state } = useThread(chat, 7);
      const late = useDeferredValue(state);
      const [now, then] = [state, late].map(({ rows, revision }) => {
        const [row] = [rows.at(0)];
        return row === undefined ? '' : `${revision} ${(row as { message: string }).message} ${rows.length}`;
      });
      pairs.push(`${now} | ${then}`);
      return <p>{then}</p>;
    }
    const { edit, publish } = await openRig((chat) => <Deferred chat={chat} />);
    await edit('second');
    await publish('news');
    await edit('third');
    // One text and length for each revision: an older state never shows newer rows.
    const byRevision = new Map<string, string>();
    for (const part of pairs.flatMap((pair) => pair.split(' | ')).filter((text) => text !== '')) {
      const [revision = '', ...rest] = part.split(' ');
      expect(byRevision.get(revision) ?? rest.join(' ')).toBe(rest.join(' '));
      byRevision.set(revision, rest.join(' '));
    }
    expect(pairs.some((pair) => new Set(pair.split(' | ')).size === 2)).toBe(true);
    expect(shown()[0]).toMatch(/ third 2$/);
  });

  test('a hidden subtree stops listening, and shows the present rows when it returns [embed.concurrent]', async ({
    skip,
  }) => {
    skip(version.startsWith('18'), 'React 18 has no Activity.');
    let setMode = (_: 'visible' | 'hidden'): void => {};
    function Page({ chat }: { readonly chat: ChatFeature }): ReactNode {
      const [mode, set] = useState<'visible' | 'hidden'>('visible');
      setMode = set;
      return (
        <Activity mode={mode}>
          <Texts chat={chat} name="only" />
        </Activity>
      );
    }
    const { rig, edit, publish, server } = await openRig((chat) => <Page chat={chat} />);
    expect(shown()).toEqual(['first']);
    await act(async () => setMode('hidden'));
    await edit('edited');
    await publish('news');
    await act(async () => setMode('visible'));
    await settleAll(rig, server);
    expect(shown()).toEqual(['edited news']);
  });

  test('a suspended sibling neither loses rows nor loads the chat again [embed.concurrent]', async () => {
    let load = (): void => {};
    const loaded = new Promise<void>((resolve) => {
      load = resolve;
    });
    const Waiting = lazy(() => loaded.then(() => ({ default: (): ReactNode => <b>loaded</b> })));
    let suspend = (): void => {};
    function Page({ chat }: { readonly chat: ChatFeature }): ReactNode {
      const [isWaiting, setWaiting] = useState(false);
      suspend = () => setWaiting(true);
      return (
        <Suspense fallback={<i>loading</i>}>
          <Texts chat={chat} name="only" />
          {isWaiting ? <Waiting /> : null}
        </Suspense>
      );
    }
    const { rig, edit, publish } = await openRig((chat) => <Page chat={chat} />);
    const requests = rig.api.requests.length;
    await act(async () => suspend());
    await edit('edited');
    await publish('news');
    await act(async () => load());
    expect(document.querySelector('b')).not.toBeNull();
    expect(shown()).toEqual(['edited news']);
    expect(rig.api.requests.length).toBe(requests);
  });
});
