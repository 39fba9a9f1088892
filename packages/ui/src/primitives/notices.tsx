'use client';

import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconButton } from './IconButton.tsx';
import { useTexts } from './texts.tsx';

/** How a notice is meant: `alert` and `error` stay until they are closed, the others go by themselves. */
export type NoticeLevel = 'alert' | 'error' | 'success' | 'info';

/** What to tell the person. */
export interface Notice {
  level: NoticeLevel;
  /** From the catalogue, or a message of the server; shown as plain text. */
  text: string;
  /** What it is about: an earlier notice about the same makes room, so that a failure does not stand beside its success. */
  about?: string | undefined;
}

/** Answers of {@link useNotices}. */
export interface Notices {
  /** Shows a notice; the same words again while they still show only begin their time anew. */
  notify: (notice: Notice) => void;
}

interface ShownNotice extends Notice {
  id: number;
  /** Grows when the same words are said again. */
  told: number;
}

/** At most so many at once; the oldest makes room. */
const MOST = 4;
/** Long enough to read two lines twice (ms). */
const SHOWN_FOR = 8000;

const NoticesContext = createContext<Notices | null>(null);

/**
 * The product's 'alert': never `window.alert`, always a line that is announced (role alert), that
 * does not take the focus and that outlives a change of page. Wants a {@link NoticeHost} above it.
 */
export function useNotices(): Notices {
  const notices = useContext(NoticesContext);
  if (!notices) throw new TypeError('useNotices() needs a <NoticeHost> above it: put one round the app.');
  return notices;
}

/** {@link useNotices} for a component that also says everything by itself: without a host it says it there alone. */
export function useOptionalNotices(): Notices | null {
  return useContext(NoticesContext);
}

/** Gives everything below it notices that are shown elsewhere: by the host of another root of the page, say. */
export function NoticesProvider({ notices, children }: { notices: Notices; children: ReactNode }): ReactNode {
  return <NoticesContext.Provider value={notices}>{children}</NoticesContext.Provider>;
}

/** Holds the notices of everything below it, and shows them over everything. */
export function NoticeHost({ children }: { children: ReactNode }): ReactNode {
  const [shown, setShown] = useState<ReadonlyArray<ShownNotice>>([]);
  const count = useRef(0);
  const notify = useCallback((notice: Notice) => {
    count.current += 1;
    const id = count.current;
    setShown((now) => {
      const same = now.find((one) => one.text === notice.text && one.level === notice.level);
      if (same) return now.map((one) => (one === same ? { ...one, told: one.told + 1 } : one));
      const others = notice.about === undefined ? now : now.filter(({ about }) => about !== notice.about);
      return [...others, { ...notice, id, told: 1 }].slice(-MOST);
    });
  }, []);
  const close = useCallback((id: number) => setShown((now) => now.filter((one) => one.id !== id)), []);
  const value = useMemo(() => ({ notify }), [notify]);
  return (
    <NoticesContext.Provider value={value}>
      {children}
      <div className="ob-notices" data-part="notices">
        {shown.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} onClose={close} />
        ))}
      </div>
    </NoticesContext.Provider>
  );
}

const ICONS: Record<NoticeLevel, ReactNode> = {
  alert: <CircleAlert size={18} aria-hidden="true" />,
  error: <CircleAlert size={18} aria-hidden="true" />,
  success: <CircleCheck size={18} aria-hidden="true" />,
  info: <Info size={18} aria-hidden="true" />,
};

function NoticeLine({ notice, onClose }: { notice: ShownNotice; onClose: (id: number) => void }): ReactNode {
  const [held, setHeld] = useState(false);
  const text = useTexts();
  const stays = notice.level === 'alert' || notice.level === 'error';
  const { id, told } = notice;
  useEffect(() => {
    if (stays || held || told === 0) return undefined;
    const timer = setTimeout(() => onClose(id), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [stays, held, told, id, onClose]);
  return (
    <div
      className="ob-notice"
      role="alert"
      data-level={notice.level}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {ICONS[notice.level]}
      <span className="ob-notice-text">{notice.text}</span>
      <IconButton size="small" label={text('shell.close')} onClick={() => onClose(id)}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
