/** Stock that forms move, as people look it up: what is on hand, how it came to be so, and whose projects they see. */
import { chemicalMoves, chemicalStock } from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveStock } from '../../effects/books/stock.ts';
import type { Held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

type Row = Readonly<Record<string, unknown>>;
const HERE = 'EMC01001';
const ELSEWHERE = 'EMC03001';

let server: TestServer;
let operator: Held;
let item = '';

const ask = async (view: ViewShape) => {
  const answer = await server.client.json(view.calls.index, { PageSize: 500 }, operator);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return (answer.data['rows'] as readonly Row[]).filter((row) => row['item'] === item);
};
const move = (project: string, quantity: string, reason: string) =>
  server.db
    .transaction()
    .execute((tx) =>
      moveStock(
        tx,
        { kind: 'chemical', project, item },
        quantity,
        { module: 'constructionNotice', id: '77' },
        reason,
        'quantity',
      ),
    );

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('operator');
  const { rows } = await sql<{ id: string }>`
    insert into water_chemical (name, unit_price) values ('试验药剂', 12.5) returning id::text`.execute(server.db);
  item = rows[0]?.id ?? '';
  await move(HERE, '100', '到货入库');
  await move(HERE, '-30', '水处理施工出库');
  await move(ELSEWHERE, '500', '到货入库');
});
afterAll(() => server.close());

it('shows what the own projects hold, what it is worth and how long it will do', async () => {
  expect(await ask(chemicalStock)).toMatchObject([
    { project: HERE, quantity: '70.00', value: '875.00', incoming: '100.00', outgoing: '30.00', daysLeft: 70 },
  ]);
});

it('shows each movement with the record that it comes from', async () => {
  expect(await ask(chemicalMoves)).toMatchObject([
    { project: HERE, quantity: '-30.00', reason: '水处理施工出库', module: 'constructionNotice', record: '77' },
    { project: HERE, quantity: '100.00', reason: '到货入库' },
  ]);
});
