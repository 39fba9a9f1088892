'use client';

import { useBeforePaint } from '@openbell/react-hooks';
import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { PortalContainerProvider } from './portal-container.tsx';

export interface IsolatedProps {
  /** The package's stylesheet: its URL on your site, or a constructed stylesheet. */
  stylesheet: string | CSSStyleSheet;
  /** Default `light`. */
  theme?: 'light' | 'dark' | undefined;
  /** Token overrides: `{ '--ob-color-primary': 'seagreen' }`. */
  tokens?: Readonly<Record<`--ob-${string}`, string>> | undefined;
  children: ReactNode;
}

/**
 * Renders components, with their dialogs and menus, in a shadow root, for pages whose styles conflict. No rule of the
 * page applies inside (`!important` or not), nothing is inherited, and no rule of ours applies outside. The stylesheet
 * sets all custom properties inside, so use `tokens` to theme it. Renders in the browser only.
 */
export function Isolated({ stylesheet, theme = 'light', tokens, children }: IsolatedProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const [shadow, setShadow] = useState<ShadowRoot | null>(null);
  const [container, setContainer] = useState<HTMLElement | null>(null);
  const [settled, setSettled] = useState<string | null>(null);
  const address = typeof stylesheet === 'string' ? stylesheet : null;

  useBeforePaint(() => {
    const element = host.current;
    if (element === null) return;
    // A shadow root cannot be detached: StrictMode and hidden subtrees reuse it.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = typeof stylesheet === 'string' ? [] : [stylesheet];
    // The page's rules apply to the host element itself; an important inline style overrides them.
    element.style.setProperty('all', 'initial', 'important');
    element.style.setProperty('display', 'block', 'important');
    setShadow(root);
  }, [stylesheet]);

  const unstyled = address !== null && settled !== address;
  // Without styles, content is better than an empty area.
  const onSettled = (): void => setSettled(address);
  return (
    <div ref={host}>
      {shadow &&
        createPortal(
          <>
            {address === null ? null : (
              <link rel="stylesheet" href={address} onLoad={onSettled} onError={onSettled} />
            )}
            <div className="ob-isolated" data-theme={theme} style={tokens} hidden={unstyled}>
              {container && (
                <PortalContainerProvider container={container}>{children}</PortalContainerProvider>
              )}
              <div ref={setContainer} />
            </div>
          </>,
          shadow,
        )}
    </div>
  );
}
