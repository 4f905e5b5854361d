/** What the demo company's machines showed: the points of the demo machine room, written down every two hours while they ran. */
import { DEMO_ROOM, type PointSeries, simulate } from '@hengneng/energy/demo';
import { addDays, addMonths, CHINA, dayAt, instantOf, MINUTE, monthOf } from '@hengneng/energy/measuring';
import { judgeRun, type RunMode, type RunParam, WATER_KW_PER_M3H_K } from '@hengneng/energy/plant';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { DEMO_PROJECTS, demoClimate, type DemoProject, isFlagship } from '../../demo/index.ts';
import { demoSeed } from '../things/index.ts';
import { type Machine, machinesOf } from './machines.ts';
import { addRuns, type NewRun } from './write.ts';

const MARK = 'demo.runs';
const LOCK = 735_005;
const STEP_MINUTES = 120;
/** As far back as the readings go; of other projects the last season is enough to be looked at. */
const MONTHS = 14;
const OTHER_DAYS = 150;
/** What somebody on the shift now and then leaves out. */
const FORGOTTEN = 53;
const CHUNK = 4000;
/** COP of an electric machine of the demo. */
const ELECTRIC_COP = 5.2;

interface Room {
  readonly times: Float64Array;
  readonly points: ReadonlyMap<string, PointSeries>;
}

const roomOf = (project: DemoProject, from: number, to: number): Room => {
  const installed = dayAt(from, CHINA);
  const { times, points } = simulate({
    seed: demoSeed(project),
    climate: demoClimate(project),
    from,
    to,
    stepMinutes: STEP_MINUTES,
    installed,
  });
  return { times, points: new Map(points.map((one) => [one.id, one])) };
};

type Values = Readonly<Record<string, number>>;
interface Shown {
  readonly mode: RunMode;
  readonly values: Values;
}
const AT_REST: Shown = { mode: '停机', values: {} };

/** Of the room's machine with the same place, in the size of this one. */
function shownBy(room: Room, place: number, index: number, machine: Machine, scale: number): Shown {
  const of = (point: string): number => room.points.get(`C${place}.${point}`)?.values[index] ?? 0;
  const heats = of('chilledOut') > of('chilledIn');
  if (of('run') !== 1 || (machine.kind === '电制冷' && heats)) return AT_REST;
  const values = {
    chilledIn: of('chilledIn'),
    chilledOut: of('chilledOut'),
    chilledFlow: of('chilledFlow') * scale,
    load: of('load'),
    ...(heats
      ? {}
      : { coolingIn: of('coolingIn'), coolingOut: of('coolingOut'), coolingFlow: of('coolingFlow') * scale }),
  };
  if (machine.kind !== '电制冷')
    return {
      mode: heats ? '采暖' : '制冷',
      values: {
        ...values,
        exhaust: of('exhaust'),
        highGenerator: of('highGenerator'),
        vacuum: of('vacuum'),
        gasFlow: of('gasFlow') * scale,
        // Absolute, as its manometer shows it.
        highPressure: 62 + (of('highGenerator') - 145) * 2,
        current: (of('pumpCurrent') / 100) * 32,
        ...(heats ? {} : { refrigerant: of('refrigerant') }),
      },
    };
  const cooling = WATER_KW_PER_M3H_K * values.chilledFlow * (values.chilledIn - values.chilledOut);
  const power = cooling / ELECTRIC_COP;
  const flow = DEMO_ROOM.coolingFlow * scale * 0.62;
  const coolingOut = of('coolingIn') + (cooling + power) / (WATER_KW_PER_M3H_K * flow);
  return {
    mode: '制冷',
    values: {
      ...values,
      coolingFlow: flow,
      coolingOut,
      evaporating: values.chilledOut - 2.2,
      condensing: coolingOut + 2.4,
      evaporatingPressure: 245 + (values.chilledOut - 7) * 12,
      condensingPressure: 760 + (coolingOut - 33) * 22,
      exhaust: coolingOut + 14,
      power,
      current: power / (Math.sqrt(3) * 0.38 * 0.88),
    },
  };
}

/** Speed at which a pump takes what the demo room's does of what stands on its plate, by kind; towers run at full speed. */
const HERTZ: Readonly<Record<string, number>> = {
  冷温水泵: 50 * Math.cbrt(DEMO_ROOM.chilledPump / 55),
  冷却水泵: 50 * Math.cbrt(DEMO_ROOM.coolingPump / 75),
  冷却塔: 50,
};

/** Pumps and towers run with the machine of their number: cooling water moves while it cools. */
function servingBy(room: Room, place: number, index: number, { kind }: Machine): Shown {
  const of = (point: string): number => room.points.get(`C${place}.${point}`)?.values[index] ?? 0;
  const heats = of('chilledOut') > of('chilledIn');
  const hertz = HERTZ[kind];
  if (of('run') !== 1 || hertz === undefined || (heats && kind !== '冷温水泵')) return AT_REST;
  // A drive's display is never quite still.
  return {
    mode: heats ? '采暖' : '制冷',
    values: { frequency: Math.min(50, hertz + (((index * 7 + place * 3) % 5) - 2) / 10) },
  };
}

