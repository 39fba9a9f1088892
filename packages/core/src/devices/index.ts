/** Where a member is signed in, and signing out elsewhere. */
export { createDevices } from './create-devices.ts';
export { describeDevice, formatDeviceTime, sortDevices } from './devices.rules.ts';
export type {
  DeviceName,
  Devices,
  DevicesError,
  DevicesOptions,
  DevicesState,
} from './devices.types.ts';
