'use client';

import { Combobox as Base } from '@base-ui/react/combobox';
import type { BaseUIEvent } from '@base-ui/react/types';
import { type KeyboardEvent, type ReactNode, type Ref, useState } from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import { usePortalContainer } from './portal-container.tsx';
import { Spinner } from './Spinner.tsx';
import { submitOnEnter } from './submit-on-enter.ts';
import { wrapText } from './wrap-text.tsx';

/** One suggestion. */
export interface ComboboxOption {
  value: string;
  label: string;
  /** Secondary text on the same line. */
  detail?: string | undefined;
}

export interface ComboboxProps extends FieldTexts {
  /** The text in the box; controlled. */
  query: string;
  onQueryChange: (query: string) => void;
  /** The suggestions in display order; the component neither filters nor sorts them. */
  options: ReadonlyArray<ComboboxOption>;
  onChoose: (option: ComboboxOption) => void;
  /** Called on Enter when no suggestion is highlighted. */
  onSubmit?: (() => void) | undefined;
  /** Shown in the popup when there are no suggestions ('No tickers found'). */
  emptyText?: ReactNode;
  busy?: boolean | undefined;
  placeholder?: string | undefined;
  disabled?: boolean | undefined;
  /** Rendered before the text. */
  start?: ReactNode;
  /** Whether the suggestions are shown at first. Default false. */
  defaultOpen?: boolean | undefined;
  /** Receives the text box's element. */
  inputRef?: Ref<HTMLInputElement> | undefined;
  id?: string | undefined;
  className?: string | undefined;
}

/**
 * A text box with suggestions from the host (role combobox with a listbox), following the ARIA Authoring Practices:
 * arrow keys highlight, Enter selects, Escape closes.
 */
export function Combobox(props: ComboboxProps): ReactNode {
  const portal = usePortalContainer();
  const { query, onQueryChange, options, onChoose, onSubmit, emptyText, busy, placeholder, disabled } = props;
  const { label, labelHidden, hint, error } = props;
  const [isOpen, setIsOpen] = useState(props.defaultOpen ?? false);
  const onKeyDown = (event: BaseUIEvent<KeyboardEvent<HTMLInputElement>>): void => {
    const highlighted = event.currentTarget.getAttribute('aria-activedescendant');
    if (!highlighted && submitOnEnter(event, onSubmit)) {
      // Base UI would close the popup on Enter and hide the results.
      event.preventBaseUIHandler();
      setIsOpen(true);
    }
  };
  return (
    <Base.Root<ComboboxOption>
      items={options}
      filter={null}
      value={null}
      inputValue={query}
      open={isOpen}
      onOpenChange={setIsOpen}
      {...(disabled === undefined ? {} : { disabled })}
      isItemEqualToValue={(a, b) => a.value === b.value}
      onInputValueChange={(next, details) => {
        if (details.reason === 'input-change' || details.reason === 'clear-press') onQueryChange(next);
      }}
      onValueChange={(option) => {
        if (option) onChoose(option);
      }}
    >
      <Field
        id={props.id}
        label={label}
        labelHidden={labelHidden}
        hint={hint}
        error={error}
        className={props.className}
      >
        {(control) => (
          <Base.InputGroup className="ob-input-box">
            {wrapText(props.start)}
            <Base.Input
              {...control}
              ref={props.inputRef}
              className="ob-input"
              placeholder={placeholder}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              onKeyDown={onKeyDown}
            />
            {busy ? <Spinner decorative /> : null}
          </Base.InputGroup>
        )}
      </Field>
      <Base.Portal {...portal}>
        <Base.Positioner className="ob-positioner" sideOffset={4} align="start">
          <Base.Popup className="ob-popup ob-combobox-popup" aria-busy={busy || undefined}>
            <Base.Empty className="ob-combobox-empty">{emptyText}</Base.Empty>
            <Base.List className="ob-combobox-list">
              {(option: ComboboxOption) => (
                <Base.Item key={option.value} value={option} className="ob-option">
                  <span className="ob-option-label">{option.label}</span>
                  {option.detail ? <span className="ob-option-detail">{option.detail}</span> : null}
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
