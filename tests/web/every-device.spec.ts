// Every page, everything that opens over it, and the gallery, on each device and in both themes.
import { inspectOnDevice, walkers } from '../visual/every-page.ts';
import { test } from '../visual/still-test.ts';

const devices = [
  { device: 'phone', theme: 'dark', narrow: { width: 320, height: 640 } },
  { device: 'tablet', theme: 'light', narrow: { width: 410, height: 590 } },
  { device: 'desktop', theme: 'dark', narrow: { width: 720, height: 450 } },
] as const;

for (const { device, theme, narrow } of devices) {
  for (const role of walkers) {
    test(`${role} on a ${device}: accessible, still, and not cut off at ${narrow.width} px @long`, async ({
      look,
    }) => {
      await inspectOnDevice({ look: look(device, theme), device, who: role, narrow });
    });
  }
}
