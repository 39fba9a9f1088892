/** A recording under way. */
export interface MicrophoneRecording {
  /** What is really recorded, for example `audio/webm;codecs=opus`. */
  readonly mimeType: string;
  /** Ends it, and gives what was recorded. */
  stop(): Promise<Blob>;
  /** Ends it; nothing is kept. */
  cancel(): void;
}

/** Records from the person's microphone, once they have allowed it. */
export interface Microphone {
  /**
   * Asks for the microphone and records at once, in the first of `types` that works. Rejects when it is refused or
   * not there. `onLost` hears when the device is taken away meanwhile.
   */
  record(types: readonly string[], onLost: () => void): Promise<MicrophoneRecording>;
}

/** The browser's microphone. Its tracks are stopped with each recording, so that no light stays on. */
export const browserMicrophone: Microphone = {
  async record(types, onLost) {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const release = (): void => {
      for (const track of stream.getTracks()) track.stop();
    };
    try {
      const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
      const recorder = new MediaRecorder(stream, mimeType === undefined ? {} : { mimeType });
      const parts: Blob[] = [];
      const ended = new Promise<void>((resolve) => recorder.addEventListener('stop', () => resolve()));
      recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
      for (const track of stream.getTracks()) track.addEventListener('ended', onLost);
      const end = (): void => {
        for (const track of stream.getTracks()) track.removeEventListener('ended', onLost);
        if (recorder.state !== 'inactive') recorder.stop();
        release();
      };
      recorder.start();
      return {
        mimeType: recorder.mimeType || (mimeType ?? ''),
        async stop() {
          end();
          await ended;
          return new Blob(parts, { type: recorder.mimeType || (mimeType ?? '') });
        },
        cancel: end,
      };
    } catch (error) {
      release();
      throw error;
    }
  },
};
