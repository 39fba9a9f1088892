'use client';

import { type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { initialsOf, toneOf } from './initials.ts';

/** Props of {@link Avatar}. */
export interface AvatarProps {
  /** Whose: gives the drawn default its initials and tone. */
  name: string | null | undefined;
  /** The picture; the initials are drawn when there is none, or when it does not load. */
  src?: string | null | undefined;
  /** Read out; left out where the name stands beside it. */
  alt?: string | undefined;
  /** Default `medium` (36 px). */
  size?: 'small' | 'medium' | 'large' | undefined;
  className?: string | undefined;
}

/** A person's or chat's picture, with a drawn default. */
export function Avatar({ name, src, alt, size = 'medium', className }: AvatarProps): ReactNode {
  // Remembers the address that failed, not the fact: another picture gets its own try, and none is asked twice.
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

/** A path of this site, a page's address, or a picture that this page has made; nothing else is asked for. */
function isPicture(src: string): boolean {
  return /^(?:\/(?![/\\])|https?:\/\/|blob:https?:|data:image\/)/i.test(src);
}
