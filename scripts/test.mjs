/**
 * `npm test`: sets up what is missing, then all checks and tests in order, stopping at the first that fails.
 * `--checks` runs only what reads the sources (types, lint, format, boundaries).
 * The last line is always `N passed, N failed`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { chromium } from './chromium.mjs';
import { at, main, nodeBinary, run, tool } from './paths.mjs';
import { setup } from './setup.mjs';

const checksOnly = process.argv.includes('--checks');
const counts = { passed: 0, failed: 0 };
/** What failed, told once more at the end: of three runs side by side, one's failure is thousands of lines up. */
const failures = [];
/** So many characters of what a run that broke has printed at last. */
const SAID_LAST = 4000;

/**
 * What is checked as a whole: the root (tools, bench, e2e, and the server and packages that they run) and the web. Packages checked by themselves
 * as well would be gone through three times; that they know neither Node nor a page, whose types the root has, oxlint sees to.
 */
const PROJECTS = ['.', 'apps/web'];

const cruised = () => ['packages', 'apps', 'tools', 'bench', 'e2e'].filter((folder) => existsSync(at(folder)));

/** One command: its name for people, the script that Node runs, its arguments. */
const checks = () => [
  ...PROJECTS.map((project) => ({
    name: `类型检查 ${project}`,
    script: tool('typescript', 'bin', 'tsc'),
    // What has not changed is not checked again: eleven seconds of the server's become one.
    args: [
      '-p',
      project,
      '--incremental',
      // Each checker works out for itself what they share: on two cores one of them is through before four, with a third of the work.
      '--checkers',
      '1',
      '--tsBuildInfoFile',
      at('.cache', `types-${project.replace('/', '-')}.json`),
    ],
  })),
  { name: '代码检查 oxlint', script: tool('oxlint', 'bin', 'oxlint'), args: ['--deny-warnings'] },
  { name: '格式检查 biome', script: tool('@biomejs', 'biome', 'bin', 'biome'), args: ['format', '.'] },
  {
    name: '依赖边界 dependency-cruiser',
    script: tool('dependency-cruiser', 'bin', 'dependency-cruiser.mjs'),
    args: ['--config', '.dependency-cruiser.cjs', ...cruised()],
  },
];

const testRuns = [
  { name: '单元测试', project: 'unit' },
  // The company that the browser's servers copy is made meanwhile: much of that is waiting for one another.
  { name: '接口与数据库测试，演示公司', project: 'server', beside: 'e2e/company.ts' },
  // A browser waits more than it works: so many at a time, each with a server and a database of its own.
  { name: '端到端测试', project: 'e2e', shards: 3 },
];

/** Settings of a person's own installation must not reach the tests: they would run against its data. */
function testEnv(browser) {
  // What Node made of the sources is kept for the next worker.
  const env = { NODE_COMPILE_CACHE: at('.cache', 'node'), ...process.env, CHROMIUM_PATH: browser };
  for (const name of [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DATABASE_URL',
    'MQTT_PORT',
    'MQTT_URL',
    'S3_URL',
    'SMTP_URL',
    'MAIL_FROM',
    'PUBLIC_URL',
    'SMS_KEY',
    'SMS_URL',
    'SMS_PRICE',
    'SERVICES',
    'PORTS_COMPAT',
  ])
    delete env[name];
  return env;
}

/** One run of vitest over a project, or over one part of it. */
async function part(project, shard, env) {
  const report = at('.cache', `vitest-${project}-${shard.replace('/', '-')}.json`);
  rmSync(report, { force: true });
  mkdirSync(at('.cache'), { recursive: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = [tool('vitest', 'vitest.mjs'), 'run', '--project', project, '--shard', shard, ...reporters];
  let last = '';
  const said = (text) => (last = (last + text).slice(-SAID_LAST));
  const code = await run(nodeBinary(), args, { env, said });
  const result = existsSync(report)
    ? JSON.parse(readFileSync(report, 'utf8'))
    : { numPassedTests: 0, numFailedTests: 0, testResults: [] };
  counts.passed += result.numPassedTests;
  counts.failed += result.numFailedTests;
  for (const file of result.testResults) {
    const failed = file.assertionResults.filter((test) => test.status === 'failed');
    for (const test of failed) failures.push(`${file.name} › ${test.fullName}\n${test.failureMessages.join('\n')}`);
    if (failed.length === 0 && file.status === 'failed') failures.push(`${file.name}\n${file.message}`);
  }
  // A run that broke before or beside a test (a file that does not load, an unhandled error) is a failure, too.
  if (code !== 0 && result.numFailedTests === 0) {
    counts.failed += 1;
    failures.push(`${project} ${shard}：${code}\n${last}`);
  }
  return code === 0 && result.numPassedTests > 0;
}

async function vitest({ project, shards = 1, beside }, env) {
  const parts = Array.from({ length: shards }, (_, before) => part(project, `${before + 1}/${shards}`, env));
  if (beside !== undefined) parts.push(run(nodeBinary(), [at(beside)], { env }).then((code) => code === 0));
  return (await Promise.all(parts)).every(Boolean);
}

const told = (name, passed, begun) =>
  console.log(`${passed ? '✔' : '✘'} ${name}（${((Date.now() - begun) / 1000).toFixed(1)} 秒）`);

async function step(name, work) {
  const begun = Date.now();
  console.log(`\n▶ ${name}`);
  const passed = await work();
  told(name, passed, begun);
  return passed;
}

/** All checks, as many at a time as there are processors, but two: each of types takes two gigabytes. @returns the first that fails */
async function check() {
  const waiting = checks();
  let failedAt = null;
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { name, script, args } = next;
      const begun = Date.now();
      let printed = '';
      const code = await run(nodeBinary(), [script, ...args], { said: (text) => (printed += text), quiet: true });
      process.stdout.write(printed);
      told(name, code === 0, begun);
      if (code === 0) continue;
      failedAt ??= name;
      counts.failed += 1;
      waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
  return failedAt;
}

async function all() {
  await setup({ built: !checksOnly });
  const browser = checksOnly ? '' : await chromium();
  const failedAt = await check();
  if (failedAt !== null) return failedAt;
  if (checksOnly) return null;
  const env = testEnv(browser);
  for (const testRun of testRuns) {
    if (!(await step(testRun.name, () => vitest(testRun, env)))) {
      if (counts.failed === 0) counts.failed = 1;
      return testRun.name;
    }
  }
  return null;
}

await main(async () => {
  let failedAt = '准备';
  try {
    failedAt = await all();
  } catch (error) {
    counts.failed += 1;
    console.error(error instanceof Error ? error.message : error);
  }
  if (failedAt !== null) console.log(`\n✘ 在“${failedAt}”停止：请先修复上面的问题。`);
  for (const failure of failures) console.log(`\n✘ ${failure}`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return failedAt === null ? 0 : 1;
});
