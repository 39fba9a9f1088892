'use client';

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import {
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { useTexts } from './texts.tsx';
import { wrapText } from './wrap-text.tsx';

/**
 * The severity of a notice: `alert` and `error` stay until they are closed, the others disappear after 8 seconds unless
 * they have an action. Screen readers announce an `info` when they are idle, the others at once.
 */
export type NoticeLevel = 'alert' | 'error' | 'success' | 'info';

/** A message for the user. */
export interface Notice {
  level: NoticeLevel;
  /** A text of the catalogue, or a message from the server; shown as plain text. */
  text: string;
  /**
   * The topic of the notice. It replaces an earlier notice on the same topic, for example a failure followed by a
   * success.
   */
  about?: string | undefined;
  /** A button beside the text. The notice stays until it is closed. */
  action?: { readonly label: string; readonly onClick: () => void } | undefined;
}

/** The result of {@link useNotices}. */
export interface Notices {
  /** Shows a notice. Repeating a visible text restarts its timer. */
  notify: (notice: Notice) => void;
}

interface ShownNotice extends Notice {
  id: number;
  /** Incremented when the same text is shown again. */
  repeats: number;
}

/** Maximum number of visible notices; a new one replaces the oldest. */
const MAX_VISIBLE = 4;
/** Long enough to read two lines twice. */
export const VISIBLE_MS = 8000;

const NoticesContext = createContext<Notices | null>(null);

/**
 * Returns the notices of the {@link NoticeHost} above. They are the product's alerts: announced (role alert), without
 * taking the focus, and kept across page changes. Throws without a host.
 */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices)
    throw new TypeError('useNotices() requires a <NoticeHost> above it: render one around the app.');
  return notices;
}

/** Like {@link useNotices}, but null without a host, for components that also show the message themselves. */
export function useOptionalNotices(): Notices | null {
  return useContext(NoticesContext);
}

/** Provides notices that are shown elsewhere, for example by the host of another React root. */
export function NoticesProvider({ notices, children }: { notices: Notices; children: ReactNode }): ReactNode {
  return <NoticesContext.Provider value={notices}>{children}</NoticesContext.Provider>;
}

/** Stores the notices of everything below it and shows them above the page. */
export function NoticeHost({ children }: { children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<ReadonlyArray<ShownNotice>>([]);
  const count = useRef(0);
  const notify = useCallback((notice: Notice) => {
    count.current += 1;
    const id = count.current;
    setShown((now) => {
      const same = now.find((one) => one.text === notice.text && one.level === notice.level);
      if (same) return now.map((one) => (one === same ? { ...one, repeats: one.repeats + 1 } : one));
      const others = notice.about === undefined ? now : now.filter(({ about }) => about !== notice.about);
      return [...others, { ...notice, id, repeats: 1 }].slice(-MAX_VISIBLE);
    });
  }, []);
  const close = useCallback((id: number) => setShown((now) => now.filter((one) => one.id !== id)), []);
  const value = useMemo(() => ({ notify }), [notify]);
  return (
    <NoticesContext.Provider value={value}>
      {wrapText(children)}
      <div className="ob-notices" data-part="notices">
        {shown.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} onClose={close} />
        ))}
      </div>
    </NoticesContext.Provider>
  );
}

const ICONS: Record<NoticeLevel, ReactElement> = {
  alert: <CircleAlert size={18} aria-hidden="true" />,
  error: <CircleAlert size={18} aria-hidden="true" />,
  success: <CircleCheck size={18} aria-hidden="true" />,
  info: <Info size={18} aria-hidden="true" />,
};

function NoticeLine({ notice, onClose }: { notice: ShownNotice; onClose: (id: number) => void }): ReactNode {
  const [paused, setPaused] = useState(false);
  const text = useTexts();
  const { action } = notice;
  const stays = notice.level === 'alert' || notice.level === 'error' || action !== undefined;
  const { id, repeats } = notice;
  useEffect(() => {
    // `repeats` is never 0. It is read here because a repeated notice must restart the timer.
    if (stays || paused || repeats === 0) return undefined;
    const timer = setTimeout(() => onClose(id), VISIBLE_MS);
    return () => clearTimeout(timer);
  }, [stays, paused, repeats, id, onClose]);
  return (
    <div
      className="ob-notice"
      role="alert"
      aria-live={notice.level === 'info' ? 'polite' : undefined}
      data-level={notice.level}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {ICONS[notice.level]}
      <span className="ob-notice-text">{notice.text}</span>
      {action === undefined ? null : (
        <Button size="small" variant="quiet" onClick={action.onClick}>
          {action.label}
        </Button>
      )}
      <IconButton size="small" label={text('shell.close')} onClick={() => onClose(id)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
