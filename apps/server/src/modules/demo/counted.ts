/** What meters of the demo company counted in a month, so that what records say of them agrees with what was read day by day. */
import { monthEnd } from '@hengneng/core';
import { type Driver } from './driver.ts';
import { monthBefore, type Tools } from './script.ts';

interface Cut {
  readonly rows: readonly { readonly DeviceId: string; readonly Register: string; readonly Reading: string | null }[];
}

/** What a dial showed when a month began. @returns null where nobody read it then */
async function shownAtFirst(
  driver: Driver,
  tools: Tools,
  { who, project, meter }: { readonly who: string; readonly project: string; readonly meter: string },
  month: string,
): Promise<string | null> {
  const { rows } = (await driver.call(
    await tools.user(who),
    tools.now,
    'POST',
    '/emcapi/DataEntry/GetEntryDataByTime',
    { ProjectCode: project, Time: `${month}-01T08:00:00+08:00` },
  )) as Cut;
  return rows.find(({ DeviceId, Register }) => DeviceId === meter && Register === 'total')?.Reading ?? null;
}

/** How far a dial went in a month, before its multiplier. @returns `otherwise` where it was not read at both ends, or stood still */
export async function wentIn(
  driver: Driver,
  tools: Tools,
  {
    who,
    project,
    meter,
    month,
    otherwise,
  }: { who: string; project: string; meter: string; month: string; otherwise: number },
): Promise<number> {
  const of = { who, project, meter };
  const from = await shownAtFirst(driver, tools, of, month);
  const to = await shownAtFirst(driver, tools, of, monthBefore(`${month}-01`, -1));
  const went = from === null || to === null ? 0 : Math.round((Number(to) - Number(from)) * 100) / 100;
  return went > 0 ? went : otherwise;
}

/** Who sees the reports of every project, with what it costs. */
const ANALYST = 'energyAnalyst';

interface MonthReport {
  readonly areaM2: string | null;
  readonly output: string | null;
  readonly rows: readonly {
    readonly code: string;
    readonly usage: string | null;
    readonly cost?: { readonly amount: string | null };
  }[];
}

/** A month of a project as 月报表 has it, in the places of forms: what was used of an energy, and what that cost. */
export interface MonthUse {
  readonly areaM2: string;
  /** Cold and heat, kWh. */
  readonly output: string;
  used(code: string): string;
  cost(code: string): string;
  /** 制冷季, 采暖季 or 过渡季, by what was made in it. */
  readonly season: '制冷季' | '采暖季' | '过渡季';
}

const placed = (value: string | null | undefined): string => Number(value ?? 0).toFixed(2);

export async function monthUse(driver: Driver, tools: Tools, project: string, month: string): Promise<MonthUse> {
  const report = (await driver.call(await tools.user(ANALYST), tools.now, 'POST', '/emcapi/DataStatics/Summary', {
    ProjectCode: project,
    Month: month,
  })) as MonthReport;
  const of = (code: string) => report.rows.find((row) => row.code === code);
  const used = (code: string): string => placed(of(code)?.usage);
  return {
    areaM2: placed(report.areaM2),
    output: placed(report.output),
    used,
    cost: (code) => placed(of(code)?.cost?.amount),
    season: Number(used('cooling')) > 0 ? '制冷季' : Number(used('heating')) > 0 ? '采暖季' : '过渡季',
  };
}

/** Days of a month on which a project made cold or heat. */
export async function daysRun(driver: Driver, tools: Tools, project: string, month: string): Promise<number> {
  const { rows } = (await driver.call(
    await tools.user(ANALYST),
    tools.now,
    'POST',
    '/api/Energyanalysis/GetDailyMessage',
    { ProjectCode: project, From: `${month}-01`, To: monthEnd(month) },
  )) as { readonly rows: readonly { readonly output: string | null }[] };
  return rows.filter(({ output }) => Number(output ?? 0) > 0).length;
}

export interface SettledItem {
  readonly fee: string;
  readonly quantity: string;
  /** With tax, for each of the quantity, for the month. */
  readonly price: string;
  readonly taxRate: string;
  /** Yuan, without tax. */
  readonly net: string;
}

/** What a contract bills for a month, as 结算报表 has it. */
export async function settledItems(
  driver: Driver,
  tools: Tools,
  contract: string,
  month: string,
): Promise<readonly SettledItem[]> {
  const { items } = (await driver.call(
    await tools.user('finance'),
    tools.now,
    'POST',
    '/emcapi/EnergyReport/Settlement',
    { ContractCode: contract, From: `${month}-01`, To: monthEnd(month) },
  )) as {
    readonly items: readonly {
      readonly fee: string;
      readonly quantity: string | null;
      readonly price: string | null;
      readonly coefficient: string | null;
      readonly taxRate: string | null;
      readonly amount: string | null;
      readonly net: string | null;
    }[];
  };
  return items.flatMap(({ fee, quantity, price, coefficient, taxRate, amount, net }): readonly SettledItem[] => {
    if (quantity === null || price === null || amount === null || net === null) return [];
    if (coefficient === null) return [{ fee, quantity: placed(quantity), price, taxRate: taxRate ?? '0', net }];
    // A part of the season: the share makes the amount, which is exact where one is billed of it.
    return [{ fee, quantity: '1.00', price: `${amount}00`, taxRate: taxRate ?? '0', net }];
  });
}

/** What a meter showed at both ends of a month, which its bill says, too. @returns null where it was not read at both, or stood still */
export async function billedReadings(
  driver: Driver,
  tools: Tools,
  of: { readonly who: string; readonly project: string; readonly meter: string; readonly month: string },
): Promise<{ readonly last: string; readonly now: string } | null> {
  const last = await shownAtFirst(driver, tools, of, of.month);
  const now = await shownAtFirst(driver, tools, of, monthBefore(`${of.month}-01`, -1));
  return last === null || now === null || Number(now) <= Number(last) ? null : { last: placed(last), now: placed(now) };
}
