/** Machines of a room over a span: chillers with what they made of what, pumps and towers, and how long which load lasted. */
import { type DeviationLimits, exact, sumOf, toNumber } from '@hengneng/energy/measuring';
import {
  attainment,
  type CopRange,
  doubtCop,
  loadDuration,
  PLAUSIBLE_COP,
  waterTransportFactor,
} from '@hengneng/energy/plant';
import { sql } from 'kysely';
import type { analysisAll } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Db } from '../../../platform/db/schema.ts';
import type { Energy, Figure } from '../reports/figures.ts';
import { type MachineSpan, machineSpans, meanOf } from '../runs/index.ts';
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
const ofHosts = (meter: Counted): boolean => meter.energy !== 'elec' || meter.category === 'elec.host';

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
): Promise<readonly HostFigures[]> {
  const [hosts, spans] = await Promise.all([hostsOf(db, project), machineSpans(db, project, span, now)]);
  const runOf = (host: Host): MachineSpan | null => spans.find(({ machine }) => machine.id === host.id) ?? null;
  const sides = meters.filter((one) => SIDES.some((side) => side === one.energy) && ofHosts(one));
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

const PUMPS: Readonly<Record<string, string>> = {
  'elec.chilledPump': '冷温水泵',
  'elec.coolingPump': '冷却水泵',
  'elec.tower': '冷却塔',
};

/** Pumps and towers by their meters; the transport factor of chilled water is that of all its pumps together. */
export async function pumpRows(db: Db, meters: readonly Counted[], span: Span, now: Date): Promise<Answer['Pumps']> {
  const pumps = meters.filter(({ category }) => category in PUMPS);
  if (pumps.length === 0) return [];
  const groups = new Map<string, readonly Counted[]>([
    ...pumps.map((one) => [`meter:${one.id}`, [one]] as const),
    ['elec', meters.filter(({ energy }) => energy === 'elec')],
    ['chilled', pumps.filter(({ category }) => category === 'elec.chilledPump')],
    ['cooling', meters.filter(({ energy }) => energy === 'cooling')],
    ['heating', meters.filter(({ energy }) => energy === 'heating')],
  ]);
  const figures = await groupFigures(db, groups, span, now, 'span');
  const at = (name: string): Figure | undefined => figures.find(({ code, known }) => code === name && known);
  const total = Number(at('elec')?.usage ?? 0);
  const output = ['cooling', 'heating'].flatMap((code) => at(code) ?? []);
  const chilled = at('chilled');
  const carried = toNumber(sumOf(output.map(({ usage }) => exact(usage))));
  const factor =
    chilled === undefined || output.length === 0 || carried < 0
      ? null
      : waterTransportFactor(carried, Math.max(0, Number(chilled.usage)));
  return pumps.flatMap((pump): Answer['Pumps'] => {
    const figure = at(`meter:${pump.id}`);
    if (figure === undefined) return [];
    const quality = qualityOf([figure]);
    return [
      {
        Group: PUMPS[pump.category] ?? '',
        Name: pump.name,
        Elec: figure.usage,
        Share: total === 0 ? null : rounded((Number(figure.usage) / total) * 100, 1),
        Wtf: pump.category === 'elec.chilledPump' && factor !== null ? rounded(factor, 1) : null,
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
      const { curve, ranges } = loadDuration(powers, ratedKw ?? Math.max(...powers));
      return [
        {
          Key: key,
          Name: name,
          Curve: thinned(curve),
          RatedKw: ratedKw,
          Ranges:
            ratedKw === null
              ? []
              : ranges.map(({ from, to, sharePercent }) => ({ From: from, To: to, Share: rounded(sharePercent, 1) })),
          Spread: running.some(({ spread }) => spread),
          Open: openIn === null || running.some(({ spread }) => spread) ? null : openLoad(running, openIn),
        },
      ];
    }),
  );
  return curves.flat();
}
