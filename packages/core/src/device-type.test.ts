import { expect, it } from 'vitest';
import { deviceType } from './device-type.ts';

it.each([
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X)', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 14; SM-X910) AppleWebKit/537.36', 'tablet'],
  ['Mozilla/5.0 (Linux; Android 14; Pixel 8) Mobile Safari/537.36', 'Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148', 'phone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130', 'PC'],
  ['', 'PC'],
])('%s is a %s', (agent, type) => expect(deviceType(agent)).toBe(type));
