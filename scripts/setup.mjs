/**
 * Makes a fresh clone ready: installs when the lock file changed, builds the web when its sources changed.
 * Doing it twice does nothing the second time. No dependencies; runs on Node 20.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at, main, nodeBinary, Plain, ROOT, run, tool } from './paths.mjs';

const INSTALLED = at('node_modules', '.hengneng-lock');
const BUILT = at('.cache', 'web-build');
/** What the built pages depend on, besides the lock file. */
const WEB_SOURCES = ['apps/web', 'packages/core', 'packages/form-kit', 'packages/forms', 'packages/contracts'];

const readOr = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/** Files below a folder in a fixed order, without what is made, installed or only tests. */
function* sources(folder) {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (entry.name !== 'node_modules' && entry.name !== 'dist') yield* sources(path);
    } else if (!/\.test\.tsx?$/.test(entry.name)) yield path;
  }
}

function webHash() {
  const hash = createHash('sha256').update(readFileSync(at('package-lock.json')));
  hash.update(readFileSync(at('tsconfig.base.json')));
  for (const folder of WEB_SOURCES) {
    for (const file of sources(at(folder))) hash.update(`\0${relative(ROOT, file)}\0`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Installs exactly what the lock file says, when it is not what is installed. */
async function install() {
  const wanted = createHash('sha256')
    .update(readFileSync(at('package-lock.json')))
    .digest('hex');
  if (readOr(INSTALLED) === wanted) return;
  console.log('正在安装依赖（npm ci）……');
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // Under `npm start` npm says where it is; that needs no shell and is the same npm.
  const npm = process.env.npm_execpath;
  const code =
    npm?.endsWith('.js') && existsSync(npm)
      ? await run(process.execPath, [npm, ...args])
      : await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args);
  if (code !== 0) throw new Plain(`依赖安装失败（npm ci 退出码 ${code}）：请检查网络和 npm 源，然后重试。`);
  writeFileSync(INSTALLED, wanted);
}

/** Builds the pages into apps/web/dist, when a source is newer than what was built. */
async function buildWeb() {
  const wanted = webHash();
  if (readOr(BUILT) === wanted && existsSync(at('apps/web/dist/index.html'))) return;
  console.log('正在构建网页……');
  const code = await run(nodeBinary(), [tool('vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'], {
    cwd: at('apps/web'),
  });
  if (code !== 0) throw new Plain(`网页构建失败（退出码 ${code}），原因见上。`);
  mkdirSync(dirname(BUILT), { recursive: true });
  writeFileSync(BUILT, wanted);
}

/** Everything that has to be there before the product or its tests run. `web: false` leaves the pages unbuilt. */
export async function setup({ web = true } = {}) {
  await install();
  if (web) await buildWeb();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(() => setup());
