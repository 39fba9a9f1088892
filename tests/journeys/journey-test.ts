// The fixtures of the journeys: one engine a worker, sessions for users, a console that must stay empty.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type APIRequestContext, test as base, expect } from '@playwright/test';
import { openSession as signInByApi } from '../web/app-test.ts';
import { type Display, openDisplay } from './display.ts';
import type { Engine, Gap, Session } from './driver.ts';
import { openFirefox } from './firefox.ts';
import { createView, type View } from './view.ts';
import { openWebKit } from './webkit.ts';

interface EngineOptions {
  readonly engineName: 'firefox' | 'webkit';
  /** Starts the engine in forced colors mode, if it has one. */
  readonly forcesColors: boolean;
  /** Runs in each page before its own scripts. */
  readonly startScript: string;
}

interface Visitor {
  readonly session: Session;
  readonly view: View;
  /** Another tab of the same browser. */
  openTab(): Promise<View>;
}

interface Fixtures {
  readonly visit: () => Promise<Visitor>;
  /** Signs in by the form’s requests, and opens a page. */
  readonly visitAs: (email: string, path: string) => Promise<Visitor>;
  /** Console messages that a test expects. */
  readonly expectedComplaints: RegExp[];
  /** Keeps a picture of the page in test-results. */
  readonly keepPicture: (view: View, name: string) => Promise<void>;
  readonly skipWithout: (gap: Gap) => void;
}

const pictures = join(import.meta.dirname, '../../test-results/journeys-pictures');
const baseUrl = (): string => process.env.OPENBELL_WEB_URL ?? '';

export const test = base.extend<
  Fixtures,
  EngineOptions & { readonly display: Display; readonly engine: Engine }
>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  forcesColors: [false, { option: true, scope: 'worker' }],
  startScript: ['', { option: true, scope: 'worker' }],
  baseURL: async ({ playwright: _ }, use) => {
    await use(baseUrl());
  },
  display: [
    async ({ playwright: _ }, use) => {
      const display = await openDisplay();
      await use(display);
      display.close();
    },
    { scope: 'worker' },
  ],
  engine: [
    async ({ engineName, forcesColors, startScript, display }, use) => {
      const engine = await (engineName === 'firefox'
        ? openFirefox(display, { forcesColors, startScript })
        : openWebKit(display, startScript));
      console.log(`${engineName}: ${engine.version}`);
      await use(engine);
      await engine.close();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  expectedComplaints: async ({ playwright: _ }, use) => {
    await use([]);
  },
  visit: async ({ engine, expectedComplaints }, use, info) => {
    const sessions: Session[] = [];
    const views: View[] = [];
    await use(async () => {
      const session = await engine.openSession();
      sessions.push(session);
      const view = createView(await session.openTab(), { baseUrl: baseUrl() });
      views.push(view);
      return {
        session,
        view,
        openTab: async () => {
          const hasMouse = engine.gaps['mouse in a second tab'] === undefined;
          return createView(await session.openTab(), { baseUrl: baseUrl(), hasMouse });
        },
      };
    });
    if (info.status !== info.expectedStatus)
      for (const [index, view] of views.entries())
        await view.tab.screenshot().then(
          (picture) => writeFileSync(info.outputPath(`failed-${index}.png`), picture),
          () => undefined,
        );
    const complaints = sessions.flatMap((session) => session.complaints());
    for (const session of sessions) await session.close();
    expect(complaints.filter((text) => !expectedComplaints.some((pattern) => pattern.test(text)))).toEqual(
      [],
    );
  },
  visitAs: async ({ visit, request }, use) => {
    await use(async (email, path) => {
      const [visitor, token] = await Promise.all([visit(), tokenOf(request, email)]);
      await visitor.view.open('/terms');
      await visitor.view.tab.evaluate(`localStorage.setItem('accessToken', ${JSON.stringify(token)})`);
      await visitor.view.open(path);
      return visitor;
    });
  },
  keepPicture: async ({ engine }, use) => {
    await use(async (view, name) => {
      mkdirSync(pictures, { recursive: true });
      writeFileSync(join(pictures, `${engine.name}-${name}.png`), await view.tab.screenshot());
    });
  },
  skipWithout: async ({ engine }, use) => {
    await use((gap) => {
      const reason = engine.gaps[gap];
      if (reason !== undefined) console.log(`${engine.name} skips: ${reason}`);
      base.skip(reason !== undefined, reason);
    });
  },
});

const tokenOf = (request: APIRequestContext, email: string): Promise<string> => signInByApi(request, email);

export { password, users } from '../web/app-test.ts';
export { expect };
