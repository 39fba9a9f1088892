'use client';

import {
  type ClipboardEvent,
  type CompositionEvent,
  type FocusEvent,
  type FormEvent,
  type ForwardRefExoticComponent,
  forwardRef,
  type KeyboardEvent,
  type ReactNode,
  type RefAttributes,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { classNames } from '../../primitives/class-names.ts';
import { FieldError, useTexts } from '../../primitives/index.ts';
import { isComposing } from '../../primitives/is-composing.ts';
import { digitsOf, enterDigits } from './otp-digits.ts';

export interface OtpBoxesProps {
  /** The group's label. */
  label: ReactNode;
  hint?: ReactNode;
  /** Number of boxes. Default 6. */
  count?: number | undefined;
  /** Initial digits. */
  defaultValue?: string | undefined;
  /** Called on every change with the digits entered so far, in order. */
  onChange: (value: string) => void;
  /** Makes the boxes read-only; the digits stay readable. */
  readOnly?: boolean | undefined;
  /** The error shown below the boxes and linked to each of them. */
  error?: string | null | undefined;
  /** The id of an error about the code that is shown elsewhere. */
  errorId?: string | undefined;
}

/** Imperative handle of {@link OtpBoxes}. */
export interface OtpBoxesHandle {
  /** Moves the focus to the first box. */
  focus(): void;
}

/**
 * A one-time code in boxes with one digit each. Typing a digit moves to the next box, Backspace in an empty box to the
 * previous one. Pasted and autofilled codes are spread over all boxes.
 */
export const OtpBoxes: ForwardRefExoticComponent<OtpBoxesProps & RefAttributes<OtpBoxesHandle>> = forwardRef<
  OtpBoxesHandle,
  OtpBoxesProps
>(function OtpBoxes(props, ref) {
  const { label, hint, count = 6, defaultValue = '', onChange, readOnly = false, error, errorId } = props;
  const text = useTexts();
  const id = useId();
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const [digits, setDigits] = useState<readonly string[]>(() =>
    Array.from({ length: count }, (_, at) => defaultValue[at] ?? ''),
  );
  /** The text that an input method is composing, and its box. It is not a digit yet, so the focus stays. */
  const [composing, setComposing] = useState<{ readonly at: number; readonly typed: string } | null>(null);
  /** The text just composed, and its box: some browsers report it in a second input event. */
  const composed = useRef<{ readonly at: number; readonly typed: string } | null>(null);
  const places = digits.map((_, at) => at);
  const described = classNames(error ? `${id}-error` : null, errorId);
  const invalid = Boolean(error || errorId);

  const focusBox = (at: number): void => boxes.current[Math.max(0, Math.min(at, count - 1))]?.focus();
  useImperativeHandle(ref, () => ({ focus: () => boxes.current[0]?.focus() }), []);

  /** Handles text typed, pasted or filled into a box, and moves the focus behind it. */
  const enter = (at: number, typed: string): void => {
    const next = enterDigits(digits, at, typed);
    if (next.digits !== digits) {
      setDigits(next.digits);
      onChange(next.digits.join(''));
    }
    if (next.focus !== at) focusBox(next.focus);
    // The same digit again changes nothing: select it for the next key.
    else boxes.current[at]?.select();
  };

  const onInput = (event: FormEvent<HTMLInputElement>, at: number): void => {
    const typed = event.currentTarget.value;
    if ((event.nativeEvent as InputEvent).isComposing) setComposing({ at, typed });
    else if (composed.current?.at !== at || composed.current.typed !== typed) enter(at, typed);
  };

  const onCompositionEnd = (event: CompositionEvent<HTMLInputElement>, at: number): void => {
    const typed = event.currentTarget.value;
    setComposing(null);
    composed.current = { at, typed };
    enter(at, typed);
  };

  const onPaste = (event: ClipboardEvent, at: number): void => {
    event.preventDefault();
    if (readOnly) return;
    const pasted = digitsOf(event.clipboardData.getData('text'));
    if (pasted !== '') enter(pasted.length >= count ? 0 : at, pasted);
  };

  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    composed.current = null;
    // The input method uses these keys to choose a candidate.
    if (isComposing(event)) return;

    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: count - 1 }[event.key];
    const back = event.key === 'Backspace' && digits[at] === '' ? at - 1 : undefined;
    const target = to ?? back;
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    focusBox(target);
  };

  return (
    <fieldset
      className="ob-otp"
      aria-describedby={hint ? `${id}-hint` : undefined}
      data-part="otp"
      data-status={invalid ? 'invalid' : 'valid'}
    >
      <legend className="ob-field-label">{label}</legend>
      {/* A code is read from left to right. */}
      <div className="ob-otp-boxes" dir="ltr">
        {places.map((at) => (
          <input
            key={at}
            ref={(box) => {
              boxes.current[at] = box;
            }}
            className="ob-otp-box"
            type="text"
            inputMode="numeric"
            pattern="\d*"
            // The browser fills the first box from the message; `enter` spreads the digits.
            autoComplete={at === 0 ? 'one-time-code' : 'off'}
            aria-label={text('accounts.otpDigit', { number: at + 1, count })}
            aria-describedby={described === '' ? undefined : described}
            aria-invalid={invalid || undefined}
            readOnly={readOnly}
            value={composing?.at === at ? composing.typed : digits[at]}
            onInput={(event) => onInput(event, at)}
            onCompositionEnd={(event) => onCompositionEnd(event, at)}
            onPaste={(event) => onPaste(event, at)}
            onKeyDown={(event) => onKeyDown(event, at)}
            onFocus={selectAll}
          />
        ))}
      </div>
      {hint ? (
        <p className="ob-field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
});

/** Selects the digit so that the next one replaces it. */
function selectAll(event: FocusEvent<HTMLInputElement>): void {
  event.currentTarget.select();
}
