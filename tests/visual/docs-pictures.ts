// The pictures in docs/images, and the pages that they show.
import { join } from 'node:path';
import type { StillPage } from './still-pages.ts';

const files = join(import.meta.dirname, '../../examples/server/course-files');
const attachments = ['opening-range.webp', 'opening-range-worksheet.pdf'].map((name) => join(files, name));

interface DocsPicture {
  /** The name of its file in docs/images. */
  readonly name: string;
  readonly theme: 'light' | 'dark';
  readonly still: StillPage;
}

export const docsPictures: readonly DocsPicture[] = [
  {
    name: 'chat',
    theme: 'light',
    still: {
      name: 'chat',
      as: 'subscriber',
      path: '/personal-chat',
      ready: (page) => page.locator('.ob-message').first(),
      // Nothing is sent: other pictures are taken of the same server. The first messages have no emoji, whose font
      // differs between machines.
      enter: async (page) => {
        await page.locator('input[type=file][accept*="pdf"]').setInputFiles(attachments);
        await page.getByRole('textbox', { name: 'Message' }).fill('The range of this morning, and my sheet:');
        await page
          .getByRole('button', { name: /^Remove / })
          .nth(1)
          .waitFor();
        await page.getByRole('log').hover();
        await page.mouse.wheel(0, -3000);
      },
    },
  },
];
