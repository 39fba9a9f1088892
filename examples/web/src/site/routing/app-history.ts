import { createPath, type Location, NavigationType, type Navigator, type To } from 'react-router';

/** The location that is shown, and how the user arrived there. */
interface Visit {
  readonly location: Location;
  readonly action: NavigationType;
}

/** Decides whether a navigation must wait for the user's confirmation. */
interface Blocker {
  readonly isBlocking: () => boolean;
  /** Called instead of the navigation, which `proceed` performs. */
  readonly onBlocked: (proceed: () => void) => void;
}

/** The browser's history for `<Router>`. */
export interface AppHistory extends Navigator {
  /** Returns the current location. */
  visit(): Visit;
  /** Calls the listener after each navigation. Returns a function that unsubscribes. */
  listen(listener: (visit: Visit) => void): () => void;
  /** Blocks navigations inside the app, until the returned function is called. */
  block(blocker: Blocker): () => void;
  /** Stops listening to the browser. */
  destroy(): void;
}

interface AppHistoryOptions {
  /** Default: the browser's window. */
  readonly window?: Window;
  /** Loads the code of a path. The location changes afterwards. Returns undefined when nothing has to be loaded. */
  readonly load: (pathname: string) => Promise<void> | undefined;
}

/** What is stored in `history.state`, as react-router stores it. */
interface EntryState {
  /** The state of the link. */
  readonly usr?: unknown;
  /** Identifies the entry, also after a reload. */
  readonly key?: string;
  /** The position of the entry in the tab's history. */
  readonly idx?: number | undefined;
}

const newKey = (): string => Math.random().toString(36).slice(2, 10);

/** Creates the history of the members' app. It replaces react-router's data router (decision record 41). */
export function createAppHistory({ window: view = window, load }: AppHistoryOptions): AppHistory {
  const { history } = view;
  const listeners = new Set<(visit: Visit) => void>();
  const blockers = new Set<Blocker>();
  const entry = (): EntryState => (history.state as EntryState | null) ?? {};

  /** The position of the current entry; undefined in entries that other code has created. */
  let index = entry().idx;
  if (index === undefined) {
    index = 0;
    history.replaceState({ ...entry(), idx: 0 }, '');
  }
  let visit: Visit = { location: read(), action: NavigationType.Pop };
  // A navigation whose code arrives after a later navigation began is discarded.
  let epoch = 0;
  let isConfirmed = false;
  /** Called when the browser has returned to the entry that a blocked Back or Forward left. */
  let onReturned: (() => void) | null = null;

  function read(): Location {
    const { pathname, search, hash } = view.location;
    const { usr = null, key = 'default' } = entry();
    return { pathname, search, hash, state: usr, key };
  }

  function open(pathname: string, show: () => void): void {
    epoch += 1;
    const own = epoch;
    const loading = load(pathname);
    if (loading === undefined) show();
    else void loading.then(() => (own === epoch ? show() : undefined));
  }

  function publish(action: NavigationType): void {
    visit = { location: read(), action };
    for (const listener of listeners) listener(visit);
  }

  const blocking = (): Blocker | undefined => [...blockers].find((blocker) => blocker.isBlocking());

  function navigate(to: To, state: unknown, action: NavigationType.Push | NavigationType.Replace): void {
    const url = new URL(typeof to === 'string' ? to : createPath(to), view.location.href);
    const proceed = (): void =>
      open(url.pathname, () => {
        const isPush = action === NavigationType.Push;
        if (isPush) index = (index ?? 0) + 1;
        const next: EntryState = { usr: state, key: newKey(), idx: index };
        if (isPush) history.pushState(next, '', url);
        else history.replaceState(next, '', url);
        publish(action);
      });
    const blocker = blocking();
    if (blocker === undefined) proceed();
    else blocker.onBlocked(proceed);
  }

  function onPop(): void {
    if (onReturned !== null) {
      const ask = onReturned;
      onReturned = null;
      ask();
      return;
    }
    const next = entry().idx;
    const delta = next === undefined || index === undefined ? 0 : next - index;
    const blocker = isConfirmed ? undefined : blocking();
    isConfirmed = false;
    if (blocker !== undefined && delta !== 0) {
      onReturned = () =>
        blocker.onBlocked(() => {
          isConfirmed = true;
          history.go(delta);
        });
      history.go(-delta);
      return;
    }
    index = next;
    open(view.location.pathname, () => publish(NavigationType.Pop));
  }
  view.addEventListener('popstate', onPop);

  return {
    visit: () => visit,
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    block(blocker) {
      blockers.add(blocker);
      return () => blockers.delete(blocker);
    },
    destroy: () => view.removeEventListener('popstate', onPop),
    createHref: (to) => (typeof to === 'string' ? to : createPath(to)),
    encodeLocation(to) {
      const url = new URL(typeof to === 'string' ? to : createPath(to), view.location.href);
      return { pathname: url.pathname, search: url.search, hash: url.hash };
    },
    go: (delta) => history.go(delta),
    push: (to, state) => navigate(to, state, NavigationType.Push),
    replace: (to, state) => navigate(to, state, NavigationType.Replace),
  };
}
