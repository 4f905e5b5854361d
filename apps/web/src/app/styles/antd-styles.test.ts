import { describe, expect, it } from 'vitest';
import { staticStyles } from './antd-styles.ts';

describe('antd’s styles as a file', () => {
  const css = staticStyles();

  it('cover what stands on the screen at a start, and tell antd so', () => {
    const covered = /data-ant-cssinjs-cache-path\{content:"([^"]*)"/.exec(css)?.[1] ?? '';
    for (const name of ['App-App|ant-app', 'Button-Button|ant-btn', 'Menu-Menu|ant-menu', 'Select-Select|ant-select'])
      expect(covered).toContain(`|${name}|`);
    for (const name of ['btn', 'menu', 'select', 'picker', 'input', 'pagination', 'dropdown'])
      expect(css).toContain(`.ant-${name}`);
  });

  it('take colours from the theme’s variables, and know no hashes', () => {
    expect(css).toContain('var(--ant-color-primary)');
    expect(css).not.toMatch(/:where\(\.css-/);
  });
});
