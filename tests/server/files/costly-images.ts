// Small image files that are large when decoded.
import { bytesOf } from './media-containers.ts';

const uint16 = (value: number): number[] => [value & 0xff, value >> 8];

/** A GIF whose frames each change one pixel: 23 bytes per frame. */
export function gifOf(width: number, height: number, frames: number): Uint8Array<ArrayBuffer> {
  const frame = (index: number) =>
    bytesOf(
      [0x21, 0xf9, 4, 0, 5, 0, 0, 0],
      [0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0],
      [2, 2, index % 2 === 0 ? 0x44 : 0x4c, 1, 0],
    );
  return bytesOf(
    'GIF89a',
    [...uint16(width), ...uint16(height), 0x80, 0, 0],
    [0, 0, 0, 255, 255, 255],
    ...Array.from({ length: frames }, (_, index) => frame(index)),
    [0x3b],
  );
}

const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));

/** AVIF images of one color, smaller than 1,000 bytes. */
export const avifOf = {
  '6300 × 6300': fromBase64(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAhoAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgT8CAAAAABRpc3BlAAAAAAAAGJwAABicAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAAIibWRhdBIACgo/8zE3ibaQENBpMokEE5/kxQnAACwACAA4l78skiKgmXiAn2/09syKPJpiAp/Vx/9wBHWgW3K6h3r1YHrnvm9K/uDTpKV45H0u6T73ve973veoPpe/LJIioJl4gJ9v9PbMijyaYgKf1cf/cGsRoe6vur1JCsIZDgSUIi/buOgoEn+gGsX6xEyjzCne1kdelxBkiDiXvyySIqCZeICfb/T2zIo8mmICn9XH/3AEdaBbcrqHevVgeue+b0r+4NOkpXjkfS7pPve973ve96g+l78skiKgmXiAn2/09syKPJpiAp/Vx/9waxGh7q+6vUkKwhkOBJQiL9u46CgSf6AaxfrETKPMKd7WR16XEGSIOJe/LJIioJl4gJ9v9PbMijyaYgKf1cf/cAR1oFtyuod69WB6575vSv7g06SleOR9Luk+973ve973qD6XvyySIqCZeICfb/T2zIo8mmICn9XH/3BrEaHur7q9SQrCGQ4ElCIv27joKBJ/oBrF+sRMo8wp3tZHXpcQZIhEl78skiKgmXiAn2/09syKPJpiAp/Vx/9wBHWgW3K6h3r1YHrnvm9K/uDTpKV45H0u6T73ve973chYOTEGb2hkbpwBIMhCl78skiKgmXiAn2/09syKPJpiAp/Vx/9waxGh7q+6vUkKwhkOBJQiL9u46CgSf6AaxfrETKPMKd7WR16XCeizpmAFqxTEwwVTJCA=',
  ),
  /** Within the limits; decoding needs about 200 MB. */
  '3100 × 3100': fromBase64(
    'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAAKYAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRtAAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgTACAAAAABRpc3BlAAAAAAAADBwAAAwcAAAAEHBpeGkAAAAAAwgICAAAABZpcG1hAAAAAAAAAAEAAQOBAgMAAACubWRhdBIACgo8LvBvBtpAQ0GkMpUBEn+TFCcAALAAIAA+l78skiKgmXiAn2/09syKPJpiAp/Vx/9waxGh7q+6vUkKwhkOBJQiL9u46CgSf6AaxfrETKPMKd7WR16XEGSIl78skiKgmXiAn2/09syKPJpiAp/Vx/9waxGh7q+6vUkKwhkOBJQiL9u46CgSf6AaxfrETKPMKd7WR16XCeizpmAFqxTEwwVTJCA=',
  ),
};
