// Pictures that common viewers show are copied, also with small faults.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { inspectFile } from '../../../../examples/server/src/files/inspect-file.ts';
import { reEncodeImage, reEncodeSquare } from '../../../../examples/server/src/files/re-encode-image.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { bytesOf } from '../../files/media-containers.ts';
import { tinyImages } from '../../files/tiny-images.ts';

const folder = temporaryFolder();
let photo: Buffer;
beforeAll(async () => {
  const background = { r: 200, g: 100, b: 50 };
  photo = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer();
});

/** Returns the size of the copy of a picture, or why there is none. */
async function copy(content: Uint8Array, name = 'photo.jpg') {
  const source = join(folder, name);
  await writeFile(source, content);
  const found = await inspectFile(source, name, 'copy');
  if ('refusal' in found) return found.refusal;
  const copied = await reEncodeImage(source, `${source}.copy`, found.kind);
  if (copied === null || copied === 'disk-full') return copied;
  expect(await reEncodeSquare(source, `${source}.square`, 16)).toBe(true);
  return `${copied.width} × ${copied.height}`;
}

/** Changes a byte of the scan header (ITU-T T.81, B.2.3), `fromEnd` bytes before its end. */
function withScanByte(jpeg: Uint8Array, fromEnd: number, value: number): Uint8Array {
  const bytes = Buffer.from(jpeg);
  const start = bytes.indexOf(Buffer.from([0xff, 0xda])) + 2;
  bytes[start + bytes.readUInt16BE(start) - fromEnd] = value;
  return bytes;
}

function withBytesBefore(jpeg: Uint8Array, marker: number): Uint8Array {
  const at = Buffer.from(jpeg).indexOf(Buffer.from([0xff, marker]));
  return bytesOf(jpeg.subarray(0, at), [0, 0, 0], jpeg.subarray(at));
}

describe('a JPEG with a fault that viewers ignore', () => {
  const faults: readonly [string, (jpeg: Buffer) => Uint8Array][] = [
    ['no fault', (jpeg) => jpeg],
    ['an end of spectral selection (Se) of 0', (jpeg) => withScanByte(jpeg, 2, 0)],
    ['an end of spectral selection (Se) of 62', (jpeg) => withScanByte(jpeg, 2, 62)],
    ['a start of spectral selection (Ss) of 1', (jpeg) => withScanByte(jpeg, 3, 1)],
    ['a successive approximation (Ah, Al) of 1', (jpeg) => withScanByte(jpeg, 1, 1)],
    ['bytes after its end', (jpeg) => bytesOf(jpeg, 'MotionPhoto', new Uint8Array(300))],
    ['bytes before a marker', (jpeg) => withBytesBefore(jpeg, 0xc0)],
    ['bytes before its end marker', (jpeg) => withBytesBefore(jpeg, 0xd9)],
  ];
  test.each(faults)('is copied when it has %s', async (_what, change) => {
    expect(await copy(change(photo))).toBe('80 × 60');
  });

  test('is copied when it is the smallest with Se = 0', async () => {
    expect(await copy(withScanByte(Buffer.from(tinyImages.jpeg, 'base64'), 2, 0))).toBe('3 × 2');
  });
});

describe('a damaged JPEG', () => {
  test.each<[string, (jpeg: Buffer) => Uint8Array]>([
    ['it is cut in its header', (jpeg) => jpeg.subarray(0, 100)],
    ['it is cut before its scan', (jpeg) => jpeg.subarray(0, jpeg.indexOf(Buffer.from([0xff, 0xda])))],
    ['it is cut in its scan', (jpeg) => jpeg.subarray(0, -20)],
    ['it has no pixels', (jpeg) => jpeg.subarray(0, 20)],
  ])('is not copied when %s', async (_what, change) => {
    expect(await copy(change(photo))).toSatisfy((result) => result === null || result === 'unreadable');
  });
});

describe('a photo of a phone', () => {
  test('is copied upright and in a smaller size', async () => {
    const upright = await sharp({
      create: { width: 4_400, height: 3_300, channels: 3, background: '#c86432' },
    })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect(await copy(upright)).toBe('3072 × 4096');
  });
});
