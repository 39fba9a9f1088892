/** The member's devices, and signing them out. */
export { createDevices } from './create-devices.ts';
export { describeDevice, formatDeviceTime, sortDevices } from './devices.rules.ts';
export type {
  DeviceName,
  Devices,
  DevicesError,
  DevicesOptions,
  DevicesState,
} from './devices.types.ts';
