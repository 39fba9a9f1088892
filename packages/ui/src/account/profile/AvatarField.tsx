'use client';

import type { ProfileImageProblem } from '@openbell/core/profile';
import { useObjectUrl } from '@openbell/react-hooks';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Avatar, Button, useTexts } from '../../primitives/index.ts';

/** File types that the picker offers. The server validates the content. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

const PROBLEMS = {
  'not-an-image': 'accounts.pictureNotAnImage',
  empty: 'accounts.pictureEmpty',
  'too-large': 'accounts.pictureTooLarge',
} as const satisfies Record<ProfileImageProblem, string>;

export interface AvatarFieldProps {
  /** The name that the initials are made from. */
  name: string;
  /** The current picture. */
  src: string | null;
  /** The newly chosen picture; null when none is chosen. */
  image: File | null;
  problem: ProfileImageProblem | null;
  /** The server's error for the picture. */
  error?: string | undefined;
  onChoose: (file: File | null) => void;
  /** Called when the browser cannot decode the chosen file as an image. */
  onUnreadable: () => void;
}

/** A file input for the profile picture, with a preview. */
export function AvatarField(props: AvatarFieldProps): ReactNode {
  const { name, src, image, problem, error, onChoose, onUnreadable } = props;
  const text = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const preview = useObjectUrl(image);
  const wrong = problem === null ? error : text(PROBLEMS[problem]);
  return (
    <div className="ob-avatar-field" data-part="avatar" data-status={wrong ? 'invalid' : 'valid'}>
      {preview === null ? (
        <Avatar name={name} src={src} size="large" />
      ) : (
        <span className="ob-avatar" data-size="large">
          <img className="ob-avatar-image" src={preview} alt="" onError={onUnreadable} />
        </span>
      )}
      <div className="ob-avatar-choice">
        <div className="ob-avatar-buttons">
          <input
            ref={input}
            id={id}
            className="ob-visually-hidden ob-avatar-input"
            type="file"
            name="profile_image"
            accept={ACCEPTED}
            aria-label={text('accounts.choosePicture')}
            aria-describedby={`${id}-hint ${id}-error`}
            aria-invalid={wrong ? true : undefined}
            onChange={(event) => {
              onChoose(event.target.files?.[0] ?? null);
              // Lets the user choose the same file again after an error.
              event.target.value = '';
            }}
          />
          <label className="ob-button" data-variant="secondary" data-size="medium" htmlFor={id}>
            <ImagePlus size={16} aria-hidden="true" />
            <span className="ob-button-label">{text('accounts.choosePicture')}</span>
          </label>
          {image === null ? null : (
            <Button
              variant="quiet"
              onClick={() => {
                onChoose(null);
                input.current?.focus();
              }}
            >
              {text('accounts.keepPicture')}
            </Button>
          )}
        </div>
        <p className="ob-field-hint" id={`${id}-hint`}>
          {image === null ? text('accounts.pictureHint') : text('accounts.newPicture', { name: image.name })}
        </p>
        <div className="ob-field-error" id={`${id}-error`} data-part="error" aria-live="polite">
          {wrong ? <span>{wrong}</span> : null}
        </div>
      </div>
    </div>
  );
}
