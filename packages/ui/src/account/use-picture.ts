'use client';

import { useEffect, useState } from 'react';

/** An address under which a chosen file can be drawn; null while there is none. */
export function usePicture(file: Blob | null): string | null {
  const [picture, setPicture] = useState<{ file: Blob; url: string } | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    const reader = new FileReader();
    reader.onload = () => {
      if (typeof reader.result === 'string') setPicture({ file, url: reader.result });
    };
    reader.readAsDataURL(file);
    return () => {
      reader.onload = null;
      reader.abort();
    };
  }, [file]);
  return picture !== null && picture.file === file ? picture.url : null;
}