const textOf = (value: number, { decimals }: RunParam): string => value.toFixed(decimals);

/** Every record while it runs, and one when it is put to rest. */
function runsOf(
  project: DemoProject,
  machine: Machine,
  place: number,
  room: Room,
  shown: (index: number) => Shown,
): readonly NewRun[] {
  let before: RunMode | null = null;
  return Array.from(room.times).flatMap((at, index): NewRun[] => {
    const { mode, values } = shown(index);
    const rests = mode === '停机' && before === '停机';
    const changed = mode !== before;
    before = mode;
    if (rests || (!changed && (index + place) % FORGOTTEN === 0)) return [];
    const points = Object.fromEntries(
      machine.params.flatMap((param) => {
        const value = values[param.code];
        return value === undefined ? [] : [[param.code, textOf(value, param)]];
      }),
    );
    return [
      {
        project: project.code,
        device: machine.id,
        at: new Date(at).toISOString(),
        mode,
        points,
        doubts: judgeRun(mode, points, machine.params).doubts,
        recordedAt: new Date(at + (4 + ((index * 7 + place) % 11)) * MINUTE).toISOString(),
      },
    ];
  });
}

const ratedOf = async (db: Db, project: string): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await sql<{ id: string; kw: number }>`select d.id::text, m.rated_cooling_kw::float8 as kw from device d
        join device_model m on m.id = d.model_id where d.project_code = ${project} and m.rated_cooling_kw is not null`.execute(
        db,
      )
    ).rows.map(({ id, kw }) => [id, kw]),
  );

/** Speeds are read where the demo machine room is: elsewhere nobody writes pumps down. Said once, so that people may say otherwise. */
async function readSpeeds(db: Db): Promise<void> {
  await sql`update category_param set is_read = true where code = 'frequency'`.execute(db);
  const elsewhere = DEMO_PROJECTS.flatMap((project) => (isFlagship(project) ? [] : [project.code]));
  await sql`update device set show_entry = false where is_demo and category in ('水泵', '冷却塔') and project_code = any(${elsewhere}::text[])`.execute(
    db,
  );
}

/** Fills in what is not there yet, project by project. One process does it; aborted, the next start goes on from there. */
export const seedRuns = (db: Db, now: Date, signal?: Pick<AbortSignal, 'aborted'>): Promise<number> =>
  db.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(${LOCK})`.execute(held);
    try {
      const { rows: owner } = await sql<{ id: string; done: readonly string[] | null }>`
        select u.id::text, s.value as done from app_user u left join user_setting s on s.user_id = u.id and s.key = ${MARK}
        where u.account = 'admin' and u.is_demo`.execute(db);
      const [admin] = owner;
      if (admin === undefined) return 0;
      const done = new Set(admin.done);
      if (admin.done === null) await readSpeeds(db);
      const today = dayAt(now.getTime(), CHINA);
      const rooms = new Map<string, Room>();
      let count = 0;
      for (const project of DEMO_PROJECTS.filter(({ code }) => !done.has(code))) {
        if (signal?.aborted === true) return count;
        const from = isFlagship(project) ? `${addMonths(monthOf(today), -MONTHS)}-01` : addDays(today, -OTHER_DAYS);
        const key = `${demoSeed(project)} ${from}`;
        const room = rooms.get(key) ?? roomOf(project, instantOf(from, 0, CHINA), now.getTime());
        rooms.set(key, room);
        const rated = await ratedOf(db, project.code);
        const machines = await machinesOf(db, project.code);
        const simulated = machines.filter(({ id }) => rated.has(id)).slice(0, DEMO_ROOM.chillers);
        const serving = machines.filter(({ serves, no }) => serves && Number(no) >= 1);
        const start = new Date(instantOf(from, 0, CHINA)).toISOString();
        const runs = [
          ...simulated.flatMap((machine, index) => {
            const scale = (rated.get(machine.id) ?? 0) / DEMO_ROOM.ratedCooling;
            return runsOf(project, machine, index + 1, room, (at) => shownBy(room, index + 1, at, machine, scale));
          }),
          ...serving.flatMap((machine) => {
            const place = Number(machine.no);
            return runsOf(project, machine, place, room, (at) => servingBy(room, place, at, machine));
          }),
          // What the demo room has not stands still.
          ...machines
            .filter((machine) => !simulated.includes(machine) && !serving.includes(machine))
            .map(
              ({ id }): NewRun => ({
                project: project.code,
                device: id,
                at: start,
                mode: '停机',
                points: {},
                recordedAt: start,
              }),
            ),
        ];
        done.add(project.code);
        await db.transaction().execute(async (tx) => {
          const { rows } = await sql<{ id: string }>`select id::text from app_user
            where account = ${project.operators[0] ?? project.manager}`.execute(tx);
          for (let at = 0; at < runs.length; at += CHUNK)
            await addRuns(tx, rows[0]?.id ?? null, runs.slice(at, at + CHUNK));
          await sql`insert into user_setting (user_id, key, value) values (${admin.id}, ${MARK}, ${JSON.stringify([...done])}::jsonb)
            on conflict (user_id, key) do update set value = excluded.value`.execute(tx);
        });
        count += 1;
      }
      return count;
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(held);
    }
  });
