/** Machines of a room over a span: chillers with what they made of what, pumps and towers, and how long which load lasted. */
import type { DeviationLimits } from '@hengneng/energy/measuring';
import {
  attainment,
  type CopRange,
  doubtCop,
  loadDuration,
  loadFactor,
  loadRate,
  PLAUSIBLE_COP,
  savedBySpeed,
} from '@hengneng/energy/plant';
import { sql } from 'kysely';
import type { analysisAll } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/schema.ts';
import type { Energy, Figure } from '../reports/figures.ts';
import { type MachineSpan, machineSpans, meanOf, ofHosts, type Spans, waterMoved } from '../runs/index.ts';
import { copOf, outputOf, qualityOf, rounded, sumUsage } from '../reports/sums.ts';
import type { Counted } from './meters.ts';
import { groupFigures, hourUses, type Span } from './usage.ts';
import { openShare } from '../settings/index.ts';

type Answer = z.input<typeof analysisAll.output>;

export interface Host {
  /** Of the device; null of a number that only meters know. */
  readonly id: string | null;
  readonly name: string;
  readonly no: string | null;
  readonly ratedCop: number | null;
  readonly coolingKw: number | null;
  readonly heatingKw: number | null;
}

/** All that the ledger has: one that stands by runs, too, when its turn comes. */
export const hostsOf = async (db: Db, project: string): Promise<readonly Host[]> => {
  const { rows } =
    await sql<Host>`select d.id::text, coalesce(d.display_name, d.name) as name, d.unit_no as no, m.rated_cop::float8 as "ratedCop",
      m.rated_cooling_kw::float8 as "coolingKw", m.rated_heating_kw::float8 as "heatingKw"
    from device d left join device_model m on m.id = d.model_id
    where d.project_code = ${project} and d.category = '主机' and d.state <> 'retired' order by d.unit_no, d.sort, d.code`.execute(
      db,
    );
  return rows;
};

const SIDES = ['elec', 'gas', 'cooling', 'heating'] as const;

/** What the meters of one chiller say, by day; `name` is `null` for all of them together. */
export interface HostFigures {
  readonly host: Host | null;
  readonly figures: readonly Figure[];
  /** What was written down of it; null where nothing was. */
  readonly run: MachineSpan | null;
}

/** The plant's own electricity stands under 主机; where nobody measures it apart, nothing is known of it. */
const ofPlant = (meter: Counted): boolean => meter.energy !== 'elec' || meter.category === 'elec.host';

/** Chillers that have meters of their own; a number on meters that the ledger of devices does not know is one, too. */
function numberedHosts(hosts: readonly Host[], meters: readonly Counted[]): readonly Host[] {
  const numbers = [...new Set(meters.flatMap(({ unitNo }) => unitNo ?? []))].toSorted((a, b) => Number(a) - Number(b));
  return numbers.map(
    (no) =>
      hosts.find((host) => host.no === no) ?? {
        id: null,
        name: `${no}#主机（设备台账中没有）`,
        no,
        ratedCop: null,
        coolingKw: null,
        heatingKw: null,
      },
  );
}

/** Chillers by the number that their meters begin with, and all of them together. */
export async function hostFigures(
  db: Db,
  project: string,
  meters: readonly Counted[],
  span: Span,
  now: Date,
  runs: Promise<readonly MachineSpan[]> = machineSpans(db, project, span, now),
): Promise<readonly HostFigures[]> {
  const [hosts, spans] = await Promise.all([hostsOf(db, project), runs]);
  const runOf = (host: Host): MachineSpan | null => spans.find(({ machine }) => machine.id === host.id) ?? null;
  const sides = meters.filter((one) => SIDES.some((side) => side === one.energy) && ofPlant(one));
  const numbered = numberedHosts(hosts, sides);
  const groups = new Map<string, readonly Counted[]>();
  numbered.forEach(({ no }, index) => {
    for (const side of SIDES)
      groups.set(
        `${index}:${side}`,
        sides.filter((one) => one.energy === side && one.unitNo === no),
      );
  });
  for (const side of SIDES)
    groups.set(
      `all:${side}`,
      sides.filter((one) => one.energy === side),
    );
  const figures = await groupFigures(db, groups, span, now);
  const of = (name: string): readonly Figure[] =>
    figures.flatMap((one) => {
      const [group, code = ''] = one.code.split(':');
      return group === name ? [{ ...one, code }] : [];
    });
  // A machine without meters of its own, of which somebody keeps a record.
  const recorded = hosts.filter((host) => !numbered.includes(host) && runOf(host) !== null);
  return [
    ...numbered.map((host, index) => ({ host, figures: of(String(index)), run: runOf(host) })),
    ...recorded.map((host) => ({ host, figures: [], run: runOf(host) })),
    { host: null, figures: of('all'), run: null },
  ].filter(({ figures: own, run }) => run !== null || own.some(({ known }) => known));
}

