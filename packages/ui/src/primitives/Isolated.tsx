'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { FloorProvider } from './floor.tsx';

/** Props of {@link Isolated}. */
export interface IsolatedProps {
  /** The package's stylesheet: the address at which your site serves it, or a sheet made of its text. */
  stylesheet: string | CSSStyleSheet;
  /** Default `light`. */
  theme?: 'light' | 'dark' | undefined;
  /** Tokens of your own, in place of the theme's: `{ '--ob-color-primary': 'seagreen' }`. */
  tokens?: Readonly<Record<`--ob-${string}`, string>> | undefined;
  children: ReactNode;
}

/**
 * A shadow root around components, dialogs and menus included, for a page whose own styles cannot be tamed: no rule of
 * the page reaches in, `!important` or not, nothing is inherited, and none of ours reaches out. Custom properties around
 * it do not theme it, since the stylesheet sets them all inside: `tokens` does. Drawn in the browser only.
 */
export function Isolated({ stylesheet, theme = 'light', tokens, children }: IsolatedProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const [shadow, setShadow] = useState<ShadowRoot | null>(null);
  const [floor, setFloor] = useState<HTMLElement | null>(null);
  const [styledBy, setStyledBy] = useState<string | null>(null);
  const address = typeof stylesheet === 'string' ? stylesheet : null;

  useBeforePaint(() => {
    const element = host.current;
    if (element === null) return;
    // A root once attached stays: StrictMode and a hidden subtree come back to it.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = typeof stylesheet === 'string' ? [] : [stylesheet];
    // Its own box is the page's to style, and would shrink what is inside: attached and important wins over everything.
    element.style.setProperty('all', 'initial', 'important');
    element.style.setProperty('display', 'block', 'important');
    setShadow(root);
  }, [stylesheet]);

  const unstyled = address !== null && styledBy !== address;
  return (
    <div ref={host}>
      {shadow &&
        createPortal(
          <>
            {address === null ? null : (
              <link rel="stylesheet" href={address} onLoad={() => setStyledBy(address)} />
            )}
            <div className="ob-isolated" data-theme={theme} style={tokens} hidden={unstyled}>
              {floor && <FloorProvider floor={floor}>{children}</FloorProvider>}
              <div ref={setFloor} />
            </div>
          </>,
          shadow,
        )}
    </div>
  );
}
