/** Readings that gateways send, from the wire to the packed day. */
import { dayOfInstant, dayText, instantText } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openDays } from './days.ts';
import { freshness, samplesOf } from './index.ts';
import { ingest } from './ingest.ts';
import { packDay, packFinished } from './jobs.ts';
import { metersOf } from './meters.ts';
import { basic, makeGateway, makeMeters, type TestGateway } from './testing/meters.ts';

const BATCH = '/emcapi/Ingest/Batch';
const PROJECT = 'EMC01001';
const FIVE = 300_000;
const DAY = 86_400_000;

let server: TestServer;
let meters: ReadonlyMap<string, string>;
let gateway: TestGateway;
/** Five minutes past, to the minute. */
const now = Math.floor(Date.now() / FIVE) * FIVE;
beforeAll(async () => {
  server = await startTestServer();
  meters = await makeMeters(server.db, PROJECT, 20, ['total', 'valley']);
  gateway = await makeGateway(server, 'GW-test-1', PROJECT);
});
afterAll(() => server.close());

const idOf = (point: string): string => meters.get(point) ?? '';
const send = (samples: readonly object[], headers: object = gateway.headers) =>
  server.client.json(BATCH, { samples }, null, { ...headers });
const sample = (point: string, at: number, value: string | number, register = 'total') => ({
  point,
  register,
  at: instantText(at),
  value,
});
const stored = (point: string, from = 0, to = Number.MAX_SAFE_INTEGER) =>
  samplesOf(server.db, idOf(point), 'total', from, to);

