/**
 * `npm run bench:charging-rooms -- [rooms]`: a sheet of so many rooms with owners and two fees each is handed in on a data folder of its own, then again as an
 * update, then with a fault in every tenth row, and twice at once for two communities.
 */
import { PassThrough } from 'node:stream';
import { Client } from 'pg';
import { writeWorkbook } from '../apps/server/src/engine/forms/xlsx.ts';
import { ROOM_COLUMNS } from '../packages/contracts/src/index.ts';
import { Api, type Person } from './client.ts';
import { count, ms, table } from './report.ts';
import { databaseOf, startStack } from './stack.ts';

const PASSWORD = 'Hengneng@2026';
const GOAL = 20_000;
const DOORS = 50;

async function sheetOf(rooms: number, faulty: boolean): Promise<Buffer> {
  const rows = Array.from({ length: rooms }, (_, at) => {
    const [building, door] = [Math.floor(at / 500) + 1, at % 500];
    const floor = Math.floor(door / DOORS) + 1;
    return [
      '',
      `B${building}`,
      String((door % 2) + 1),
      `${floor}${String((door % DOORS) + 1).padStart(2, '0')}`,
      String(floor),
      String(60 + (at % 90)),
      faulty && at % 10 === 0 ? 'x' : String(55 + (at % 90)),
      `业主${at}`,
      `138${String(at).padStart(8, '0')}`,
      '',
      '自住',
      '2024-01-01',
      '物业费、采暖费',
    ];
  });
  const out = new PassThrough();
  const pieces: Buffer[] = [];
  out.on('data', (piece: Buffer) => pieces.push(piece));
  await writeWorkbook(out, [{ name: '房间', widths: ROOM_COLUMNS.map(() => 12), rows: [[...ROOM_COLUMNS], ...rows] }]);
  return Buffer.concat(pieces);
}

interface Answer {
  readonly data: { readonly created?: number; readonly updated?: number; readonly errors?: readonly unknown[] } | null;
  readonly message: string;
}

async function hand(port: number, who: Person, community: string, sheet: Buffer): Promise<readonly [string, number]> {
  const body = new FormData();
  body.set('communityId', community);
  body.set('onExists', 'update');
  body.set('file', new Blob([new Uint8Array(sheet)]), '房间.xlsx');
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}/pmsapi/Room/Import`, {
    method: 'POST',
    headers: who.headers,
    body,
  });
  const { data, message } = (await answer.json()) as Answer;
  const words =
    data === null || message !== ''
      ? message
      : `新增 ${count(data.created ?? 0)}，更新 ${count(data.updated ?? 0)}，错误 ${count(data.errors?.length ?? 0)}`;
  return [words, performance.now() - began];
}

async function main(): Promise<void> {
  const rooms = Number(process.argv[2] ?? 20_000);
  const stack = await startStack();
  const db = new Client({ connectionString: databaseOf(stack.dataDir).url });
  await db.connect();
  try {
    const communities: string[] = [];
    for (const code of ['BA', 'BB', 'BC']) {
      const { rows } = await db.query<{ id: string }>(
        `insert into community (code, name, project_code) select $1, '压测' || $1, code from project order by code limit 1 returning id::text`,
        [code],
      );
      communities.push(rows[0]?.id ?? '');
    }
    const who = await new Api(stack.port).signIn('admin', PASSWORD);
    const [sheet, faulty] = [await sheetOf(rooms, false), await sheetOf(rooms, true)];
    const [first = '', second = '', third = ''] = communities;
    const lines: (readonly [string, string, number])[] = [
      ['新增', ...(await hand(stack.port, who, first, sheet))],
      ['更新', ...(await hand(stack.port, who, first, sheet))],
      ['逐行有错', ...(await hand(stack.port, who, first, faulty))],
    ];
    const both = await Promise.all([hand(stack.port, who, second, sheet), hand(stack.port, who, third, sheet)]);
    lines.push(...both.map(([words, time], at) => [`两个小区同时 ${at + 1}`, words, time] as const));
    process.stdout.write(
      `${table(
        ['导入房间', '结果', 'ms', '目标'],
        lines.map(([name, words, time]) => [name, words, ms(time), name === '新增' ? `≤ ${GOAL}` : '']),
      )}\n`,
    );
  } finally {
    await db.end();
    await stack.stop();
  }
}

await main();
