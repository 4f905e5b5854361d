/**
 * Breaks the product in one place at a time and runs the tests that should notice. `npm run mutants [-- text…]` takes those whose id or file
 * holds one of the texts. A break that no test notices fails the run.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Mutant } from './mutant.ts';
import { MUTANTS } from './mutants.ts';

const ROOT = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'hengneng-mutants-'));

interface Report {
  readonly numTotalTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

const vitest = (mutant: Mutant, output: string): Promise<number | null> =>
  new Promise((resolve) => {
    const child = spawn(
      process.execPath,
      [
        join(ROOT, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--config',
        join(import.meta.dirname, 'vitest.config.ts'),
        '--reporter=json',
        `--outputFile=${output}`,
        ...mutant.tests,
      ],
      { cwd: ROOT, env: { ...process.env, MUTANT: mutant.id }, stdio: 'ignore' },
    );
    child.on('exit', resolve);
  });

/** The first test that noticed; null where all passed. */
async function noticed(mutant: Mutant): Promise<string | null> {
  const output = join(folder, `${mutant.id}.json`);
  const code = await vitest(mutant, output);
  const report = JSON.parse(readFileSync(output, 'utf8')) as Report;
  if (report.testResults.length === 0) throw new Error(`${mutant.id}: no tests ran`);
  const failed = report.testResults.flatMap((file) => file.assertionResults.filter((one) => one.status === 'failed'));
  const broken = report.testResults.find((file) => file.status === 'failed');
  if (code === 0) return null;
  return failed[0]?.fullName ?? broken?.message.split('\n')[0] ?? `exit ${code}`;
}

async function main(): Promise<void> {
  const texts = process.argv.slice(2);
  const chosen = MUTANTS.filter(
    (one) => texts.length === 0 || texts.some((text) => one.id.includes(text) || one.file.includes(text)),
  );
  const survivors: string[] = [];
  try {
    for (const mutant of chosen) {
      const began = Date.now();
      const by = await noticed(mutant);
      const seconds = ((Date.now() - began) / 1000).toFixed(0);
      if (by === null) survivors.push(mutant.id);
      console.log(`${by === null ? '✘ survived' : '✔ noticed '} ${mutant.id} (${seconds} s) ${by ?? ''}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(
    `\n${chosen.length} broken, ${survivors.length} not noticed${survivors.map((id) => `\n  ${id}`).join('')}`,
  );
  process.exitCode = survivors.length === 0 ? 0 : 1;
}

await main();
