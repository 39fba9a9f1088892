'use client';

import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { initialsOf, toneOf } from './initials.ts';

export interface AvatarProps {
  /** The name that determines the initials and the color. */
  name: string | null | undefined;
  /** The picture's URL; without one, or when it fails to load, the initials are shown. */
  src?: string | null | undefined;
  /** Alternative text; leave it out next to the visible name. */
  alt?: string | undefined;
  /** Default `medium` (36 px). */
  size?: 'small' | 'medium' | 'large' | undefined;
  className?: string | undefined;
}

/** The picture of a person or chat, with initials as a fallback. */
export function Avatar({ name, src, alt, size = 'medium', className }: AvatarProps): ReactNode {
  // Remembers the URL that failed, so that another URL is tried and the same one is not requested again.
  const [broken, setBroken] = useState<string | null>(null);
  const shown = typeof src === 'string' && isPicture(src) && src !== broken;
  return (
    <span
      className={classNames('ob-avatar', className)}
      data-size={size}
      data-tone={toneOf(name ?? '')}
      {...(shown || !alt ? {} : { role: 'img', 'aria-label': alt })}
    >
      {shown ? (
        <img
          className="ob-avatar-image"
          src={src}
          alt={alt ?? ''}
          decoding="async"
          draggable={false}
          onError={() => setBroken(src)}
        />
      ) : (
        <span aria-hidden="true">{initialsOf(name ?? '')}</span>
      )}
    </span>
  );
}

/** Whether a picture may be loaded: a path of this site, http(s), a blob URL or an image data URL. */
function isPicture(src: string): boolean {
  return /^(?:\/(?![/\\])|https?:\/\/|blob:https?:|data:image\/)/i.test(src);
}
