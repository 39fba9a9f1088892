'use client';

import { type ReactNode, useEffect, useId, useReducer, useRef, useState } from 'react';
import type { ComboboxProps } from './Combobox.tsx';
import { lazyPart, useLazyPart } from './lazy-part.ts';
import { Spinner } from './Spinner.tsx';
import { submitOnEnter } from './submit-on-enter.ts';
import { TextField } from './TextField.tsx';

const combobox = lazyPart(() => import('./Combobox.tsx'));

/** Milliseconds after which a browser without `requestIdleCallback` (Safari) counts as idle. */
const idleDelay = 200;

/**
 * A {@link Combobox} whose code is loaded when the page is idle or the box gets the focus. Until then a text box takes what
 * is typed; the combobox takes over its text, focus and selection, never during the composition of a character. It opens
 * as if the box had been pressed or typed into then.
 */
export function LazyCombobox(props: Omit<ComboboxProps, 'defaultOpen' | 'inputRef'>): ReactNode {
  const { query, onQueryChange, onSubmit, busy, label, labelHidden, hint, error } = props;
  const { placeholder, disabled, start, className } = props;
  const made = useId();
  const id = props.id ?? made;
  const [uses, countUse] = useReducer((count: number) => count + 1, 0);
  const [failedUses, setFailedUses] = useState(0);
  const [isComposing, setComposing] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isPressed, setPressed] = useState(false);
  // A key pressed while a load fails starts one more.
  const part = useLazyPart(combobox, uses > failedUses && failedUses + 1, () =>
    setFailedUses((failed) => Math.max(failed + 1, uses - 1)),
  );
  const plain = useRef<HTMLInputElement>(null);
  const selection = useRef<readonly [number | null, number | null]>([null, null]);

  useEffect(() => {
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(countUse, idleDelay);
      return () => clearTimeout(timer);
    }
    const request = requestIdleCallback(countUse, { timeout: 2_000 });
    return () => cancelIdleCallback(request);
  }, []);

  if (part !== null && !isComposing) {
    return (
      <part.Combobox
        {...props}
        id={id}
        defaultOpen={isFocused && (isPressed || query.trim() !== '')}
        inputRef={(box) => {
          if (box === null || !isFocused) return;
          box.focus({ preventScroll: true });
          box.setSelectionRange(...selection.current);
          setFocused(false);
        }}
      />
    );
  }
  return (
    <TextField
      {...{ label, labelHidden, hint, error, placeholder, disabled, start, className }}
      ref={(box) => {
        if (box === null && plain.current !== null) {
          selection.current = [plain.current.selectionStart, plain.current.selectionEnd];
        }
        plain.current = box;
      }}
      id={id}
      role="combobox"
      aria-autocomplete="list"
      aria-expanded="false"
      aria-haspopup="listbox"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      end={busy ? <Spinner decorative /> : null}
      value={query}
      onChange={({ target }) => onQueryChange(target.value)}
      onPointerDown={() => setPressed(true)}
      onFocus={() => {
        setFocused(true);
        countUse();
      }}
      onBlur={() => {
        setFocused(false);
        setPressed(false);
      }}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
      onKeyDown={(event) => {
        countUse();
        submitOnEnter(event, onSubmit);
      }}
    />
  );
}
