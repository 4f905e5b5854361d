import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the registration of the site', () => {
  it('is shown as it was given, and nothing else passes for one', () => {
    expect(loadConfig({ ICP_NUMBER: '沪ICP备12345678号-1' }).icpNumber).toBe('沪ICP备12345678号-1');
    expect(loadConfig({ ICP_NUMBER: '' }).icpNumber).toBeNull();
    for (const wrong of ['12345678', 'ICP备12345678号', '沪ICP备12345678', '<b>沪ICP备12345678号</b>'])
      expect(() => loadConfig({ ICP_NUMBER: wrong })).toThrow('ICP_NUMBER 应为网站备案号');
  });
});
