import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';

const CACHE_BYTES = 1024 * 1024;

/**
 * Returns whether an MP4, QuickTime, WebM or Matroska file is a video or audio, by its tracks; null when it has neither or
 * cannot be read.
 */
export async function readMediaType(path: string): Promise<'video' | 'audio' | null> {
  const source = new FilePathSource(path, {
    maxCacheSize: CACHE_BYTES,
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source });
  try {
    const tracks = await input.getTracks();
    const played = await Promise.all(
      tracks.map(async (track) => ({ type: track.type, isOn: (await track.getDisposition()).default })),
    );
    // Disabled tracks are not shown, such as the chapter pictures of an audio book.
    const on = played.filter(({ isOn }) => isOn);
    const types = new Set((on.length > 0 ? on : played).map(({ type }) => type));
    return types.has('video') ? 'video' : types.has('audio') ? 'audio' : null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
