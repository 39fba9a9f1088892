// A feature as a site of 2023 would embed it.
import { createApiClient } from '@openbell/core/api-client';
import { createOtpReset, type OtpResetState } from '@openbell/core/otp-reset';

export function forgotPassword(form: HTMLFormElement, draw: (state: OtpResetState) => void): () => void {
  const otpReset = createOtpReset({ api: createApiClient({ baseUrl: '/api' }) });
  const stopDrawing = otpReset.$state.subscribe(draw);
  form.addEventListener('submit', otpReset.submit);
  const stop = otpReset.start();
  return () => {
    stopDrawing();
    stop();
    otpReset.destroy();
  };
}
