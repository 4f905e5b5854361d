/** Finds Chromium for the tests in the browser, or installs it where the system's package manager may be used. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Plain, run } from './paths.mjs';

/** Debian's Chromium without windows: the same pages for a quarter less processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** Some systems have a `chromium-browser` that only says where to get one; a real one tells its version. */
const works = (command) =>
  spawnSync(command, ['--version', '--no-sandbox'], { stdio: 'ignore', timeout: 30_000 }).status === 0;

const pathOf = (name) => {
  const found = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' });
  return found.status === 0 ? found.stdout.trim() : '';
};

/** Path of a Chromium that runs; empty when there is none. `CHROMIUM_PATH` names one. */
function find() {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (works(named)) return named;
    throw new Plain(`CHROMIUM_PATH 指向的程序不能运行：${named}`);
  }
  const onPath = process.platform === 'win32' ? [] : NAMES.map(pathOf);
  return [...onPath, ...PLACES.filter((place) => existsSync(place))].find((path) => path !== '' && works(path)) ?? '';
}

/** @throws Plain when there is none and none can be installed. */
export async function chromium() {
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && pathOf('apt-get')) {
    console.log('正在安装 Chromium……');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-q'], { env });
    for (const name of [SHELL, 'chromium']) {
      await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name, 'fonts-noto-cjk'], { env });
      const installed = find();
      if (installed) return installed;
    }
  }
  throw new Plain(
    '端到端测试需要 Chromium：请安装 chromium 或 Google Chrome，或用环境变量 CHROMIUM_PATH 指明它的路径。',
  );
}
