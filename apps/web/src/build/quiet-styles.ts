/**
 * The code that makes an antd component's styles is of no use where the style sheet has them (`../app/styles/antd-styles.ts`): it is left out of the
 * pages, and the component no longer asks at every drawing whether its styles are there.
 */
import { parseSync, Visitor } from 'rolldown/utils';
import type { Plugin } from 'vite';

const MAKERS: ReadonlySet<string> = new Set(['genStyleHooks', 'genSubStyleComponent', 'genComponentStyleHook']);
const STYLE = /[\\/]antd[\\/]es[\\/].+[\\/]style[\\/].+\.js$/;
const HOOKS = /[\\/]cssinjs-utils[\\/]es[\\/]util[\\/]genStyleUtils\.js$/;

/** Where antd makes the hook of a component: with nothing to make, it is none. */
const MADE = 'function genComponentStyleHook(componentName, styleFn, getDefaultToken) {';
const UNMADE = `${MADE}
    if (styleFn === 0) return function () { return ''; };`;

/** Names of a style sheet's components as antd's hooks are called: `Button`, `Button-compact`. */
export const namesIn = (sheet: string): ReadonlySet<string> => {
  const list = /data-ant-cssinjs-cache-path\{content:"([^"]*)"/.exec(sheet)?.[1] ?? '';
  return new Set(list.split(';').flatMap((entry) => entry.split('|')[1] ?? []));
};

type Named = { readonly type: string; readonly value?: unknown; readonly elements?: readonly (Named | null)[] };

const nameOf = (node: Named): string => {
  if (node.type === 'Literal') return `${String(node.value)}-${String(node.value)}`;
  return (node.elements ?? []).map((one) => String(one?.value)).join('-');
};

/** A style file of antd's without what makes the styles of these components. */
export const quiet = (id: string, code: string, names: ReadonlySet<string>): string => {
  const cuts: (readonly [from: number, to: number])[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [name, make] }) {
      if (callee.type === 'Identifier' && MAKERS.has(callee.name) && name && make && names.has(nameOf(name as Named)))
        cuts.push([make.start, make.end]);
    },
  }).visit(parseSync(id, code).program);
  return cuts.toReversed().reduce((text, [from, to]) => `${text.slice(0, from)}0${text.slice(to)}`, code);
};

/** @param sheet the style sheet that the pages have; asked for once, in builds only */
export const quietStyles = (sheet: () => string): Plugin => {
  let names: ReadonlySet<string> | null = null;
  return {
    name: 'quiet-styles',
    apply: 'build',
    transform: {
      filter: { id: [STYLE, HOOKS] },
      handler(code, id) {
        if (STYLE.test(id)) return quiet(id, code, (names ??= namesIn(sheet())));
        if (!code.includes(MADE)) throw new Error('antd makes its hooks in another way: quiet-styles has to follow');
        return code.replace(MADE, UNMADE);
      },
    },
  };
};
