// A virtual display for one browser engine, with its clipboard.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { Readable } from 'node:stream';
import type { Point } from './driver.ts';

export interface Display {
  /** Value of the variable DISPLAY. */
  readonly name: string;
  copyPicture(path: string): void;
  /** Turns the wheel; each click of it scrolls about 50 pixels. */
  wheel(at: Point, down: number): void;
  close(): void;
}

export async function openDisplay(): Promise<Display> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const name = `:${await firstLine(server)}`;
  function use(program: string, args: readonly string[]): void {
    const env = { ...process.env, DISPLAY: name };
    const { status } = spawnSync(program, args, { env, stdio: 'ignore' });
    if (status !== 0) throw new Error(`${program} failed.`);
  }
  return {
    name,
    copyPicture: (path) => use('xclip', ['-selection', 'clipboard', '-t', 'image/png', '-i', path]),
    wheel({ x, y }, down) {
      const clicks = String(Math.max(1, Math.round(Math.abs(down) / 50)));
      const place = [x, y].map((pixels) => String(Math.round(pixels)));
      use('xdotool', ['mousemove', ...place, 'click', '--repeat', clicks, down < 0 ? '4' : '5']);
    },
    close: () => server.kill(),
  };
}

function firstLine(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    (server.stdio[3] as Readable).on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.trim());
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error('Xvfb ended.')));
  });
}
