/**
 * Starts the built product once for all flows: a copy of the whole demo company, its own port. `E2E_BASE_URL` uses a server that runs already.
 */
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TestProject } from 'vitest/node';
import { sweepScratch } from '../apps/server/src/testing/scratch.ts';
import { databaseOf, startStack } from '../bench/stack.ts';
import { demoCompany } from './company.ts';

declare module 'vitest' {
  interface ProvidedContext {
    baseUrl: string;
    /** The product's own database, for what no call can bring about; empty with a server that runs already. */
    databaseUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.E2E_BASE_URL;
  if (given) {
    project.provide('baseUrl', given);
    project.provide('databaseUrl', '');
    return async () => undefined;
  }
  sweepScratch();
  const data = await demoCompany();
  const stack = await startStack(data);
  project.provide('baseUrl', `http://127.0.0.1:${stack.port}`);
  project.provide('databaseUrl', databaseOf(data).url);
  return async () => {
    await stack.end();
    rmSync(dirname(data), { recursive: true, force: true });
  };
}
