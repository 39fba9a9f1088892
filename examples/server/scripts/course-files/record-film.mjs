// Records a silent film: a page of Chromium draws it on a canvas and encodes it.
import { chromium } from '@playwright/test';
import { writeWebm } from './webm.mjs';

/**
 * Returns the bytes of a WebM file. `film`: width and height in pixels, frames per second, seconds, bits per second, and
 * the seconds between key frames. `createDrawing` is given the canvas' context and the film and returns a function that
 * draws the film at a time in seconds; it runs in the page, so it may use nothing outside itself.
 */
export async function recordFilm(film, createDrawing) {
  const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH });
  try {
    const page = await browser.newPage();
    // The encoder requires a secure origin, which localhost is.
    await page.route('http://localhost/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Film</title>' }),
    );
    await page.goto('http://localhost/');
    const chunks = await page.evaluate(`(${encodeFilm})(${JSON.stringify(film)}, ${createDrawing})`);
    return writeWebm({
      ...film,
      durationMs: film.seconds * 1000,
      chunks: chunks.map(({ base64, ...chunk }) => ({ ...chunk, bytes: Buffer.from(base64, 'base64') })),
    });
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
async function encodeFilm(film, createDrawing) {
  const { width, height, fps, seconds, bitrate, keyEvery } = film;
  const canvas = new OffscreenCanvas(width, height);
  const draw = createDrawing(canvas.getContext('2d'), film);
  const chunks = [];
  let failure = null;
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      let binary = '';
      for (const byte of bytes) binary += String.fromCharCode(byte);
      chunks.push({
        timeMs: Math.round(chunk.timestamp / 1000),
        key: chunk.type === 'key',
        base64: btoa(binary),
      });
    },
    error(error) {
      failure = error;
    },
  });
  encoder.configure({
    codec: 'vp09.00.10.08',
    width,
    height,
    bitrate,
    framerate: fps,
    latencyMode: 'quality',
  });
  for (let frame = 0; frame < fps * seconds; frame += 1) {
    draw(frame / fps);
    const picture = new VideoFrame(canvas, {
      timestamp: Math.round((frame * 1_000_000) / fps),
      duration: Math.round(1_000_000 / fps),
    });
    encoder.encode(picture, { keyFrame: frame % (fps * keyEvery) === 0 });
    picture.close();
    if (frame % 20 === 0) await new Promise((resolve) => setTimeout(resolve));
  }
  await encoder.flush();
  if (failure) throw failure;
  return chunks;
}
