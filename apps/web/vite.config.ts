import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';
import { defineConfig, type InlineConfig, type Plugin } from 'vite';
import { compressed } from './src/build/compressed.ts';
import { fewFiles } from './src/build/few-files.ts';
import { quietStyles } from './src/build/quiet-styles.ts';
import { staticStyles } from './src/app/styles/antd-styles.ts';

/** In development, the public pages and the phone's come from their own light entries, as the server does it with the built files. */
const loginEntry: Plugin = {
  name: 'login-entry',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (
        /^\/(Login|mobileLogin|resetPassword|verify|suspendApply|vData\/client2)(\?|$)|^\/notice\/|^\/configurableQuestionnaireList\?(.*&)?code=/.test(
          request.url ?? '',
        )
      )
        request.url = '/login.html';
      else if (/^\/mobileNewDataInput(\?|$)/.test(request.url ?? '')) request.url = '/phone.html';
      next();
    });
  },
};

const NO_SCHEMAS = '\0no-schemas';
const CONTRACTS = /\/packages\/contracts\/src\/.+\.ts$/;

/**
 * The browser goes by a contract's method and path alone; sentence and schemas are the server's, to document and to check with. Without them
 * the schema library stays out of the pages, and nothing is made of it at every start. Only in builds.
 */
const contractsWithoutSchemas: Plugin = {
  name: 'contracts-without-schemas',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === 'zod' && importer !== undefined && CONTRACTS.test(importer) ? NO_SCHEMAS : null,
  // What is left of schemas is made of nothing; whoever would check with one hears so.
  load: (id) =>
    id === NO_SCHEMAS
      ? `export const z = new Proxy(() => z, { get: (_, name) => {
          if (/parse/i.test(name)) throw new Error('contracts check on the server');
          return z;
        } });`
      : null,
  transform: {
    filter: { id: CONTRACTS },
    handler(code, id) {
      const cuts: (readonly [from: number, to: number])[] = [];
      new Visitor({
        CallExpression({ callee, arguments: [, path, , shapes] }) {
          if (callee.type === 'Identifier' && callee.name === 'call' && path && shapes)
            cuts.push([path.end, shapes.end]);
        },
      }).visit(parseSync(id, code).program);
      return cuts.toReversed().reduce((text, [from, to]) => text.slice(0, from) + text.slice(to), code);
    },
  },
};

let drawn: string | null = null;
const antdSheet = (): string => (drawn ??= staticStyles());
/** antd's styles as a file of ours; in development it writes them itself. */
const antdStyles: Plugin = {
  name: 'antd-styles',
  apply: 'build',
  load: (id) => (id.endsWith('/src/app/styles/antd.css') ? antdSheet() : null),
};

type Chunks = readonly {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly facadeModuleId: string | null;
}[];

/** The application's start and what it imports: whatever page is opened, these are there. */
const startFiles = (chunks: Chunks): ReadonlySet<string> => {
  const start = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/src/app/start.tsx'));
  if (!start) throw new Error('no chunk of src/app/start.tsx');
  const files = new Set([start.fileName]);
  for (const name of files)
    for (const next of chunks.find((one) => one.fileName === name)?.imports ?? []) files.add(next);
  return files;
};

/**
 * Each import of a page names what to fetch along with it. What is there already is left out of those lists: a hundred pages that each name the same
 * sixty files are a quarter of the start.
 */
let started: ReadonlySet<string> = new Set();
const startKnown: Plugin = {
  name: 'start-known',
  apply: 'build',
  generateBundle: {
    order: 'pre',
    handler(_, bundle) {
      started = startFiles(Object.values(bundle).filter((file) => file.type === 'chunk'));
    },
  },
};

/** The application's own files are named in the page, so that they are on their way before the first script has asked for them. */
const startPreloaded: Plugin = {
  name: 'start-preloaded',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, path }) {
      if (path !== '/index.html') return [];
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const scripts = startFiles(chunks);
      const styles = chunks.flatMap(({ fileName, viteMetadata }) =>
        scripts.has(fileName) ? [...(viteMetadata?.importedCss ?? [])] : [],
      );
      const link = (name: string, attrs: Record<string, string>) =>
        html.includes(name)
          ? []
          : [{ tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${name}` }, injectTo: 'head' as const }];
      return [
        ...styles.flatMap((name) => link(name, { rel: 'preload', as: 'style' })),
        ...[...scripts].flatMap((name) => link(name, { rel: 'modulepreload' })),
      ];
    },
  },
};

const backend = process.env.BACKEND ?? 'http://localhost:8090';
const toBackend = Object.fromEntries(
  ['/webapi', '/bpmapi', '/emcapi', '/api/', '/srmapi', '/pmsapi', '/files', '/docs'].map((path) => [path, backend]),
);

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** What decides which modules there are, and who uses which. */
const modules: InlineConfig = {
  define: { __APP_VERSION__: JSON.stringify(version) },
  root: import.meta.dirname,
  plugins: [react(), contractsWithoutSchemas, quietStyles(antdSheet)],
  build: {
    outDir: 'dist',
    target: 'es2022',
    rolldownOptions: {
      input: { index: 'index.html', login: 'login.html', phone: 'phone.html', 'phone-worker': 'src/phone/worker.ts' },
      // antd's parts only define things: whoever wants one context of a form need not carry the form. They do not say so themselves.
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/]node_modules[\\/]@(rc-component|ant-design)[\\/].+\.js$/, sideEffects: false },
        ],
      },
    },
  },
};

export default defineConfig({
  ...modules,
  plugins: [modules.plugins, loginEntry, antdStyles, startKnown, startPreloaded, fewFiles(modules), compressed],
  server: { proxy: toBackend },
  build: {
    ...modules.build,
    sourcemap: false,
    modulePreload: {
      resolveDependencies: (_, files, { hostId, hostType }) =>
        hostType === 'js' && started.has(hostId) ? files.filter((file) => !started.has(file)) : files,
    },
    rolldownOptions: {
      ...modules.build?.rolldownOptions,
      // A worker is known by its address: it stays the same from version to version.
      output: { entryFileNames: ({ name }) => (name === 'phone-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
    chunkSizeWarningLimit: 900,
  },
});
