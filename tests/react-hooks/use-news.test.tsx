import { createNews } from '@openbell/core/news';
import { useNews } from '@openbell/react-hooks';
import { createFakeApi, settle } from '@openbell/testing';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { expect, test } from 'vitest';

test('loads the news once on first use, also in StrictMode, and again on request', async () => {
  const api = createFakeApi(settle);
  const news = createNews({ api });
  function Page() {
    const { state, reload } = useNews(news);
    return (
      <button type="button" onClick={reload}>
        {state.status} {state.items.length}
      </button>
    );
  }
  render(
    <StrictMode>
      <Page />
    </StrictMode>,
  );
  expect(api.requests).toHaveLength(1);
  const story = { id: 1, headline: 'a', summary: '', image: null, url: '/', datetime: 1 };
  await act(() => api.latest('/app/news-list').succeed([story]));
  const button = screen.getByRole('button', { name: 'ready 1' });
  fireEvent.click(button);
  expect(api.requests).toHaveLength(2);
  expect(button.textContent).toBe('loading 1');
});

test('throws a helpful error without an instance or a provider', () => {
  function Page() {
    useNews();
    return null;
  }
  expect(() => render(<Page />)).toThrow(/OpenbellProvider/);
});
