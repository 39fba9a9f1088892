import {
  Button,
  Checkbox,
  Combobox,
  type ComboboxOption,
  Field,
  FieldError,
  PasswordField,
  RadioGroup,
  Select,
  Switch,
  TextArea,
  TextField,
} from '@openbell/ui';
import { useEffect, useRef } from 'react';
import { long, nothing, rtl, type Story, unbroken } from '../story.ts';

const terms = [
  { value: 1, label: 'Monthly', hint: '$50 a month' },
  { value: 2, label: 'Yearly', hint: long },
  { value: 3, label: 'For ever', disabled: true },
];
const found: readonly ComboboxOption[] = [
  { value: 'AAPL', label: 'AAPL', detail: 'Apple Inc.' },
  { value: 'AAPU', label: 'AAPU', detail: long },
];

/** Clicks the control to open its popup. */
function Opened({ children }: { children: React.ReactNode }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const control = host.current?.querySelector<HTMLElement>('[role="combobox"]');
    control?.focus();
    control?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }));
  }, []);
  return <div ref={host}>{children}</div>;
}

const search = (options: readonly ComboboxOption[], busy = false) => (
  <Combobox
    label="Ticker"
    query="aap"
    onQueryChange={nothing}
    options={options}
    onChoose={nothing}
    emptyText="No tickers found"
    placeholder="Search ticker..."
    busy={busy}
  />
);

export const fieldStories: readonly Story[] = [
  {
    of: ['TextField'],
    state: 'empty, filled, disabled',
    draw: () => (
      <div className="gallery-stack">
        <TextField label="Full name" placeholder="Full Name*" />
        <TextField label="Full name" defaultValue="Nora Lindqvist" hint="As it stands on your card." />
        <TextField label="E-mail" defaultValue="nora@openbell.test" disabled />
      </div>
    ),
  },
  {
    of: ['TextField', 'FieldError'],
    state: 'an error, long words',
    draw: () => (
      <div className="gallery-stack">
        <TextField label={long} defaultValue={unbroken} error="The phone field must be a valid number." />
        <FieldError id="gallery-error" error="An error that stands by itself." />
      </div>
    ),
  },
  {
    of: ['TextField'],
    state: 'right to left',
    draw: () => (
      <div dir="rtl">
        <TextField label={rtl} defaultValue={rtl} hint={rtl} error={rtl} />
      </div>
    ),
  },
  {
    of: ['Field'],
    state: 'round a control of one’s own',
    draw: () => (
      <Field label="Strike" hint="In dollars">
        {(control) => (
          <div className="ob-input-box">
            <input {...control} className="ob-input" type="number" defaultValue={150} />
          </div>
        )}
      </Field>
    ),
  },
  {
    of: ['PasswordField'],
    state: 'hidden, error',
    draw: () => (
      <div className="gallery-stack">
        <PasswordField label="Password" defaultValue="Opening-bell-9" />
        <PasswordField label="Repeat password" error="The passwords do not match." />
      </div>
    ),
  },
  {
    of: ['TextArea'],
    state: 'empty, filled, error',
    draw: () => (
      <div className="gallery-stack">
        <TextArea label="About you" placeholder="Type your question" />
        <TextArea label="About you" defaultValue={`${long}.\n${rtl}`} error="Too long." />
        <TextArea label="About you" disabled defaultValue="Disabled" />
      </div>
    ),
  },
  {
    of: ['Checkbox', 'Switch'],
    state: 'off, on, disabled, error',
    draw: () => (
      <div className="gallery-stack">
        <Checkbox label="Remember password" />
        <Checkbox label={long} defaultChecked hint="A hint below it" />
        <Checkbox label="I agree" error="Please agree first." />
        <Checkbox label="Disabled" disabled defaultChecked />
        <Switch label="Push notifications" />
        <Switch label="E-mail notifications" defaultChecked />
        <Switch label="Disabled" disabled />
      </div>
    ),
  },
  {
    of: ['RadioGroup'],
    state: 'list',
    draw: () => <RadioGroup label="Term" choices={terms} value={1} onValueChange={nothing} />,
  },
  {
    of: ['RadioGroup'],
    state: 'segments, disabled, error',
    draw: () => (
      <div className="gallery-stack">
        <RadioGroup
          label="Term"
          layout="segments"
          choices={terms.slice(0, 1).concat({ value: 2, label: 'Yearly', hint: '' })}
          value={2}
          onValueChange={nothing}
        />
        <RadioGroup
          label="Gateway"
          layout="segments"
          choices={terms.slice(0, 1)}
          value={null}
          onValueChange={nothing}
          disabled
        />
        <RadioGroup
          label="Gateway"
          choices={terms.slice(0, 1)}
          value={null}
          onValueChange={nothing}
          error="Please choose."
        />
      </div>
    ),
  },
  {
    of: ['Select'],
    state: 'nothing chosen, chosen, disabled, error',
    draw: () => (
      <div className="gallery-stack">
        <Select
          label="Plan"
          placeholder="-- Select an option --"
          choices={terms}
          value={null}
          onValueChange={nothing}
        />
        <Select label="Plan" choices={[{ value: 1, label: long }]} value={1} onValueChange={nothing} />
        <Select label="Plan" choices={terms} value={1} onValueChange={nothing} disabled />
        <Select
          label="Plan"
          choices={terms}
          value={null}
          onValueChange={nothing}
          error="Please select a plan."
        />
      </div>
    ),
  },
  {
    of: ['Select'],
    state: 'open',
    over: true,
    draw: () => (
      <Opened>
        <Select
          label="Plan"
          placeholder="-- Select an option --"
          choices={terms}
          value={1}
          onValueChange={nothing}
        />
      </Opened>
    ),
  },
  { of: ['Combobox'], state: 'closed, busy', draw: () => search(found, true) },
  { of: ['Combobox'], state: 'suggestions', over: true, draw: () => <Opened>{search(found)}</Opened> },
  { of: ['Combobox'], state: 'none found', over: true, draw: () => <Opened>{search([])}</Opened> },
  {
    of: ['Button', 'TextField'],
    state: 'in a row',
    draw: () => (
      <div className="gallery-row">
        <TextField label="E-mail" labelHidden placeholder="Email*" />
        <Button variant="primary">Send</Button>
      </div>
    ),
  },
];