const usageOf = (figures: readonly Figure[], code: string): string | null => {
  const known = figures.filter((one) => one.code === code && one.known);
  return known.length === 0 ? null : sumUsage(known);
};

/** What its records say of a machine, with how much of the span they cover. */
const runPart = (run: MachineSpan | null) => {
  const mean = (code: string, places: number): number | null => {
    const value = run === null ? null : meanOf(run.running, code);
    return value === null ? null : rounded(value, places);
  };
  return {
    Hours: run?.hours == null ? null : rounded(run.hours.hours, 1),
    HoursComplete: run?.complete == null ? null : rounded(run.complete, 1),
    Starts: run?.hours == null ? null : run.hours.starts,
    Records: run?.records ?? 0,
    Balance: run?.balance?.percent == null ? null : rounded(run.balance.percent, 1),
    BalanceWords: run?.balance == null ? '' : `${run.balance.words}（${run.balanceRecords} 条记录）`,
    Exhaust: mean('exhaust', 1),
    Vacuum: mean('vacuum', 0),
  };
};

/** What a COP may be: the project's limits, else what is plausible for how the machines ran. */
export const copRangeOf = (
  figures: readonly Figure[],
  limits: Pick<DeviationLimits, 'copMin' | 'copMax'> | undefined,
): CopRange => {
  const usual = PLAUSIBLE_COP[Number(usageOf(figures, 'heating') ?? 0) > 0 ? 'heating' : 'cooling'];
  return { min: limits?.copMin ?? usual.min, max: limits?.copMax ?? usual.max };
};

export const hostRow = (
  { host, figures, run }: HostFigures,
  energies: readonly Energy[],
  limits: Pick<DeviationLimits, 'copMin' | 'copMax'> | undefined,
): Answer['Hosts'][number] => {
  const cop = copOf(figures, energies);
  const heating = Number(usageOf(figures, 'heating') ?? 0);
  const cooling = Number(usageOf(figures, 'cooling') ?? 0);
  // What stands on the plate is the cooling's; a span of both has no design to be held against.
  const design = heating === 0 && cooling > 0 ? (host?.ratedCop ?? null) : null;
  const gas = usageOf(figures, 'gas');
  const doubt =
    cop === null || gas === null || Number(gas) === 0 || (heating > 0 && cooling > 0)
      ? null
      : doubtCop(cop, heating > 0 ? 'heating' : 'cooling', copRangeOf(figures, limits));
  return {
    Name: host?.name ?? '全部主机',
    Output: outputOf(figures),
    Gas: gas,
    Elec: usageOf(figures, 'elec'),
    Cop: cop,
    DesignCop: design,
    Attainment: cop === null || design === null ? null : rounded(attainment(cop, design), 1),
    Doubt: doubt,
    Complete: qualityOf(figures).complete,
    Estimated: qualityOf(figures).estimated,
    ...runPart(run),
  };
};

/** 分项 of pumps and towers: as the kinds of devices are called, and the water that they move. */
const PUMPS = {
  'elec.chilledPump': { group: '冷温水泵', flow: 'chilledFlow' },
  'elec.coolingPump': { group: '冷却水泵', flow: 'coolingFlow' },
  'elec.tower': { group: '冷却塔', flow: 'coolingFlow' },
} as const;
type PumpKind = keyof typeof PUMPS;
const KINDS = Object.keys(PUMPS).filter((one): one is PumpKind => one in PUMPS);

