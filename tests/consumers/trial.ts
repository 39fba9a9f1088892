// The setup of a consumer test: an empty folder, the packed packages, a browser, and a backend.
import type { Browser, Page } from '@playwright/test';
import { afterAll, beforeAll } from 'vitest';
import { type Packed, packPackages, temporaryFolder } from './install-packed.ts';
import { launchChromium } from './open-page.ts';
import { type ReferenceServer, startReferenceServer } from './reference-server.ts';

export interface Trial {
  /** An empty folder, removed after the last test. */
  readonly folder: string;
  readonly packed: Packed;
  readonly browser: Browser;
  readonly server: ReferenceServer;
}

/** Sets up the parts before a file's tests and removes them afterwards. */
export function setUpTrial(): Trial {
  const folder = temporaryFolder();
  let packed: Packed;
  let browser: Browser;
  let server: ReferenceServer;

  beforeAll(async () => {
    const starting = Promise.all([
      launchChromium().then((launched) => {
        browser = launched;
      }),
      startReferenceServer(`${folder.path}/server-data`).then((started) => {
        server = started;
      }),
    ]);
    try {
      packed = packPackages(folder.path);
    } finally {
      // Otherwise nothing would close them.
      await starting;
    }
  }, 180_000);

  afterAll(async () => {
    await browser?.close();
    await server?.close();
    folder.remove();
  }, 180_000);

  return {
    folder: folder.path,
    get packed() {
      return packed;
    },
    get browser() {
      return browser;
    },
    get server() {
      return server;
    },
  };
}

/** Opens every page with a stored session. */
export function signedInWith(token: string) {
  return async (page: Page): Promise<void> => {
    await page.addInitScript((access) => localStorage.setItem('openbell:accessToken', access), token);
  };
}
