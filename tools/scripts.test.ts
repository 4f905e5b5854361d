/** The scripts behind `npm start` and `npm test`, as far as they can be tried without installing anything. */
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function node(args: readonly string[], env: Readonly<Record<string, string>> = {}, whenSaid?: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'pipe' });
    let output = '';
    const hear = (chunk: Buffer) => {
      output += chunk.toString();
      if (whenSaid !== undefined && output.includes(whenSaid)) child.kill('SIGTERM');
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** A small program that starts another one through `run`, as start.mjs does. */
const running = (program: string): readonly string[] => [
  '--input-type=module',
  '-e',
  `import { main, run } from './scripts/paths.mjs'; await main(() => run(process.execPath, ['-e', ${JSON.stringify(program)}]));`,
];

it('says in one line that the port is taken, and starts nothing', async () => {
  const taken = createServer();
  const port = await new Promise<number>((resolve) => {
    taken.listen(0, () => {
      const address = taken.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  try {
    const { code, output } = await node(['scripts/start.mjs'], { PORT: String(port), HOST: '' });
    expect(code).toBe(1);
    expect(output.trim()).toBe(
      `端口 ${port} 已被占用：请先停止占用它的程序，或换一个端口，例如 PORT=${port + 1} npm start`,
    );
  } finally {
    taken.close();
  }
});

it('passes the exit code on', async () => {
  expect((await node(running('process.exit(7)'))).code).toBe(7);
});

it('passes SIGTERM on and lets the program end in its own way', async () => {
  const program = `process.on('SIGTERM', () => { console.log('bye'); process.exit(3); }); setInterval(() => {}, 1000); console.log('up');`;
  const { code, output } = await node(running(program), {}, 'up');
  expect(output).toContain('bye');
  expect(code).toBe(3);
});

it('answers 128 + signal for a program that was killed', async () => {
  expect((await node(running(`process.kill(process.pid, 'SIGKILL')`))).code).toBe(137);
});
