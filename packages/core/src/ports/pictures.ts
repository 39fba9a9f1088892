/** A decoded picture, upright by its metadata. */
export interface DecodedPicture {
  readonly width: number;
  readonly height: number;
  /** Encodes the picture in another size, in pixels. The result has another `type` where the browser cannot write it. */
  encode(size: { readonly width: number; readonly height: number; readonly type: string }): Promise<Blob>;
  /** Frees its memory. */
  close(): void;
}

/** Decodes pictures, to make them smaller before they are uploaded. */
export interface Pictures {
  /** Rejects when the browser cannot decode the file. */
  decode(file: Blob): Promise<DecodedPicture>;
}

const quality = 0.9;

/** The browser's decoder, which works outside of the page's thread. */
export const browserPictures: Pictures = {
  async decode(file) {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = bitmap;
    return {
      width,
      height,
      async encode(size) {
        const canvas = new OffscreenCanvas(size.width, size.height);
        const context = canvas.getContext('2d');
        if (context === null) throw new Error('The browser has no canvas for a picture of this size.');
        context.imageSmoothingQuality = 'high';
        context.drawImage(bitmap, 0, 0, size.width, size.height);
        return canvas.convertToBlob({ type: size.type, quality });
      },
      close: () => bitmap.close(),
    };
  },
};
