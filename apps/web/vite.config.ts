import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';

/** In development, the public pages come from their own light entry, as the server does it with the built files. */
const loginEntry: Plugin = {
  name: 'login-entry',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/(Login|resetPassword)(\?|$)/.test(request.url ?? '')) request.url = '/login.html';
      next();
    });
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
  plugins: [react(), loginEntry],
  resolve: { alias: { zod: `${import.meta.dirname}/src/lib/no-schemas.ts` } },
  server: { proxy: toBackend },
  build: {
    outDir: 'dist',
    target: 'es2022',
    sourcemap: false,
    rolldownOptions: { input: { index: 'index.html', login: 'login.html' } },
    chunkSizeWarningLimit: 900,
  },
});