/** So much of the time has to be known of each machine before its water is divided by, %. */
const KNOWN = 95;

/** m³ that the machines' records tell of a whole span; null where they leave out some of it. */
function volumeOf({ machines, spans }: Spans, flow: 'chilledFlow' | 'coolingFlow'): number | null {
  const hosts = ofHosts(spans).filter(({ complete }) => (complete ?? 0) >= KNOWN);
  return hosts.length < machines.filter(({ serves }) => !serves).length ? null : waterMoved(hosts, flow);
}

/** What the records of pumps or towers say that one meter counts: hours of all of them, and how fast they ran. */
function pumpRuns(machines: Spans['machines'], spans: Spans['spans']) {
  const known = machines.flatMap(({ id }) => spans.find((one) => one.machine.id === id && one.hours !== null) ?? []);
  const whole = machines.length > 0 && known.length === machines.length;
  const hertz = known.flatMap(({ machine, running }) => {
    const code = machine.params.find(({ unit }) => unit === 'Hz')?.code;
    return code === undefined ? [] : running.flatMap((one) => meanOf([one], code) ?? []);
  });
  const saved = savedBySpeed(hertz);
  return {
    Hours: whole
      ? rounded(
          known.reduce((sum, { hours }) => sum + (hours?.hours ?? 0), 0),
          1,
        )
      : null,
    HoursComplete: whole ? rounded(Math.min(...known.map(({ complete }) => complete ?? 0)), 1) : null,
    Frequency: hertz.length === 0 ? null : rounded(hertz.reduce((sum, one) => sum + one, 0) / hertz.length, 1),
    Saved: saved === null ? null : rounded(saved, 1),
  };
}

const kindOf = ({ category }: Counted): PumpKind | undefined => KINDS.find((one) => one === category);

/** Over the whole span: each pump and tower, all of a kind together, and all electricity. */
export async function pumpFigures(
  db: Db,
  meters: readonly Counted[],
  span: Span,
  now: Date,
): Promise<readonly Figure[]> {
  const pumps = meters.filter((one) => kindOf(one) !== undefined);
  if (pumps.length === 0) return [];
  const groups = new Map<string, readonly Counted[]>([
    ...pumps.map((one) => [`meter:${one.id}`, [one]] as const),
    ...KINDS.map((kind) => [kind, pumps.filter(({ category }) => category === kind)] as const),
    ['elec', meters.filter(({ energy }) => energy === 'elec')],
  ]);
  return groupFigures(db, groups, span, now, 'span');
}

/**
 * Pumps and towers by their meters. What a group needs for its water is that of all its meters together: its transport factor, and the
 * electricity of each cubic metre that the machines' records tell.
 * @param figures of `pumpFigures`
 * @param factor 冷温水输送系数 of the plant
 */
export function pumpRows(
  meters: readonly Counted[],
  figures: readonly Figure[],
  ran: Spans,
  factor: number | null,
): Answer['Pumps'] {
  const pumps = meters.filter((one) => kindOf(one) !== undefined);
  const at = (name: string): Figure | undefined => figures.find(({ code, known }) => code === name && known);
  const total = Number(at('elec')?.usage ?? 0);
  const perVolume = (kind: PumpKind): number | null => {
    const volume = volumeOf(ran, PUMPS[kind].flow);
    const used = at(kind);
    return volume === null || volume === 0 || used === undefined ? null : rounded(Number(used.usage) / volume, 3);
  };
  return pumps.flatMap((pump): Answer['Pumps'] => {
    const figure = at(`meter:${pump.id}`);
    const kind = kindOf(pump);
    if (figure === undefined || kind === undefined) return [];
    const quality = qualityOf([figure]);
    const { group } = PUMPS[kind];
    // A meter without a number counts those of its kind that have no meter of their own.
    const apart = new Set(
      pumps.flatMap(({ category, unitNo }) => (category === kind && unitNo !== null ? [unitNo] : [])),
    );
    const own = ran.machines.filter(
      ({ kind: name, no }) =>
        name === group && (pump.unitNo === null ? no === null || !apart.has(no) : no === pump.unitNo),
    );
    return [
      {
        Group: group,
        Name: pump.name,
        Elec: figure.usage,
        Share: total === 0 ? null : rounded((Number(figure.usage) / total) * 100, 1),
        Wtf: kind === 'elec.chilledPump' ? factor : null,
        PerVolume: perVolume(kind),
        ...pumpRuns(own, ran.spans),
        Complete: quality.complete,
        Estimated: quality.estimated,
      },
    ];
  });
}

