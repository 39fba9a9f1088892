'use client';

import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field, type FieldTexts } from './Field.tsx';
import { usePortalContainer } from './portal-container.tsx';
import type { Choice } from './RadioGroup.tsx';

export interface SelectProps<V extends string | number> extends FieldTexts {
  choices: ReadonlyArray<Choice<V>>;
  /** Null when nothing is chosen; then the placeholder is shown. */
  value: V | null;
  onValueChange: (value: V | null) => void;
  /** Shown while nothing is chosen, and as the first option ('-- Select an option --' on the pricing card). */
  placeholder?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  className?: string | undefined;
}

/** A select: a button (role combobox) that opens a listbox, following the ARIA Authoring Practices. */
export function Select<V extends string | number>(props: SelectProps<V>): ReactNode {
  const portal = usePortalContainer();
  const { choices, value, onValueChange, placeholder, id, className, name, required, disabled } = props;
  const { label, labelHidden, hint, error, errorId } = props;
  const items = [
    ...(placeholder === undefined ? [] : [{ value: null, label: placeholder }]),
    ...choices.map((choice) => ({ value: choice.value, label: choice.label })),
  ];
  return (
    // Base UI's style element would violate a strict content security policy and is not needed.
    <CSPProvider disableStyleElements>
      <div className="ob-select-root">
        <Base.Root<V>
          items={items}
          value={value}
          onValueChange={(next) => onValueChange(next)}
          modal={false}
          {...(name === undefined ? {} : { name })}
          {...(required === undefined ? {} : { required })}
          {...(disabled === undefined ? {} : { disabled })}
        >
          <Field
            id={id}
            label={label}
            labelHidden={labelHidden}
            hint={hint}
            error={error}
            errorId={errorId}
            className={className}
          >
            {(control) => (
              <Base.Trigger
                {...control}
                className="ob-input-box ob-select"
                data-empty={value === null || undefined}
              >
                <span className="ob-select-value">
                  <Base.Value placeholder={placeholder} />
                </span>
                <Base.Icon className="ob-select-icon">
                  <ChevronDown size={16} aria-hidden="true" />
                </Base.Icon>
              </Base.Trigger>
            )}
          </Field>
          <Base.Portal {...portal}>
            <Base.Positioner className="ob-positioner" sideOffset={4} alignItemWithTrigger={false}>
              <Base.Popup className="ob-popup ob-select-popup">
                <Base.List className="ob-combobox-list">
                  {items.map((item) => (
                    <Base.Item
                      key={String(item.value)}
                      value={item.value}
                      className="ob-option"
                      disabled={choices.find((choice) => choice.value === item.value)?.disabled ?? false}
                    >
                      <Base.ItemText className="ob-option-label">{item.label}</Base.ItemText>
                      <Base.ItemIndicator className="ob-option-tick">
                        <Check size={16} aria-hidden="true" />
                      </Base.ItemIndicator>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      </div>
    </CSPProvider>
  );
}
