import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../../testing/scratch.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { keyFile, templateKey } from './template.ts';

/** The cluster with all tables that the set-up has made: copied, a server is there at once. */
const CLUSTER = resolve(import.meta.dirname, '../../../../../.cache/template');

let folder: string;
const started: EmbeddedPostgres[] = [];
const children: ChildProcess[] = [];
beforeEach(async () => {
  folder = await scratchFolder('embedded');
  await chmod(folder, 0o755);
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const server of started.splice(0)) await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (): Promise<EmbeddedPostgres> => {
  const server = await startEmbedded({ folder, template: CLUSTER });
  started.push(server);
  return server;
};
const query = async (url: string, text: string): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
};
/** Another process of ours that holds the server of the folder. */
const elsewhere = async (): Promise<{ readonly child: ChildProcess; readonly pid: number; readonly url: string }> => {
  const module = join(import.meta.dirname, 'embedded.ts');
  const code = `const { startEmbedded } = await import(${JSON.stringify(module)});
    const s = await startEmbedded({ folder: ${JSON.stringify(folder)}, template: ${JSON.stringify(CLUSTER)} }); console.log(JSON.stringify([s.pid, s.url])); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  const line = await new Promise<string>((done) => child.stdout?.once('data', (chunk: Buffer) => done(String(chunk))));
  const [pid, url] = JSON.parse(line) as [number, string];
  return { child, pid, url };
};
const gone = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });

describe('the embedded server', () => {
  it('leaves alone what lies in its place and is no database', async () => {
    await mkdir(join(folder, 'pg', 'base'), { recursive: true });
    await writeFile(join(folder, 'pg', 'base', '16384'), '台账');
    await expect(start()).rejects.toThrow('不是完整的数据库，没有动它');
    expect(await readFile(join(folder, 'pg', 'base', '16384'), 'utf8')).toBe('台账');
  });

  it('comes back at its address with what was committed when it is killed', async () => {
    const server = await start();
    await query(server.url, 'create table kept (n int); insert into kept values (1)');
    const before = server.pid;
    process.kill(before, 'SIGKILL');
    // Until it is gone, the old one may still answer.
    await expect.poll(() => server.pid, { timeout: 30_000 }).not.toBe(before);
    await expect
      .poll(() => query(server.url, 'select n from kept').catch(() => null), { timeout: 30_000 })
      .toEqual([{ n: 1 }]);
  });

  it('that outlived its parent is adopted with its data, and stopped for good at the end', async () => {
    const other = await elsewhere();
    await query(other.url, 'create table kept (n int); insert into kept values (7)');
    await gone(other.child);
    const server = await start();
    expect(server).toMatchObject({ adopted: true, pid: other.pid });
    expect(await query(server.url, 'select n from kept')).toEqual([{ n: 7 }]);
    await server.stop();
    await expect(query(server.url, 'select 1')).rejects.toThrow();
    const again = await start();
    expect(again.adopted).toBe(false);
    expect(await query(again.url, 'select n from kept')).toEqual([{ n: 7 }]);
  });

  it('that was adopted is watched like any other, and comes back when it is killed', async () => {
    const other = await elsewhere();
    await query(other.url, 'create table kept (n int); insert into kept values (3)');
    await gone(other.child);
    const server = await start();
    expect(server).toMatchObject({ adopted: true, pid: other.pid });
    process.kill(other.pid, 'SIGKILL');
    await expect.poll(() => server.pid, { timeout: 30_000 }).not.toBe(other.pid);
    await expect
      .poll(() => query(server.url, 'select n from kept').catch(() => null), { timeout: 30_000 })
      .toEqual([{ n: 3 }]);
  });

  it.runIf(process.getuid?.() === 0)('says what to do where the user has no name', async () => {
    const module = join(import.meta.dirname, 'embedded.ts');
    const inner = join(folder, 'nameless');
    await mkdir(inner);
    await chmod(inner, 0o777);
    const code = `const { startEmbedded } = await import(${JSON.stringify(module)});
      process.setgid(54321); process.setuid(54321);
      await startEmbedded({ folder: ${JSON.stringify(inner)} }).catch((e) => console.log(e.message));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    const said = await new Promise<string>((done) =>
      child.stdout?.once('data', (chunk: Buffer) => done(String(chunk))),
    );
    expect(said).toContain('uid 54321');
    expect(said).toContain('DATABASE_URL');
  });

  it('of another living process is used and left running', async () => {
    const other = await elsewhere();
    const server = await startEmbedded({ folder });
    expect(server).toMatchObject({ adopted: true, pid: other.pid });
    await server.stop();
    expect(await query(other.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    await gone(other.child);
    await start();
  });

  it('starts below a folder that only its owner may enter', async () => {
    const inner = join(folder, 'closed', 'data');
    await mkdir(inner, { recursive: true });
    await chmod(join(folder, 'closed'), 0o700);
    const server = await startEmbedded({ folder: inner, template: CLUSTER });
    started.push(server);
    expect(await query(server.url, 'select 1 as n')).toEqual([{ n: 1 }]);
    const cluster = await realpath(join(inner, 'pg'));
    await server.stop();
    // Where root had to put it elsewhere, nothing is left behind there.
    if (!cluster.startsWith(folder)) await rm(dirname(cluster), { recursive: true });
  });
});

