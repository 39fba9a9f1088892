// The finished components of a feature's page: as the page's code has them, on the instance of the live example, in a
// shadow root, so that the site's styles and theirs leave each other alone.
import type { Openbell } from '@openbell/core';
import { OpenbellProvider } from '@openbell/react-hooks';
import { Isolated } from '@openbell/ui/primitives';
import styles from '@openbell/ui/styles.css?inline';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { gone } from './gone.ts';

/** What the addresses of a site of its own would give to a component. */
interface Address {
  readonly ticker: string;
  readonly chatId: number | null;
  readonly id: number;
}

type Finished = readonly [name: string, Component: ComponentType<Address>];

/** Where a site begins: all trades, the ticker and the course that the page's own code asks for. */
function beginning(all: readonly Finished[]): Address {
  const showsTrades = all.some(([name]) => name.endsWith('Panel'));
  return { ticker: showsTrades ? '' : 'AAPL', chatId: 1, id: 1 };
}

/** Those that fill what they stand in, as a page's main part does. */
const filling: ReadonlySet<string> = new Set(['ChatScreen', 'TimeSalesPanel', 'TradeFlashPanel']);

const stylesheet = new CSSStyleSheet();
stylesheet.replaceSync(`${styles}
[data-finished] { padding: 16px; background: var(--ob-color-ground); }
[data-finished].filling { display: flex; flex-direction: column; height: 640px; }
[data-finished=ChatScreen] { padding: 0; }`);

const dark = matchMedia('(prefers-color-scheme: dark)');

/** typedoc's setting: light, dark, or as the device has it. */
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

/** An address that a link or a component leads to: what is on this page goes there, the rest is told. */
function after(path: string, address: Address): Address | null {
  const [, folder, last = ''] = path.split('/');
  if (folder === 'stocks') return { ...address, ticker: last };
  if (folder === 'chat') return { ...address, chatId: last === '' ? null : Number(last) };
  if (folder === 'course') return { ...address, id: Number(last) };
  return null;
}

function Finisheds({ openbell, all }: { openbell: Openbell; all: readonly Finished[] }): ReactNode {
  const theme = useTheme();
  const [address, setAddress] = useState(() => beginning(all));
  const [told, setTold] = useState('');
  useEffect(
    () =>
      gone.listen((path) => {
        const next = after(path, address);
        if (next !== null) setAddress(next);
        setTold(`Your site goes to ${path}.`);
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
        {told}
      </p>
    </OpenbellProvider>
  );
}

/** Draws them into `place`. Links lead nowhere but to what is on this page. */
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
  createRoot(place).render(<Finisheds openbell={openbell} all={all} />);
}