describe('a batch over HTTP', () => {
  it('is there once, however often it is sent; another value of the same instant is refused and told', async () => {
    const samples = [sample('T-1', now - FIVE, '100.5'), sample('T-1', now, 101), sample('T-2', now, '7')];
    expect((await send(samples)).data).toEqual({
      accepted: 3,
      duplicates: 0,
      conflicts: 0,
      refused: 0,
      problems: [],
    });
    expect((await send(samples)).data).toMatchObject({ accepted: 0, duplicates: 3, conflicts: 0 });
    const other = await send([sample('T-1', now, '101.0'), sample('T-1', now - FIVE, '100.6')]);
    expect(other.data).toMatchObject({
      accepted: 0,
      duplicates: 1,
      conflicts: 1,
      problems: [{ index: 1, code: 'conflict', message: '同一时刻已有另一个示数' }],
    });
    expect(await stored('T-1')).toEqual([
      { at: now - FIVE, value: '100.5' },
      { at: now, value: '101' },
    ]);
  });

  it('says of each sample that cannot be why, and takes the others', async () => {
    const wrong: readonly (readonly [object, string])[] = [
      [sample('T-99', now, '1'), 'unknownMeter'],
      [sample('T-3', now, '1', 'peak'), 'register'],
      [sample('T-3', now, '1', 'toString'), 'register'],
      [sample('T-3', Date.now() + 12 * 60_000, '1'), 'future'],
      [sample('T-3', now - 500 * DAY, '1'), 'tooOld'],
      [{ ...sample('T-3', now, '1'), at: '2026-02-30T00:00:00+08:00' }, 'time'],
      [sample('T-3', now, '12e3'), 'value'],
      [sample('T-3', now, '-1'), 'value'],
      [sample('T-3', now, '1234567'), 'value'],
      [sample('T-3', now, '1.1234567'), 'value'],
      [{ point: 'T-3' }, 'malformed'],
      [{ point: 7, at: 8, value: null }, 'malformed'],
    ];
    const good = sample('T-3', now + 9 * 60_000, '0012.50');
    const answer = await send([...wrong.map(([one]) => one), good, { ...good, value: '13' }]);
    expect(answer.data).toMatchObject({ accepted: 1, duplicates: 0, conflicts: 1, refused: wrong.length });
    const problems = answer.data.problems as readonly { index: number; code: string; message: string }[];
    expect(problems.map(({ index, code }) => [index, code])).toEqual([
      ...wrong.map(([, code], index) => [index, code]),
      [wrong.length + 1, 'conflict'],
    ]);
    expect(problems.every(({ message }) => /[一-龥]/.test(message))).toBe(true);
    expect(await stored('T-3')).toEqual([{ at: now + 9 * 60_000, value: '12.5' }]);
  });

  it('asks for the days that it touches to be worked out anew', async () => {
    await send([sample('T-4', now, '1'), sample('T-4', now - 3 * DAY, '0.5')]);
    const { rows } = await sql<{ from_day: string; to_day: string; cause: string }>`
      select from_day::text, to_day::text, cause from recalc_queue where meter_id = ${idOf('T-4')}`.execute(server.db);
    const day = dayOfInstant(now);
    expect(rows).toEqual([{ from_day: dayText(day - 4), to_day: dayText(day), cause: '自动采集' }]);
  });

  it('knows a meter at once when its point is named, exchanged or taken out of use', async () => {
    await sql`update device set point_code = 'AI-17' where id = ${idOf('T-5')}`.execute(server.db);
    expect((await send([sample('AI-17', now, '1')])).data).toMatchObject({ accepted: 1 });
    await sql`update meter set used_to = '2025-06-30' where device_id = ${idOf('T-5')}`.execute(server.db);
    expect((await send([sample('AI-17', now - FIVE, '1')])).data).toMatchObject({
      problems: [{ code: 'outOfUse' }],
    });
    await sql`update meter set used_to = null where device_id = ${idOf('T-5')}`.execute(server.db);
    await sql`update meter_install set removed_at = '2025-06-30' where meter_id = ${idOf('T-5')}`.execute(server.db);
    expect((await send([sample('AI-17', now - FIVE, '1')])).data).toMatchObject({ problems: [{ code: 'outOfUse' }] });
  });

  it('has meters looked up again for the project of which one changed, also once the clock has tidied up', async () => {
    const known = (project: string) => metersOf(server.db, [project]).then((all) => all.get(project));
    const all = async () => [await known(PROJECT), await known('EMC01002')];
    await packFinished(server.db, new Date(now));
    const [own, other] = await all();
    expect(await all()).toEqual([own, other]);
    await sql`update meter set area_use = '改' where device_id = ${idOf('T-5')}`.execute(server.db);
    const [changed, same] = await all();
    expect([changed === own, same === other]).toEqual([false, true]);
    await sql`update meter_install set decimals = 3 where meter_id = ${idOf('T-5')}`.execute(server.db);
    await packFinished(server.db, new Date(now));
    expect((await known(PROJECT)) === changed).toBe(false);
    expect(await known('EMC01002')).toBe(other);
    await makeMeters(server.db, PROJECT, 1, ['total'], 'N');
    expect((await known(PROJECT))?.has('N-1')).toBe(true);
  });

  it('is too large as a whole, or no batch, and says so', async () => {
    const many = Array.from({ length: 20_001 }, () => sample('T-1', now, '1'));
    expect(await send(many)).toMatchObject({ status: 0, message: '一次最多上传20000条' });
    expect(await send([])).toMatchObject({ status: 0, message: '请至少上传一条' });
    expect(await server.client.json(BATCH, '{', null, gateway.headers)).toMatchObject({ status: 0 });
  });
});

