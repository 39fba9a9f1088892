/** An active recording. */
export interface MicrophoneRecording {
  /** The actual format, for example `audio/webm;codecs=opus`. */
  readonly mimeType: string;
  /** Stops and resolves with the recording. */
  stop(): Promise<Blob>;
  /** Stops and discards the recording. */
  cancel(): void;
}

/** Records from the microphone, with the member's permission. */
export interface Microphone {
  /**
   * Requests the microphone and starts to record in the first supported format of `types`. Rejects when it is denied
   * or missing. `onLost` is called when the device is disconnected during the recording.
   */
  record(types: readonly string[], onLost: () => void): Promise<MicrophoneRecording>;
}

/** The browser's microphone. Each recording stops its tracks, which turns the recording indicator off. */
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
