// Renders the components of a feature's page on the instance of the live example, in a shadow root, which isolates their
// styles from the site's.
import type { Openbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { Isolated } from '@openbell/ui/primitives';
import styles from '@openbell/ui/styles.css?inline';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { gone } from './gone.ts';

/** The values that a component would read from the address of a site. */
interface Address {
  readonly ticker: string;
  readonly chatId: number | null;
  readonly id: number;
}

type Finished = readonly [name: string, Component: ComponentType<Address>];

/** Returns the first address: all trades for the panels of trades, otherwise the ticker and ids of the page's code. */
function firstAddress(all: readonly Finished[]): Address {
  const showsTrades = all.some(([name]) => name.endsWith('Panel'));
  return { ticker: showsTrades ? '' : 'AAPL', chatId: 1, id: 1 };
}

/** Components that fill their container. */
const filling: ReadonlySet<string> = new Set(['ChatScreen', 'TimeSalesPanel', 'TradeFlashPanel']);

const stylesheet = new CSSStyleSheet();
stylesheet.replaceSync(`${styles}
[data-finished] { padding: 16px; background: var(--ob-color-ground); }
[data-finished].filling { display: flex; flex-direction: column; height: 640px; }
[data-finished=ChatScreen] { padding: 0; }`);

const dark = matchMedia('(prefers-color-scheme: dark)');

/** Returns the theme by typedoc's setting, which may be the device's. */
function themeNow(): 'light' | 'dark' {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return dark.matches ? 'dark' : 'light';
}

function useTheme(): 'light' | 'dark' {
  const [theme, setTheme] = useState(themeNow);
  useEffect(() => {
    const look = () => setTheme(themeNow());
    const watch = new MutationObserver(look);
    watch.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    dark.addEventListener('change', look);
    return () => {
      watch.disconnect();
      dark.removeEventListener('change', look);
    };
  }, []);
  return theme;
}

/** Returns the address on this page that a path leads to; null if the example only reports the path. */
function addressOf(path: string, address: Address): Address | null {
  const [, folder, last = ''] = path.split('/');
  if (folder === 'stocks') return { ...address, ticker: last };
  if (folder === 'chat') return { ...address, chatId: last === '' ? null : Number(last) };
  if (folder === 'course') return { ...address, id: Number(last) };
  return null;
}

function FinishedList({ openbell, all }: { openbell: Openbell; all: readonly Finished[] }): ReactNode {
  const theme = useTheme();
  const [address, setAddress] = useState(() => firstAddress(all));
  const [lastPath, setLastPath] = useState('');
  useEffect(
    () =>
      gone.listen((path) => {
        const next = addressOf(path, address);
        if (next !== null) setAddress(next);
        setLastPath(path);
      }),
    [address],
  );
  return (
    <OpenbellProvider openbell={openbell}>
      {all.map(([name, Component]) => (
        <figure key={name} className="live-finished">
          <figcaption>
            As <code>{name}</code> of @openbell/ui draws it
          </figcaption>
          <Isolated stylesheet={stylesheet} theme={theme}>
            <div data-finished={name} className={filling.has(name) ? 'filling' : undefined}>
              <Component {...address} />
            </div>
          </Isolated>
        </figure>
      ))}
      <p className="live-note" aria-live="polite">
        {lastPath === '' ? '' : `Your site goes to ${lastPath}.`}
      </p>
    </OpenbellProvider>
  );
}

/** Renders the components into `place`. Links change the address of the example, not the page. */
export function drawFinished(place: HTMLElement, openbell: Openbell, all: readonly Finished[]): void {
  place.addEventListener(
    'click',
    (event) => {
      const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement);
      if (link === undefined || link.target === '_blank' || link.hasAttribute('download')) return;
      event.preventDefault();
      gone.to(link.getAttribute('href') ?? '');
    },
    { capture: true },
  );
  createRoot(place).render(<FinishedList openbell={openbell} all={all} />);
}
