import { describe, expect, it } from 'vitest';
import { whyItFailed } from './postgres/embedded.ts';
import { startProblem } from './start-problem.ts';

const fault = (message: string, more: object): Error => Object.assign(new Error(message), more);

describe('a start that fails', () => {
  it('says what can be done about the folder', () => {
    const full = fault('ENOSPC: no space left on device, write', { code: 'ENOSPC' });
    expect(startProblem(full, false)).toMatch(/^磁盘空间不足，请腾出空间后再启动/);
    expect(startProblem(new Error('数据库升级 0203.sql 失败：could not extend file "base/1/2"'), false)).toMatch(
      /^磁盘空间不足/,
    );
    expect(startProblem(fault('x', { code: 'EACCES', path: '/srv/data' }), false)).toContain(
      '没有写入 /srv/data 的权限',
    );
    expect(startProblem(fault('x', { code: 'EEXIST', path: '/srv/data' }), false)).toContain('/srv/data 不是文件夹');
  });

  it('names an outside database as the cause, and only that', () => {
    const refused = fault('connect ECONNREFUSED 127.0.0.1:1', { code: 'ECONNREFUSED' });
    expect(startProblem(refused, true)).toBe(
      '无法连接 DATABASE_URL 指定的数据库：该地址没有数据库在运行（connect ECONNREFUSED 127.0.0.1:1）',
    );
    expect(startProblem(refused, false)).toBe('connect ECONNREFUSED 127.0.0.1:1');
    expect(startProblem(new Error('设置有误：PORT 必须是数字'), true)).toBe('设置有误：PORT 必须是数字');
  });

  it('puts what PostgreSQL says last into words, beside its own', () => {
    const said = (line: string) =>
      whyItFailed(`2026-11-28 05:26:17.707 UTC [5626] LOG:  starting\n2026-11-28 05:26:17.707 UTC [5626] ${line}\n`);
    expect(said('PANIC:  could not read file "global/pg_control": read 0 of 296')).toBe(
      '内置数据库启动失败：数据目录已损坏，请用备份恢复到新的数据目录（npm run restore）；原话 PANIC:  could not read file "global/pg_control": read 0 of 296',
    );
    expect(
      said(
        'DETAIL:  The data directory was initialized by PostgreSQL version 17, which is not compatible with this version 18.4.',
      ),
    ).toContain('由另一个版本的数据库写成');
    expect(said('FATAL:  could not write to file "pg_wal/x": No space left on device')).toContain('磁盘空间不足');
    expect(whyItFailed('')).toBe('内置数据库启动失败：没有说明原因');
  });
});
