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
import { classNames, FieldError, useTexts } from '../primitives/index.ts';
import { digitsOf, enterDigits } from './otp-digits.ts';

/** Props of {@link OtpBoxes}. */
export interface OtpBoxesProps {
  /** The group's label. */
  label: ReactNode;
  hint?: ReactNode;
  /** How many boxes; 6 by default. */
  count?: number | undefined;
  /** What stands in them at first. */
  defaultValue?: string | undefined;
  /** Hears the combined value at every change: the digits there are, in order. */
  onChange: (value: string) => void;
  /** Nothing may be typed any more; what was typed can still be read. */
  readOnly?: boolean | undefined;
  /** What is wrong, shown under the boxes and tied to each of them. */
  error?: string | null | undefined;
  /** The id of an error that stands elsewhere and is about the code. */
  errorId?: string | undefined;
}

/** What can be done to the boxes from outside. */
export interface OtpBoxesHandle {
  /** Puts the focus into the first box. */
  focus(): void;
}

/**
 * A one-time code in boxes: each takes a single digit or nothing, a digit moves on, Backspace on an empty
 * box moves back. A paste, or what the device fills in from a message, goes into all of them.
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
  /** What an input method is still putting together, and where: no digit yet, so nothing moves on. */
  const [composing, setComposing] = useState<{ readonly at: number; readonly typed: string } | null>(null);
  /** What it has just finished, and where: some browsers tell the same once more. */
  const composed = useRef<{ readonly at: number; readonly typed: string } | null>(null);
  const places = digits.map((_, at) => at);
  const described = classNames(error ? `${id}-error` : null, errorId);
  const invalid = Boolean(error || errorId);

  const focusBox = (at: number): void => boxes.current[Math.max(0, Math.min(at, count - 1))]?.focus();
  useImperativeHandle(ref, () => ({ focus: () => boxes.current[0]?.focus() }), []);

  /** Takes what was typed, pasted or filled into a box, and moves on behind it. */
  const enter = (at: number, typed: string): void => {
    const next = enterDigits(digits, at, typed);
    if (next.digits !== digits) {
      setDigits(next.digits);
      onChange(next.digits.join(''));
    }
    if (next.focus !== at) focusBox(next.focus);
    // A digit over the same digit changes nothing, and is selected for the next one.
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
    // The keys are the input method's: they choose among what it offers.
    if (event.nativeEvent.isComposing) return;

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
      <div className="ob-otp-boxes">
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
            // One box is filled from the message; it hands the digits on.
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

/** What is typed next takes the place of the digit. */
function selectAll(event: FocusEvent<HTMLInputElement>): void {
  event.currentTarget.select();
}