describe('gateways', () => {
  it('send with their own secret only, which is shown once, and can be issued anew', async () => {
    const admin = await server.client.signIn('admin');
    const key = { 'Idempotency-Key': '3f6f0a55-6a0a-4b0e-9a5e-0123456789ab' };
    const fields = { Code: 'GW-test-2', Name: '二号', ProjectCode: PROJECT };
    const first = await server.client.post('/emcapi/Gateway/Save', fields, admin, key);
    const again = await server.client.post('/emcapi/Gateway/Save', fields, admin, key);
    expect(again.data).toEqual({ Id: first.data.Id, Secret: null });
    const secret = String(first.data.Secret);
    const one = [sample('T-6', now, '1')];
    expect(await send(one, basic('GW-test-2', 'wrong'))).toMatchObject({ status: 403 });
    expect(await send(one, {})).toMatchObject({ status: 403, message: '网关编码或密钥不正确，或网关已停用' });
    expect(await send(one, basic('GW-test-2', secret))).toMatchObject({ status: 1 });
    const issued = await server.client.post('/emcapi/Gateway/Issue', { Id: first.data.Id }, admin);
    expect(await send(one, basic('GW-test-2', secret))).toMatchObject({ status: 403 });
    expect(await send(one, basic('GW-test-2', String(issued.data.Secret)))).toMatchObject({ status: 1 });
    await server.client.post('/emcapi/Gateway/Save', { ...fields, Id: first.data.Id, Enabled: false }, admin);
    expect(await send(one, basic('GW-test-2', String(issued.data.Secret)))).toMatchObject({ status: 403 });
    const { rows } = await sql<{
      text: string;
    }>`select a::text as text from audit_log a where object = '网关 GW-test-2'`.execute(server.db);
    expect(rows.length).toBe(3);
    expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
    const { rows: kept } = await sql<{
      n: number;
    }>`select count(*)::int as n from idempotency where response::text like ${`%${secret}%`}`.execute(server.db);
    expect(kept[0]?.n).toBe(0);
  });

  it('send for their own project only', async () => {
    const { rows } = await sql<{
      code: string;
    }>`select code from project where code <> ${PROJECT} order by 1 limit 1`.execute(server.db);
    const elsewhere = await makeGateway(server, 'GW-test-3', rows[0]?.code ?? '');
    expect((await send([sample('T-1', now, '101')], elsewhere.headers)).data).toMatchObject({
      problems: [{ code: 'unknownMeter' }],
    });
  });

  it('are listed with what came of today’s samples for who looks after meters; secrets are for who manages users', async () => {
    const admin = await server.client.signIn('admin');
    const list = await server.client.post('/emcapi/Gateway/Index', { Keyword: 'GW-test-1' }, admin);
    const counts = await sql<{ accepted: string; refused: string }>`
      select accepted, refused from gateway_count c join gateway g on g.id = c.gateway_id where g.code = 'GW-test-1'`.execute(
      server.db,
    );
    expect(list.data.rows).toMatchObject([
      { Code: 'GW-test-1', State: '在线', Accepted: counts.rows[0]?.accepted, Refused: counts.rows[0]?.refused },
    ]);
    const operator = await server.client.signIn('operator');
    const seen = await server.client.post('/emcapi/Gateway/Meters', { ProjectCode: PROJECT }, operator);
    const sampled = new Map(
      (seen.data['rows'] as readonly { Point: string; LastAt: string | null; State: string }[]).map((one) => [
        one.Point,
        one,
      ]),
    );
    expect(sampled.get('T-1')).toMatchObject({ State: '在线', LastAt: new Date(now).toISOString() });
    expect(sampled.get('T-20')).toMatchObject({ State: '离线', LastAt: null });
    const cashier = await server.client.signIn('cashier');
    expect(await server.client.post('/emcapi/Gateway/Index', {}, cashier)).toMatchObject({ status: 403 });
    expect(await server.client.post('/emcapi/Gateway/Issue', { Id: '1' }, operator)).toMatchObject({ status: 403 });
  });

  it('are slowed down at their limit', async () => {
    const mad = await makeGateway(server, 'GW-test-4', PROJECT);
    const answers: number[] = [];
    for (let n = 0; n < 125; n += 1) answers.push((await send([{ point: 'T-1' }], mad.headers)).status);
    // The minute may turn meanwhile, once.
    expect(answers.filter((status) => status === 429).length).toBeLessThanOrEqual(5);
    expect(answers.slice(0, 100).every((status) => status === 1)).toBe(true);
  });
});

