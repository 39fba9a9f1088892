import { FilePathSource, Input, MATROSKA, MP4, QTFF, WEBM } from 'mediabunny';

const CACHE_BYTES = 1024 * 1024;

/** Returns whether an MP4, QuickTime, WebM or Matroska file has video or audio tracks. Null: neither, or unreadable. */
export async function readMediaType(path: string): Promise<'video' | 'audio' | null> {
  const source = new FilePathSource(path, {
    maxCacheSize: CACHE_BYTES,
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source });
  try {
    const tracks = await input.getTracks();
    const all = await Promise.all(
      tracks.map(async (track) => ({ type: track.type, isEnabled: (await track.getDisposition()).default })),
    );
    // Players ignore disabled tracks, such as the chapter pictures of an audio book.
    const enabled = all.filter(({ isEnabled }) => isEnabled);
    const types = new Set((enabled.length > 0 ? enabled : all).map(({ type }) => type));
    return types.has('video') ? 'video' : types.has('audio') ? 'audio' : null;
  } catch {
    return null;
  } finally {
    input.dispose();
  }
}
