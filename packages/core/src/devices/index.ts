/** The member's devices, and signing them out. */
export { createDevices } from './create-devices.ts';
export { describeDevice, formatDeviceTime, groupDevices, sortDevices } from './devices.rules.ts';
export type {
  DeviceGroup,
  DeviceName,
  Devices,
  DevicesError,
  DevicesOptions,
  DevicesState,
} from './devices.types.ts';
