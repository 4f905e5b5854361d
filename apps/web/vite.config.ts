import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'rolldown/utils';
import { defineConfig, type Plugin } from 'vite';
import { staticStyles } from './src/app/styles/antd-styles.ts';

/** In development, the public pages and the phone's come from their own light entries, as the server does it with the built files. */
const loginEntry: Plugin = {
  name: 'login-entry',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (
        /^\/(Login|mobileLogin|resetPassword|verify)(\?|$)|^\/configurableQuestionnaireList\?(.*&)?code=/.test(
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

/** antd's styles as a file of ours; in development it writes them itself. */
const antdStyles: Plugin = {
  name: 'antd-styles',
  apply: 'build',
  load: (id) => (id.endsWith('/src/app/styles/antd.css') ? staticStyles() : null),
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
      const start = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('/src/app/start.tsx'));
      if (!start) throw new Error('no chunk of src/app/start.tsx');
      const scripts = new Set([start.fileName]);
      for (const name of scripts)
        for (const next of chunks.find((one) => one.fileName === name)?.imports ?? []) scripts.add(next);
      const link = (name: string, attrs: Record<string, string>) =>
        html.includes(name)
          ? []
          : [{ tag: 'link', attrs: { ...attrs, crossorigin: true, href: `/${name}` }, injectTo: 'head' as const }];
      return [
        ...[...(start.viteMetadata?.importedCss ?? [])].flatMap((name) => link(name, { rel: 'preload', as: 'style' })),
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

export default defineConfig({
  define: { __APP_VERSION__: JSON.stringify(version) },
  root: import.meta.dirname,
  plugins: [react(), loginEntry, contractsWithoutSchemas, antdStyles, startPreloaded],
  server: { proxy: toBackend },
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
    rolldownOptions: {
      input: { index: 'index.html', login: 'login.html', phone: 'phone.html', 'phone-worker': 'src/phone/worker.ts' },
      // A worker is known by its address: it stays the same from version to version.
      output: { entryFileNames: ({ name }) => (name === 'phone-worker' ? '[name].js' : 'assets/[name]-[hash].js') },
    },
    chunkSizeWarningLimit: 900,
  },
});
