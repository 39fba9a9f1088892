import { type Notice, NoticeHost, type Notices, useNotices } from '@openbell/ui/primitives';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

let notices: Notices;
function Teller() {
  notices = useNotices();
  return null;
}

function send(notice: Notice): void {
  act(() => notices.notify(notice));
}

beforeEach(() => {
  vi.useFakeTimers();
  render(
    <NoticeHost>
      <Teller />
    </NoticeHost>,
  );
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const texts = (): string[] => screen.queryAllByRole('alert').map((alert) => alert.textContent ?? '');

describe('notices', () => {
  test('have the role alert and stay until closed [errors.alerts]', () => {
    send({ level: 'alert', text: 'Please fill all fields' });
    act(() => void vi.advanceTimersByTime(60_000));
    expect(texts()).toEqual(['Please fill all fields']);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(texts()).toEqual([]);
  });

  test('of success disappear automatically, except while hovered', () => {
    send({ level: 'success', text: 'Form submitted successfully' });
    fireEvent.pointerEnter(screen.getByRole('alert'));
    act(() => void vi.advanceTimersByTime(60_000));
    expect(texts()).toHaveLength(1);
    fireEvent.pointerLeave(screen.getByRole('alert'));
    act(() => void vi.advanceTimersByTime(8_000));
    expect(texts()).toEqual([]);
  });

  test('with an action show a button and stay', () => {
    const onClick = vi.fn();
    send({ level: 'info', text: 'A new version is ready.', action: { label: 'Reload', onClick } });
    act(() => void vi.advanceTimersByTime(60_000));
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    expect(onClick).toHaveBeenCalledOnce();
    expect(texts()).toHaveLength(1);
  });

  test('are not duplicated while the same text is visible', () => {
    for (let i = 0; i < 3; i += 1) send({ level: 'alert', text: 'Please fill all fields' });
    expect(texts()).toHaveLength(1);
  });

  test('replace an earlier notice on the same topic', () => {
    send({ level: 'alert', text: 'Unsubscription failed.', about: 'unsubscribe' });
    send({ level: 'error', text: 'Download failed.' });
    send({ level: 'success', text: 'Unsubscription successful.', about: 'unsubscribe' });
    expect(texts()).toEqual(['Download failed.', 'Unsubscription successful.']);
  });

  test('show at most four, dropping the oldest', () => {
    for (const name of ['a', 'b', 'c', 'd', 'e']) send({ level: 'alert', text: name });
    expect(texts()).toEqual(['b', 'c', 'd', 'e']);
  });

  test('render server messages as text', () => {
    send({ level: 'error', text: '<img src=x onerror=alert(1)>' });
    expect(document.querySelector('img')).toBeNull();
    expect(texts()).toEqual(['<img src=x onerror=alert(1)>']);
  });
});

test('throw a helpful error without a host', () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Teller />)).toThrow(/NoticeHost/);
  quiet.mockRestore();
});