describe('days', () => {
  const yesterday = dayOfInstant(now) - 1;
  const noon = yesterday * DAY + 4 * 3_600_000;
  const at = (index: number): number => noon + index * FIVE;
  const take = (samples: readonly ReturnType<typeof sample>[], when: number) =>
    server.db.transaction().execute((tx) =>
      ingest(
        tx,
        samples.map((one) => ({ ...one, value: String(one.value), project: PROJECT })),
        new Date(when),
      ),
    );

  it('are packed when they are over, opened by what comes late, and read the same throughout', async () => {
    const sent = Array.from({ length: 50 }, (_, index) => sample('T-7', at(index), (1000 + index * 1.25).toFixed(2)));
    // As it was yesterday, so that its day is open.
    expect(await take(sent, at(60))).toMatchObject({ accepted: 50 });
    const before = await stored('T-7');
    expect(before).toHaveLength(50);
    expect(await server.db.transaction().execute(openDays)).toContain(yesterday);
    await packDay(server.db, yesterday);
    expect(await server.db.transaction().execute(openDays)).not.toContain(yesterday);
    expect(await stored('T-7')).toEqual(before);
    const { rows } = await sql<{ samples: number; bytes: number }>`
      select samples, length(packed) as bytes from reading_day where meter_id = ${idOf('T-7')}`.execute(server.db);
    expect(rows[0]?.samples).toBe(50);
    expect((rows[0]?.bytes ?? 0) / 50).toBeLessThan(5);

    // Late: new, sent before, another value, with a finer digit.
    const late = await take(
      [
        sample('T-7', at(50), '1062.5'),
        sample('T-7', at(3), '1003.75'),
        sample('T-7', at(4), '9'),
        sample('T-7', at(51), '1063.125'),
      ],
      now,
    );
    expect(late).toMatchObject({
      accepted: 2,
      duplicates: 1,
      conflicts: 1,
      problems: [{ index: 2, code: 'conflict' }],
    });
    expect(await stored('T-7')).toEqual([
      ...before,
      { at: at(50), value: '1062.5' },
      { at: at(51), value: '1063.125' },
    ]);
  });

  it('give a span with its neighbours', async () => {
    const times = async (from: number, to: number): Promise<readonly number[]> =>
      (await stored('T-7', from, to)).map((one) => (one.at - noon) / FIVE);
    expect(await times(at(10), at(12))).toEqual([9, 10, 11, 12, 13]);
    expect(await times(at(51), at(90))).toEqual([50, 51]);
    expect(await times(at(-9), at(-3))).toEqual([0]);
    await send([sample('T-7', now, '2000')]);
    expect(await times(at(51), at(51))).toEqual([50, 51, (now - noon) / FIVE]);
    expect(await times(now - 1, now)).toEqual([51, (now - noon) / FIVE]);
  });

  it('that begin while samples come are opened once; two at a time neither lose nor double', async () => {
    const old = now - 20 * DAY;
    const jobs = Array.from({ length: 8 }, (_, part) =>
      Array.from({ length: 30 }, (__, index) => {
        const n = (part * 17 + index * 7) % 60;
        return sample(`T-${8 + (n % 3)}`, (n % 2 === 0 ? old : now) - n * FIVE, String(500 - n));
      }),
    );
    const results = await Promise.all(jobs.map((samples) => take(samples, now)));
    expect(results.every(({ refused, conflicts }) => refused === 0 && conflicts === 0)).toBe(true);
    const distinct = new Set(jobs.flat().map(({ point, at: when }) => `${point} ${when}`));
    expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(distinct.size);
    const there = await Promise.all(['T-8', 'T-9', 'T-10'].map((point) => stored(point)));
    expect(there.flat()).toHaveLength(distinct.size);
  });

  it('open for all who send at once', async () => {
    const tomorrow = now + DAY;
    const each = Array.from({ length: 8 }, (_, index) => sample(`T-${12 + (index % 4)}`, tomorrow - index * 1000, '1'));
    const results = await Promise.all(each.map((one) => take([one], tomorrow)));
    expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(8);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from reading_hot_rest`.execute(server.db);
    expect(rows[0]?.n).toBe(0);
  });

  it('come in from outside of all days, as after reading a backup back, and are packed by the clock', async () => {
    const when = noon - 5 * DAY;
    await sql`insert into reading_hot (meter_id, register, at, value)
      select ${idOf('T-11')}, 1, to_timestamp(${when}::float8 / 1000) + n * interval '5 minutes', n from generate_series(1, 9) n`.execute(
      server.db,
    );
    expect(await stored('T-11')).toHaveLength(9);
    const packed = await packFinished(server.db, new Date(now));
    expect(packed).toContain(dayText(dayOfInstant(when)));
    expect(await stored('T-11')).toHaveLength(9);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from reading_hot_rest`.execute(server.db);
    expect(rows[0]?.n).toBe(0);
    expect(await packFinished(server.db, new Date(now))).toEqual([]);
  });

  it('say how fresh a meter is: 延迟 after 5 minutes, 离线 after 30', async () => {
    const of = async (point: string, when: number) => (await freshness(server.db, [idOf(point)], new Date(when)))[0];
    expect(await of('T-7', now + 4 * 60_000)).toEqual({ meterId: idOf('T-7'), lastAt: now, state: '在线' });
    expect(await of('T-7', now + 6 * 60_000)).toMatchObject({ state: '延迟' });
    expect(await of('T-7', now + 31 * 60_000)).toMatchObject({ state: '离线' });
    expect(await of('T-20', now)).toEqual({ meterId: idOf('T-20'), lastAt: null, state: '离线' });
  });
});
