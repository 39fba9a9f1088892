import { Menu as MenuIcon, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Logo } from '../Logo.tsx';
import { anchors, banner } from '../site.content.ts';
import { AccountCorner } from './AccountCorner.tsx';
import { useCurrentAnchor } from './use-current-anchor.ts';

/** Milliseconds within which a second press of the toggle is ignored. */
const TOGGLE_DEBOUNCE = 200;

/** The bar of the public pages: a banner, then a sticky row with anchors and the account corner. */
export function NavigationBar() {
  const [open, setOpen] = useState(false);
  const toggled = useRef(Number.NEGATIVE_INFINITY);
  const header = useRef<HTMLElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const panel = useId();
  const current = useCurrentAnchor();
  const close = (): void => setOpen(false);

  useEffect(() => {
    if (!open) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    document.addEventListener(
      'pointerdown',
      (event) => {
        if (event.target instanceof Node && !header.current?.contains(event.target)) setOpen(false);
      },
      { signal },
    );
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape') return;
        setOpen(false);
        toggle.current?.focus();
      },
      { signal },
    );
    return () => controller.abort();
  }, [open]);

  const onToggle = (timeStamp: number): void => {
    if (timeStamp - toggled.current < TOGGLE_DEBOUNCE) return;
    toggled.current = timeStamp;
    setOpen((now) => !now);
  };

  return (
    <>
      <aside className="site-banner" aria-label="Offer">
        <span>{banner.text}</span> <a href="/#pricing">{banner.action}</a>
      </aside>
      <header className="site-bar" ref={header}>
        <div className="site-bar-row">
          <a href="/" className="site-bar-home" aria-label="Openbell home">
            <Logo />
          </a>
          <nav className="site-bar-anchors" aria-label="Site">
            <AnchorLinks current={current} />
          </nav>
          <div className="site-bar-corner">
            <AccountCorner />
          </div>
          <button
            type="button"
            className="ob-button ob-icon-button site-bar-toggle"
            data-variant="quiet"
            aria-label="Menu"
            aria-expanded={open}
            aria-controls={panel}
            ref={toggle}
            onClick={(event) => onToggle(event.timeStamp)}
          >
            {open ? <X size={20} aria-hidden="true" /> : <MenuIcon size={20} aria-hidden="true" />}
          </button>
        </div>
        <div className="site-panel" id={panel} hidden={!open}>
          <nav aria-label="Menu">
            <AnchorLinks current={current} onChosen={close} />
          </nav>
          <AccountCorner inPanel onDone={close} />
        </div>
      </header>
    </>
  );
}

interface AnchorLinksProps {
  /** The marked anchor; null on pages without them. */
  readonly current: string | null;
  /** Closes the panel after any link. */
  readonly onChosen?: () => void;
}

/** The four anchors. The one in the URL is marked, then the one in view. */
function AnchorLinks({ current, onChosen }: AnchorLinksProps) {
  return (
    <ul className="site-anchors">
      {anchors.map((anchor) => (
        <li key={anchor.name}>
          <a
            href={`/#${anchor.name}`}
            className="site-anchor"
            aria-current={current === anchor.name ? 'location' : undefined}
            onClick={onChosen}
          >
            {anchor.label}
          </a>
        </li>
      ))}
    </ul>
  );
}