const POINTS = 240;

/** Of a long curve as many points as a picture shows; its ends are kept. */
export function thinned(curve: readonly number[], most = POINTS): [number, number][] {
  const step = Math.max(1, (curve.length - 1) / (most - 1));
  const places = Array.from({ length: Math.min(most, curve.length) }, (_, index) => Math.round(index * step));
  return [...new Set(places)].map((at) => [at + 1, rounded(curve[at] ?? 0, 1)]);
}

/** What ran while the buildings were open, and what beside that: nobody was to be cooled or heated then. */
export function openLoad(
  running: readonly { readonly at: string; readonly use: number }[],
  openIn: (at: string) => number,
): NonNullable<Answer['Loads'][number]['Open']> {
  const sum = { hours: 0, use: 0, open: 0, openUse: 0 };
  for (const { at, use } of running) {
    const share = openIn(at);
    sum.hours += 1;
    sum.use += use;
    sum.open += share;
    sum.openUse += use * share;
  }
  return {
    Hours: rounded(sum.open, 1),
    ClosedHours: rounded(sum.hours - sum.open, 1),
    ClosedShare: rounded(((sum.use - sum.openUse) / sum.use) * 100, 1),
    MeanKw: sum.open === 0 ? null : rounded(sum.openUse / sum.open, 1),
  };
}

/** 负荷延时曲线 of cold and heat, each against the rating of the chillers. */
export async function loadCurves(
  db: Db,
  project: string,
  meters: readonly Counted[],
  span: Span,
): Promise<Answer['Loads']> {
  const [known, openIn] = await Promise.all([hostsOf(db, project), openShare(db, project)]);
  // A chiller that only its meters know of has no plate: the others' sum would be too small.
  const own = meters.filter(({ energy }) => energy === 'cooling' || energy === 'heating');
  const without = numberedHosts(known, own).filter((host) => !known.includes(host));
  const hosts = [...known, ...without];
  const both = [
    { key: 'cooling', name: '冷负荷', rated: hosts.map(({ coolingKw }) => coolingKw) },
    { key: 'heating', name: '热负荷', rated: hosts.map(({ heatingKw }) => heatingKw) },
  ] as const;
  const curves = await Promise.all(
    both.map(async ({ key, name, rated }): Promise<Answer['Loads']> => {
      const hours = await hourUses(
        db,
        meters.filter(({ energy }) => energy === key),
        span,
      );
      const running = hours.filter(({ use }) => use > 0);
      if (running.length === 0) return [];
      const ratedKw =
        rated.length > 0 && rated.every((one) => one !== null)
          ? rated.reduce<number>((sum, one) => sum + (one ?? 0), 0)
          : null;
      const powers = running.map(({ use }) => use);
      const peak = Math.max(...powers);
      const mean = powers.reduce((sum, one) => sum + one, 0) / powers.length;
      const spread = running.some((one) => one.spread);
      // Days spread evenly have no peak.
      const factor = spread ? null : loadFactor(Math.min(mean, peak), peak);
      const { curve, ranges } = loadDuration(powers, ratedKw ?? peak);
      return [
        {
          Key: key,
          Name: name,
          Curve: thinned(curve),
          RatedKw: ratedKw,
          MeanKw: rounded(mean, 1),
          LoadRate: ratedKw === null ? null : rounded(loadRate(mean, ratedKw), 1),
          LoadFactor: factor === null ? null : rounded(factor, 2),
          Ranges:
            ratedKw === null
              ? []
              : ranges.map(({ from, to, sharePercent }) => ({ From: from, To: to, Share: rounded(sharePercent, 1) })),
          Spread: spread,
          Open: openIn === null || spread ? null : openLoad(running, openIn),
        },
      ];
    }),
  );
  return curves.flat();
}
