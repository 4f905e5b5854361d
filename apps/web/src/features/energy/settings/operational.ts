import { REMIND_TO_NAMES, type REMIND_TO } from '@hengneng/contracts';

/** What `GetProjectSetUp` answers for SetType=operational: its shape depends on the type, so that the contract leaves it open. */
export interface Shift {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly people: number;
  /** When it hands over; empty: as it ends. */
  readonly handover: string;
}

export interface OperationalValues {
  readonly DayCut: string;
  readonly Attribution: 'previous' | 'same';
  readonly Tolerance: number;
  readonly EntryDays: number;
  readonly EntryTime: string;
  readonly DayLockDays: number;
  readonly MonthLockDay: number;
  readonly MonthLockTime: string;
  /** Hours between two records of a machine. */
  readonly ParamFreq: number;
  readonly CoolingFrom: string;
  readonly CoolingTo: string;
  readonly HeatingFrom: string;
  readonly HeatingTo: string;
  readonly Shifts: readonly Shift[];
  /** Codes of energies; none: all. */
  readonly Required: readonly string[];
  readonly PhotoMeters: readonly string[];
  readonly RemindTime: string;
  readonly RemindTo: readonly (typeof REMIND_TO)[number][];
  readonly EscalateHours: number;
  /** `HH:mm-HH:mm`; empty: at any hour. */
  readonly OpenWork: string;
  readonly OpenRest: string;
  /** A district; empty: the project's own. */
  readonly WeatherStation: string;
  readonly WeatherNear: boolean;
}

export interface OperationalVersion extends OperationalValues {
  readonly EffectFrom: string;
  readonly Version: number;
  readonly Editor?: string | null;
  readonly EditTime?: string;
  readonly Reason?: string;
}

export interface Operational {
  readonly ProjectCode: string;
  readonly ProjectName: string;
  readonly Inherited: boolean;
  /** Of all its settings together: what a save has to have looked at. */
  readonly Version: number;
  readonly Categories: readonly { readonly Code: string; readonly Name: string }[];
  readonly Meters: readonly { readonly DeviceId: string; readonly Name: string }[];
  /** Districts that there is weather of. */
  readonly Stations: readonly { readonly Code: string; readonly Name: string; readonly Days: number }[];
  readonly Defaults: OperationalValues;
  readonly Current: OperationalVersion;
  /** From when a change is offered to hold; null: from the same day as what holds. */
  readonly Offered: string | null;
  readonly rows: readonly OperationalVersion[];
  readonly MayEdit: boolean;
}

export const LABELS: Readonly<Record<keyof OperationalValues, string>> = {
  DayCut: '抄表时刻',
  Attribution: '日用量归属',
  Tolerance: '允许提前/滞后（分钟）',
  EntryDays: '录入截止（D+天）',
  EntryTime: '录入截止时刻',
  DayLockDays: '日锁（D+天）',
  MonthLockDay: '月锁日（次月）',
  MonthLockTime: '月锁时刻',
  ParamFreq: '运行参数频次（小时）',
  CoolingFrom: '制冷季起（MM-DD）',
  CoolingTo: '制冷季止（MM-DD）',
  HeatingFrom: '采暖季起（MM-DD）',
  HeatingTo: '采暖季止（MM-DD）',
  Shifts: '班次',
  Required: '必录类别',
  PhotoMeters: '必拍照表计',
  RemindTime: '缺录提醒时刻',
  RemindTo: '缺录提醒对象',
  EscalateHours: '逾期升级到区域经理（小时）',
  OpenWork: '营业时间（工作日）',
  OpenRest: '营业时间（休息日）',
  WeatherStation: '气象站',
  WeatherNear: '缺数时用相邻站',
};

/** Names of what settings point at. */
export type Named = Pick<Operational, 'Categories' | 'Meters' | 'Stations'>;

export const ATTRIBUTIONS = { previous: '计入前一日', same: '计入当日' } as const;

const textOf = (
  key: keyof OperationalValues,
  values: OperationalValues,
  { Categories, Meters, Stations }: Named,
): string => {
  if (key === 'Attribution') return ATTRIBUTIONS[values.Attribution];
  if (key === 'Shifts')
    return (
      values.Shifts.map(
        ({ name, from, to, handover }) => `${name} ${from}-${to}${handover === '' ? '' : ` ${handover} 交接`}`,
      ).join('、') || '无'
    );
  if (key === 'OpenWork' || key === 'OpenRest') return values[key] || '全天';
  if (key === 'WeatherNear') return values.WeatherNear ? '是' : '否';
  if (key === 'WeatherStation')
    return values.WeatherStation === ''
      ? '项目所在区县'
      : (Stations.find(({ Code }) => Code === values.WeatherStation)?.Name ?? values.WeatherStation);
  if (key === 'RemindTo') return values.RemindTo.map((one) => REMIND_TO_NAMES[one]).join('、') || '不提醒';
  if (key === 'Required')
    return (
      values.Required.map((code) => Categories.find(({ Code }) => Code === code)?.Name ?? code).join('、') || '全部'
    );
  if (key === 'PhotoMeters')
    return (
      values.PhotoMeters.map((id) => Meters.find(({ DeviceId }) => DeviceId === id)?.Name ?? '其他表计').join('、') ||
      '仅结算表'
    );
  return String(values[key]);
};

/** What of a project's settings is not as in others: the company's default, or what somebody else saved. */
export const differences = (
  values: OperationalValues,
  defaults: OperationalValues,
  named: Named,
): readonly { readonly label: string; readonly own: string; readonly company: string }[] =>
  (Object.keys(LABELS) as (keyof OperationalValues)[]).flatMap((key) => {
    const [own, company] = [textOf(key, values, named), textOf(key, defaults, named)];
    return own === company ? [] : [{ label: LABELS[key], own, company }];
  });
