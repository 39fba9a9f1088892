import { Dialog } from '@openbell/ui/primitives';
import { fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';

function open(): { readonly dialog: HTMLElement; readonly control: HTMLElement } {
  render(
    <Dialog open onClose={() => undefined} title="Steps">
      <button type="button">Next step</button>
    </Dialog>,
  );
  return { dialog: screen.getByRole('dialog'), control: screen.getByRole('button', { name: 'Next step' }) };
}

describe('Dialog', () => {
  it('leaves the focus at a control when Base UI restores it to the dialog later', () => {
    const { dialog, control } = open();
    control.focus();
    dialog.focus();
    expect(document.activeElement).toBe(control);
  });

  it('takes the focus when a person presses beside its controls', () => {
    const { dialog, control } = open();
    control.focus();
    fireEvent.mouseDown(dialog);
    dialog.focus();
    expect(document.activeElement).toBe(dialog);
    fireEvent.mouseUp(dialog);
    control.focus();
    dialog.focus();
    expect(document.activeElement).toBe(control);
  });

  it.each([
    ['the button is released outside of it', () => fireEvent.mouseUp(document.body)],
    ['a key is pressed after a drag', (dialog: HTMLElement) => fireEvent.keyDown(dialog, { key: 'Tab' })],
  ])('returns the focus again when %s', (_, release) => {
    const { dialog, control } = open();
    fireEvent.mouseDown(dialog);
    release(dialog);
    control.focus();
    dialog.focus();
    expect(document.activeElement).toBe(control);
  });
});
