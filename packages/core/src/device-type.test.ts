import { expect, it } from 'vitest';
import { browserName, deviceType } from './device-type.ts';

it.each([
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari/537.36', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148', 'phone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130', 'PC'],
  ['', 'PC'],
])('%s is a %s', (agent, type) => expect(deviceType(agent)).toBe(type));

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0';
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)';
it.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Safari/537.36', 'Chrome 138'],
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36 Edg/138.0.1.2', 'Edge 138'],
  ['Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140'],
  [`${MAC} Version/17.4 Safari/605.1.15`, 'Safari 17'],
  [`${ANDROID} Chrome/116.0 Mobile Safari/537.36 MicroMessenger/8.0.49`, '微信 8'],
  [`${ANDROID} Chrome/116.0 Mobile Safari/537.36 wxwork/4.1.20 MicroMessenger/7.0.1`, '企业微信 4'],
  ['curl/8.0', ''],
  ['', ''],
])('%s is %s', (agent, name) => expect(browserName(agent)).toBe(name));
