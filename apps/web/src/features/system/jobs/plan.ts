/** Plans of jobs as people set them, and their cron expressions. */
export const PLAN_KINDS = ['每隔几分钟', '每小时', '每天', '每周', '每月'] as const;
export type PlanKind = (typeof PLAN_KINDS)[number];

export interface Plan {
  readonly kind: PlanKind;
  /** 每隔几分钟: of these, so that they divide the hour. */
  readonly every: number;
  /** 每小时: the minute. */
  readonly minute: number;
  /** HH:mm */
  readonly time: string;
  /** 1 is Monday. */
  readonly weekday: number;
  readonly day: number;
}

export const EVERY = [1, 2, 5, 10, 15, 20, 30] as const;
const two = (value: string): string => value.padStart(2, '0');

export const planOf = (cron: string): Plan => {
  const [minute = '0', hour = '*', day = '*', , weekday = '*'] = cron.split(' ');
  const every = minute === '*' ? 1 : Number(/^\*\/(\d+)$/.exec(minute)?.[1] ?? 0);
  const kind: PlanKind =
    every > 0 ? '每隔几分钟' : hour === '*' ? '每小时' : weekday !== '*' ? '每周' : day === '*' ? '每天' : '每月';
  return {
    kind,
    every: every || 5,
    minute: Number(minute) || 0,
    time: hour === '*' ? '08:00' : `${two(hour)}:${two(minute)}`,
    weekday: weekday === '*' ? 1 : Number(weekday) % 7 || 7,
    day: day === '*' ? 1 : Number(day),
  };
};

export const cronOf = ({ kind, every, minute, time, weekday, day }: Plan): string => {
  const [hour = '0', at = '0'] = time.split(':');
  const clock = `${Number(at)} ${Number(hour)}`;
  switch (kind) {
    case '每隔几分钟':
      return every === 1 ? '* * * * *' : `*/${every} * * * *`;
    case '每小时':
      return `${minute} * * * *`;
    case '每天':
      return `${clock} * * *`;
    case '每周':
      return `${clock} * * ${weekday % 7}`;
    case '每月':
      return `${clock} ${day} * *`;
  }
};
