/**
 * Makes a fresh clone ready: installs when the lock file changed, builds pages and server when their sources changed.
 * Doing it twice does nothing the second time. No dependencies; runs on Node 20.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at, main, nodeBinary, Plain, ROOT, run, tool } from './paths.mjs';

const INSTALLED = at('node_modules', '.hengneng-lock');
const SHARED = [
  'packages/core',
  'packages/energy',
  'packages/charging',
  'packages/form-kit',
  'packages/forms',
  'packages/contracts',
];

/** What is built from sources: what it depends on besides the lock file, what comes out, and how. */
const BUILDS = [
  {
    name: '网页',
    mark: at('.cache', 'web-build'),
    sources: ['apps/web', ...SHARED],
    result: at('apps/web/dist/index.html'),
    command: [tool('vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    cwd: at('apps/web'),
  },
  {
    name: '服务',
    mark: at('.cache', 'server-build'),
    sources: ['apps/server', ...SHARED],
    result: at('apps/server/dist/main.js'),
    command: [at('apps/server/build.js')],
    cwd: at('apps/server'),
  },
];

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

function hashOf(folders) {
  const hash = createHash('sha256').update(readFileSync(at('package-lock.json')));
  hash.update(readFileSync(at('tsconfig.base.json')));
  for (const folder of folders) {
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

/** Builds what a source is newer than. */
async function build({ name, mark, sources: folders, result, command, cwd }) {
  const wanted = hashOf(folders);
  if (readOr(mark) === wanted && existsSync(result)) return;
  console.log(`正在构建${name}……`);
  const code = await run(nodeBinary(), command, { cwd });
  if (code !== 0) throw new Plain(`${name}构建失败（退出码 ${code}），原因见上。`);
  mkdirSync(dirname(mark), { recursive: true });
  writeFileSync(mark, wanted);
}

/**
 * The cluster that first starts copy. Where it cannot be made, a first start makes its own, only slower: nothing that should keep anybody from
 * starting.
 */
async function template() {
  if (process.env.DATABASE_URL) return;
  const code = await run(nodeBinary(), [at('apps/server/dist/make-template.js'), at('.cache', 'template')]);
  if (code !== 0) console.log('数据库模板未能生成，首次启动会稍慢。');
}

/** Everything that has to be there before the product or its tests run. `built: false` leaves pages and server unbuilt. */
export async function setup({ built = true } = {}) {
  await install();
  if (!built) return;
  const [pages, server] = BUILDS;
  // The pages take longest, and one processor most of the time: the server and its template are made beside them.
  await Promise.all([build(pages), build(server).then(template)]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(() => setup());
