// WebKitGTK by WebKitWebDriver, which holds one session a process.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../support/free-port.ts';
import type { Display } from './display.ts';
import type { Engine, Point, Session, Tab } from './driver.ts';

const view = join(import.meta.dirname, 'webkit-view.py');
/** WebDriver counts from an element or the viewport; a move of no duration is one event. */
const duration = 0;

/** `startScript` runs in each page before its own scripts. */
export async function openWebKit(display: Display, startScript: string): Promise<Engine> {
  return {
    name: 'webkit',
    version: `WebKitGTK ${installedVersion()}`,
    gaps: {
      'forced colors': 'WebKit has no forced colors mode.',
      'mouse in a second tab': 'WebKitWebDriver never answers mouse actions in a second tab.',
      'pasting a picture': 'WebKitGTK gives pages no pictures of the X clipboard.',
    },
    openSession: () => openSession(display, startScript),
    close: async () => undefined,
  };
}

function installedVersion(): string {
  const { stdout } = spawnSync('dpkg-query', ['-W', 'webkit2gtk-driver'], { encoding: 'utf8' });
  return stdout.trim().split('\t')[1] ?? '';
}

async function openSession(display: Display, startScript: string): Promise<Session> {
  const folder = mkdtempSync(join(tmpdir(), 'openbell-webkit-'));
  const complaints = join(folder, 'complaints.txt');
  const port = await freePort();
  const server = spawn('WebKitWebDriver', [`--port=${port}`], {
    // Screenshots hang with any WEBKIT_DISABLE_* variable.
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      TZ: 'America/New_York',
      LANG: 'en_US.UTF-8',
    },
    stdio: 'ignore',
  });
  await answers(port, server);
  const driver = await new Builder()
    .usingServer(`http://127.0.0.1:${port}`)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: '/usr/bin/python3', args: [view, complaints, startScript] },
    })
    .build();
  // Milliseconds; a busy machine may take long.
  await driver.manage().setTimeouts({ script: 120_000 });
  let current = await driver.getWindowHandle();
  const inTab = async (handle: string): Promise<WebDriver> => {
    if (current !== handle) await driver.switchTo().window(handle);
    current = handle;
    return driver;
  };
  const closeTab = async (handle: string): Promise<void> => {
    await (await inTab(handle)).close();
    const [left] = await driver.getAllWindowHandles();
    if (left !== undefined) await inTab(left);
  };
  let tabs = 0;
  return {
    openTab: async () => {
      tabs += 1;
      if (tabs > 1) {
        await driver.switchTo().newWindow('tab');
        current = await driver.getWindowHandle();
      }
      const handle = current;
      return createTab(
        display,
        () => inTab(handle),
        () => closeTab(handle),
      );
    },
    complaints: () =>
      existsSync(complaints) ? readFileSync(complaints, 'utf8').split('\n').filter(Boolean) : [],
    close: async () => {
      await driver.quit().catch(() => undefined);
      server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function createTab(display: Display, inTab: () => Promise<WebDriver>, close: () => Promise<void>): Tab {
  const pointer = async (act: (driver: WebDriver) => Promise<void>): Promise<void> => {
    const driver = await inTab();
    await act(driver);
  };
  const at = ({ x, y }: Point) => ({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT, duration });
  const actions = (driver: WebDriver) => driver.actions({ async: false });
  return {
    open: async (url) => (await inTab()).get(url),
    reload: async () => (await inTab()).navigate().refresh(),
    evaluate: async (expression) => (await inTab()).executeScript(`return (${expression})`),
    click: (x, y) => pointer((driver) => actions(driver).move(at({ x, y })).press().release().perform()),
    move: (x, y) => pointer((driver) => actions(driver).move(at({ x, y })).perform()),
    drag: (from, to) =>
      pointer((driver) =>
        actions(driver)
          .move(at(from))
          .press()
          .move(at({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }))
          .move(at(to))
          .release()
          .perform(),
      ),
    // WebKitWebDriver’s own wheel actions are lost now and then.
    wheel: async ({ x, y }, down) => display.wheel({ x, y }, down),
    type: async (text) =>
      actions(await inTab())
        .sendKeys(text)
        .perform(),
    press: async (keys, times = 1) => {
      const names = keys
        .split('+')
        .map((name) => (Key as unknown as Record<string, string>)[keyName(name)] ?? name);
      const sequence = actions(await inTab());
      for (let press = 0; press < times; press += 1) {
        for (const name of names) sequence.keyDown(name);
        for (const name of names.toReversed()) sequence.keyUp(name);
      }
      await sequence.perform();
    },
    setFiles: async (selector, paths) =>
      (await inTab()).findElement(By.css(selector)).sendKeys(paths.join('\n')),
    resize: async (width, height) => {
      await (await inTab()).manage().window().setRect({ x: 0, y: 0, width, height });
    },
    screenshot: async () => Buffer.from(await (await inTab()).takeScreenshot(), 'base64'),
    close,
  };
}

/** `ArrowUp` as Selenium names it: `ARROW_UP`. */
const keyName = (name: string): string => name.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();

/** Waits until the driver accepts sessions. */
async function answers(port: number, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    const status = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null);
    if (status?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKitWebDriver ended.');
}
