// The live example of a feature's page: an instance with an in-memory server, its current state and its requests. Nothing
// leaves the browser.
import { createOpenbell } from '@openbell/core';
import { createMemoryFileStore, createMemoryStorage } from '@openbell/core/ports';
import { createMemoryProvider, createMemoryServer, demoPassword } from '@openbell/testing';

export { createFactors } from '@openbell/core/factors';

const most = { entries: 3, trail: 8, calls: 6 };

/** Fakes of services that need an account. */
const fakes = {
  provider: createMemoryProvider('nora@example.com', 'Nora'),
  tokens: {
    isSupported: () => true,
    current: () => Promise.resolve(null),
    get: () => Promise.resolve('a-made-up-token'),
    remove: () => Promise.resolve(),
  },
};

/** Grants the permission without a prompt of the browser. */
function createMadeUpNotifications() {
  let permission = 'default';
  return {
    permission: () => permission,
    request() {
      permission = 'granted';
      return Promise.resolve(permission);
    },
  };
}

function element(name, parts = {}, ...children) {
  const made = Object.assign(document.createElement(name), parts);
  made.append(...children);
  return made;
}

/** Formats a value: shortens long lists, and describes values without JSON by their type. */
function shown(value) {
  const seen = (_key, part) => {
    if (part instanceof Map || part instanceof Set) return [...part];
    if (ArrayBuffer.isView(part)) return `${part.constructor.name} of ${part.length}`;
    if (part instanceof Blob) return `${part.constructor.name} of ${part.size} bytes`;
    if (Array.isArray(part) && part.length > most.entries)
      return [...part.slice(0, most.entries), `… ${part.length - most.entries} more`];
    return part;
  };
  return JSON.stringify(value, seen, 2) ?? String(value);
}

/** Returns the name of a state. */
const wordOf = (state) => (typeof state === 'string' ? state : (state?.status ?? state?.step ?? null));

function createView(title) {
  const section = document.querySelector('[data-live]') ?? document.body;
  const parts = {
    actions: element('div', { className: 'live-buttons' }),
    others: element('div', { className: 'live-buttons' }),
    faults: element('div', { className: 'live-buttons' }),
    trail: element('p', { className: 'live-trail' }),
    finished: element('div'),
    state: element('pre', { className: 'live-state', tabIndex: 0 }),
    calls: element('ol', { className: 'live-calls' }),
  };
  parts.trail.setAttribute('aria-live', 'polite');
  parts.state.setAttribute('aria-label', `The state of ${title}`);
  const row = (label, buttons) =>
    element('div', { className: 'live-row' }, element('span', { textContent: label }), buttons);
  section.replaceChildren(
    row('Actions', parts.actions),
    row('Meanwhile', parts.others),
    row('Faults', parts.faults),
    parts.trail,
    parts.finished,
    parts.state,
    element('p', { className: 'live-note', textContent: 'Asked of the server:' }),
    parts.calls,
  );
  return { ...parts, isReady: () => section.setAttribute('data-live', 'ready') };
}

function addButton(place, label, press) {
  const button = element('button', { type: 'button', textContent: label });
  button.addEventListener('click', () => void press(button));
  place.append(button);
}

/** Adds a button that starts a fault, and ends it when pressed again. */
function addSwitch(place, label, begin) {
  let end = null;
  addButton(place, label, (button) => {
    if (end === null) end = begin();
    else {
      end();
      end = null;
    }
    button.setAttribute('aria-pressed', String(end !== null));
  });
}

export async function startLive({ title, as, options, open, finished }) {
  const view = createView(title);
  const server = createMemoryServer({ tradesEvery: 1_500 });
  const { ports, ...address } = server.options;
  const openbell = createOpenbell({
    ...address,
    ...options(fakes),
    ports: {
      ...ports,
      localStorage: createMemoryStorage(),
      sessionStorage: createMemoryStorage(),
      fileStore: createMemoryFileStore(),
      notifications: createMadeUpNotifications(),
      tabs: { notify: () => {}, onChange: () => () => {} },
    },
  });
  openbell.start();
  if (as !== null) {
    await openbell.session.signIn({
      type: 'manual',
      email: `${as}@openbell.test`,
      password: demoPassword,
      remember: true,
    });
    await openbell.session.refreshProfile();
  }
  const { name, store, actions, others } = open(openbell, server);

  const trail = [];
  const drawCalls = () =>
    view.calls.replaceChildren(
      ...server.calls
        .slice(-most.calls)
        .map(({ method, path, status }) => element('li', { textContent: `${method} ${path} → ${status}` })),
    );
  store.subscribe((state) => {
    const word = wordOf(state);
    if (word !== null && trail.at(-1) !== word) trail.push(word);
    view.trail.textContent = trail.slice(-most.trail).join(' → ');
    view.state.textContent = `${name}: ${shown(state)}`;
    drawCalls();
  });
  for (const [label, press] of actions)
    addButton(view.actions, label, async () => {
      await press();
      drawCalls();
    });
  for (const [label, press] of others) addButton(view.others, label, press);
  view.others.parentElement.hidden = others.length === 0;
  const { faults } = server;
  addSwitch(view.faults, 'Offline', () => faults.offline());
  addSwitch(view.faults, 'Slow', () => faults.slow(2_000));
  addSwitch(view.faults, 'Answers lost', () => faults.dropAfter());
  addSwitch(view.faults, 'Too many requests', () => faults.throttle(30));
  view.isReady();
  if (finished !== undefined) (await finished()).draw(view.finished, openbell);
}
