import { OtpBoxes } from '@openbell/ui/account';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';

function open(props: Partial<Parameters<typeof OtpBoxes>[0]> = {}) {
  const values: string[] = [];
  render(<OtpBoxes label="6-digit code" onChange={(value) => values.push(value)} {...props} />);
  const boxes = screen.getAllByRole<HTMLInputElement>('textbox');
  return {
    user: userEvent.setup(),
    values,
    boxes,
    box: (number: number) => boxes[number - 1] as HTMLInputElement,
    shown: () => boxes.map(({ value }) => value || '_').join(''),
    focused: () => boxes.indexOf(document.activeElement as HTMLInputElement) + 1,
  };
}

describe('the six OTP boxes', () => {
  it('are a labeled group of six labeled numeric boxes with autofill [otp.six-boxes] [otp.autofill]', () => {
    const { boxes } = open({ hint: 'From the mail.' });
    expect(screen.getByRole('group', { name: '6-digit code', description: 'From the mail.' })).toBeTruthy();
    expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual(
      [1, 2, 3, 4, 5, 6].map((number) => `Digit ${number} of 6`),
    );
    expect(boxes.map(({ inputMode }) => inputMode)).toEqual(Array(6).fill('numeric'));
    expect(boxes.map(({ autocomplete }) => autocomplete)).toEqual(['one-time-code', ...Array(5).fill('off')]);
  });

  it('move on after a digit and report the combined value [otp.digit-moves] [otp.combined-value]', async () => {
    const { user, box, values, shown, focused } = open();
    await user.click(box(1));
    await user.keyboard('012345');
    expect(shown()).toBe('012345');
    expect(values).toEqual(['0', '01', '012', '0123', '01234', '012345']);
    expect(focused()).toBe(6);
  });

  it('take a single digit or nothing [otp.single-digit]', async () => {
    const { user, box, values, shown, focused } = open();
    await user.click(box(2));
    await user.keyboard('a -');
    expect([shown(), focused(), values]).toEqual(['______', 2, []]);
    await user.keyboard('7');
    expect([shown(), focused()]).toEqual(['_7____', 3]);
    await user.click(box(2));
    await user.keyboard('8');
    expect([shown(), focused()]).toEqual(['_8____', 3]);
    await user.click(box(2));
    await user.keyboard('{Backspace}');
    expect([shown(), focused()]).toEqual(['______', 2]);
    expect(values).toEqual(['7', '8', '']);
  });

  it('move on when the same digit is typed again', async () => {
    const { user, box, focused } = open({ defaultValue: '55' });
    await user.click(box(1));
    await user.keyboard('5');
    expect(focused()).toBe(2);
  });

  it('move back on Backspace in an empty box, except in the first [otp.backspace]', async () => {
    const { user, box, values, shown, focused } = open({ defaultValue: '12' });
    await user.click(box(3));
    await user.keyboard('{Backspace}');
    expect([shown(), focused(), values]).toEqual(['12____', 2, []]);
    await user.keyboard('{Backspace}');
    expect([shown(), focused(), values]).toEqual(['1_____', 2, ['1']]);
    await user.keyboard('{Backspace}{Backspace}{Backspace}{Backspace}');
    expect([shown(), focused()]).toEqual(['______', 1]);
  });

  it('move with arrow keys, Home and End without changes [otp.arrows]', async () => {
    const { user, box, values, focused } = open({ defaultValue: '123456' });
    await user.click(box(3));
    for (const [key, place] of [
      ['{ArrowRight}', 4],
      ['{ArrowLeft}', 3],
      ['{ArrowLeft}', 2],
      ['{Home}', 1],
      ['{ArrowLeft}', 1],
      ['{End}', 6],
      ['{ArrowRight}', 6],
    ] as const) {
      await user.keyboard(key);
      expect(focused(), key).toBe(place);
    }
    expect(values).toEqual([]);
  });

  it.each(['123456', '123 456', 'Your code: 123-456.', '１２３４５６', '1234567'])(
    'fill all boxes with a pasted code (%s), whichever has the focus [otp.paste]',
    async (pasted) => {
      const { user, box, values, shown, focused } = open();
      await user.click(box(4));
      await user.paste(pasted);
      expect([shown(), focused(), values]).toEqual(['123456', 6, ['123456']]);
    },
  );

  it('paste part of a code from the current box, and ignore text without digits', async () => {
    const { user, box, shown, focused } = open({ defaultValue: '9' });
    await user.click(box(2));
    await user.paste('no digits');
    expect([shown(), focused()]).toEqual(['9_____', 2]);
    await user.paste('12');
    expect([shown(), focused()]).toEqual(['912___', 4]);
  });

  it('spread an autofilled code over all boxes [otp.autofill]', () => {
    const { box, values, shown } = open();
    fireEvent.input(box(1), { target: { value: '654321' } });
    expect([shown(), values]).toEqual(['654321', ['654321']]);
  });

  describe('an input method', () => {
    const compose = (box: HTMLInputElement, value: string) =>
      fireEvent.input(box, { target: { value }, isComposing: true });
    const end = (box: HTMLInputElement, value: string) => fireEvent.compositionEnd(box, { data: value });

    it('composes a digit that is taken at the end', () => {
      const { box, values, shown, focused } = open();
      box(1).focus();
      fireEvent.compositionStart(box(1));
      compose(box(1), '１');
      expect([shown(), focused(), values]).toEqual(['１_____', 1, []]);
      end(box(1), '１');
      expect([shown(), focused(), values]).toEqual(['1_____', 2, ['1']]);
    });

    it('keeps its arrow keys and Backspace', () => {
      const { box, shown, focused } = open({ defaultValue: '12' });
      box(3).focus();
      compose(box(3), 'い');
      for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Backspace'])
        fireEvent.keyDown(box(3), { key, isComposing: true });
      expect([shown(), focused()]).toEqual(['12い___', 3]);
    });

    it('is ignored when it ends in a non-digit', () => {
      const { box, values, shown, focused } = open();
      box(1).focus();
      compose(box(1), 'いち');
      end(box(1), 'いち');
      expect([shown(), focused(), values]).toEqual(['______', 1, []]);
    });

    it('may insert a complete code and report it twice', () => {
      const { box, values, shown, focused } = open();
      box(1).focus();
      compose(box(1), '１２');
      // Some browsers send the input event after compositionend.
      const first = box(1);
      fireEvent.compositionEnd(first, { data: '１２' });
      fireEvent.input(first, { target: { value: '１２' } });
      expect([shown(), focused(), values]).toEqual(['12____', 3, ['12']]);
      // Later input is accepted, even if it is the same digit.
      fireEvent.keyDown(box(3), { key: '１' });
      fireEvent.input(box(3), { target: { value: '１２' } });
      expect(shown()).toBe('1212__');
    });
  });

  it('replace the digit when another is typed next to it', () => {
    const { box, shown } = open({ defaultValue: '1' });
    fireEvent.input(box(1), { target: { value: '12' } });
    expect(shown()).toBe('2_____');
    fireEvent.input(box(1), { target: { value: '32' } });
    expect(shown()).toBe('3_____');
  });

  it('link an error to every box', () => {
    const error = 'Please enter the 6-digit code.';
    const { boxes } = open({ error });
    expect(screen.getAllByRole('textbox', { description: error })).toHaveLength(6);
    expect(boxes.map((box) => box.getAttribute('aria-invalid'))).toEqual(Array(6).fill('true'));
  });

  it('are read-only after verification', async () => {
    const { user, box, values, shown } = open({ defaultValue: '123456', readOnly: true });
    await user.click(box(1));
    await user.keyboard('9{Backspace}');
    await user.paste('654321');
    expect([shown(), values]).toEqual(['123456', []]);
  });
});
