export type DeviceType = 'tablet' | 'phone' | 'Android' | 'PC';

/** What kind of device a user agent tells of: a tablet, an iPhone or other phone, an Android phone, else a PC. Specification §9. */
export function deviceType(userAgent: string): DeviceType {
  if (/iPad|PlayBook|Tablet|Kindle/i.test(userAgent) || (/Android/i.test(userAgent) && !/Mobile/i.test(userAgent)))
    return 'tablet';
  if (/Android/i.test(userAgent)) return 'Android';
  if (/iPhone|iPod|Windows Phone|Mobile/i.test(userAgent)) return 'phone';
  return 'PC';
}

export const DEVICE_NAMES: Readonly<Record<DeviceType, string>> = {
  tablet: '平板',
  phone: '手机',
  Android: '安卓手机',
  PC: '电脑',
};
