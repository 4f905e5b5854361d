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

/** Browsers by what only they say of themselves; those that build on another say its name, too, and stand before it. */
const BROWSERS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['企业微信', /wxwork\/(\d+)/i],
  ['微信', /MicroMessenger\/(\d+)/i],
  ['钉钉', /DingTalk\/(\d+)/i],
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['QQ 浏览器', /QQBrowser\/(\d+)/],
  ['UC 浏览器', /UCBrowser\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).*Safari\//],
];

/** The browser that a user agent tells of, with its version, as a person knows it; empty where it tells of none. */
export function browserName(userAgent: string): string {
  for (const [name, mark] of BROWSERS) {
    const version = mark.exec(userAgent)?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return '';
}
