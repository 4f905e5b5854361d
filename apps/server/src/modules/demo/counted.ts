/** What meters of the demo company counted in a month, so that what records say of them agrees with what was read day by day. */
import { type Driver } from './driver.ts';
import { monthBefore, type Tools } from './script.ts';

interface Cut {
  readonly rows: readonly { readonly DeviceId: string; readonly Register: string; readonly Reading: string | null }[];
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
  const user = await tools.user(who);
  const shown = async (of: string): Promise<string | null> => {
    const { rows } = (await driver.call(user, tools.now, 'POST', '/emcapi/DataEntry/GetEntryDataByTime', {
      ProjectCode: project,
      Time: `${of}-01T08:00:00+08:00`,
    })) as Cut;
    return rows.find(({ DeviceId, Register }) => DeviceId === meter && Register === 'total')?.Reading ?? null;
  };
  const [from, to] = [await shown(month), await shown(monthBefore(`${month}-01`, -1))];
  const went = from === null || to === null ? 0 : Math.round((Number(to) - Number(from)) * 100) / 100;
  return went > 0 ? went : otherwise;
}
