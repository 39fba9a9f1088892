import type { Texts } from '@openbell/core/catalogue';
import { type ComposerProblem, defaultAttachmentLimits, formatFileSize } from '@openbell/core/chat';
import { numberText } from '@openbell/core/locale';

const whole: Intl.NumberFormatOptions = { maximumFractionDigits: 0 };

/** The text of the problem that prevents sending. */
export function problemText(text: Texts, { code, file }: ComposerProblem, maxLength: number): string {
  const { maxFiles, fileBytes, videoBytes, totalBytes } = defaultAttachmentLimits;
  switch (code) {
    case 'empty':
      return text('chat.empty');
    case 'too-long':
      return text('chat.tooLong', { max: numberText(maxLength, whole) });
    case 'file-kind':
    case 'file-empty':
      return text(`chat.${code}`, { file });
    case 'file-large':
      return text('chat.file-large', { file, max: formatFileSize(fileBytes) });
    case 'video-large':
      return text('chat.video-large', { file, max: formatFileSize(videoBytes) });
    case 'files-many':
      return text('chat.files-many', { count: maxFiles });
    case 'files-large':
      return text('chat.files-large', { file, max: formatFileSize(totalBytes) });
  }
}
