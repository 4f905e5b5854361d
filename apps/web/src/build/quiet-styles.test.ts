import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { staticStyles } from '../app/styles/antd-styles.ts';
import { namesIn, quiet, quietStyles } from './quiet-styles.ts';

const { resolve } = createRequire(import.meta.url);
const read = (path: string): string => readFileSync(resolve(path), 'utf8');

describe('antd’s style code', () => {
  it('goes where the style sheet has the component', () => {
    const names = namesIn(staticStyles());
    expect([...names]).toEqual(expect.arrayContaining(['Button-Button', 'Input-Component', 'Select-Select']));
    const code = read('antd/es/select/style/index.js');
    const quieter = quiet('select.js', code, names);
    expect(quieter).toContain("genStyleHooks('Select', 0, prepareComponentToken");
    expect(quieter.length).toBeLessThan(code.length);
  });

  it('stays where it does not', () => {
    const code = read('antd/es/table/style/index.js');
    expect(quiet('table.js', code, namesIn(staticStyles()))).toBe(code);
  });

  it('is cut where antd makes its hooks, and a build fails if antd makes them otherwise', () => {
    const { transform } = quietStyles(() => '') as {
      readonly transform: { readonly handler: (code: string, id: string) => string };
    };
    const path = resolve('@ant-design/cssinjs-utils/es/util/genStyleUtils.js');
    const code = readFileSync(path, 'utf8');
    expect(transform.handler(code, path)).toContain("styleFn === 0) return function () { return ''; }");
    expect(() => transform.handler('another way', path)).toThrow('quiet-styles');
  });
});