describe('a template', () => {
  /** What the set-up has made; where migrations were added since, one more. */
  const made = async (): Promise<string> => {
    if ((await readFile(keyFile(CLUSTER), 'utf8').catch(() => '')) === (await templateKey())) return CLUSTER;
    const template = join(folder, 'template');
    const code = await new Promise((done) =>
      spawn(process.execPath, [join(import.meta.dirname, '../../make-template.ts'), template], {
        stdio: 'inherit',
      }).once('exit', done),
    );
    expect(code).toBe(0);
    return template;
  };
  const from = async (template: string, name: string): Promise<EmbeddedPostgres> => {
    const server = await startEmbedded({ folder: join(folder, name), template });
    started.push(server);
    return server;
  };
  const TABLES = `select count(*)::int as n from pg_tables where tablename in ('app_user', 'f_payment', 'migration')`;

  it('gives a first start every table, and a password of its own', async () => {
    const template = await made();
    const [one, two] = await Promise.all([from(template, 'one'), from(template, 'two')]);
    expect(await query(one.url, TABLES)).toEqual([{ n: 3 }]);
    const passwords = await Promise.all(
      [join(folder, 'one'), join(folder, 'two'), template].map((name) => readFile(join(name, 'password'), 'utf8')),
    );
    expect(new Set(passwords).size).toBe(3);
    const [own = '', other = '', shared = ''] = passwords;
    for (const wrong of [other, shared])
      await expect(query(one.url.replace(own, wrong), 'select 1')).rejects.toThrow('password authentication failed');
    await query(one.url, 'create table kept (n int)');
    await one.stop();
    expect(await query((await from(template, 'one')).url, `select to_regclass('kept') is not null as kept`)).toEqual([
      { kept: true },
    ]);
    expect(await query(two.url, `select to_regclass('kept') is not null as kept`)).toEqual([{ kept: false }]);
  });

  it('that does not fit, or is damaged, is not used', async () => {
    const [strange, damaged] = [join(folder, 'strange'), join(folder, 'cut')];
    await cp(CLUSTER, strange, { recursive: true });
    await writeFile(join(strange, 'KEY'), 'another');
    await cp(CLUSTER, damaged, { recursive: true });
    await rm(join(damaged, 'pg', 'global', 'pg_control'));
    for (const bare of await Promise.all([from(strange, 'stale'), from(damaged, 'damaged')]))
      expect(await query(bare.url, TABLES)).toEqual([{ n: 0 }]);
  });
});
